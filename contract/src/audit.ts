import { z } from 'zod'
import { AnyMoment, FileBytes, Id, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const ActorKind = z.enum(['staff', 'organization', 'device', 'public', 'system'])
export type ActorKind = z.infer<typeof ActorKind>

export const AuditEntry = z.object({
  /** Its place in the chain, from 1 without gaps. */
  seq: z.int(),
  at: Timestamp,
  actor: z.object({ kind: ActorKind, id: z.string(), name: z.string() }),
  /** One of audit-events.ts, past tense as `organization.updated`; an older entry may bear a name that is not given any more. */
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  entityName: z.string(),
  organizationId: Id.nullable(),
  /** Field to its value before and after; secrets are redacted. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
  requestId: z.string(),
  ip: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditFilter = z.object({
  actor: Text(254).optional(),
  entity: Text(50).optional(),
  id: Text(64).optional(),
  /** Everything that happened to one organization, whatever the entity. */
  organization: Id.optional(),
  from: AnyMoment.optional(),
  to: AnyMoment.optional(),
})

export const audit = {
  /** Newest first, 50 a page. `meta.cursor` continues; absent at the end. `id` is the entity's id. */
  listAudit: endpoint({
    method: 'GET',
    path: '/hikmah/audit',
    allow: 'audit.read',
    query: AuditFilter.extend({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    response: z.array(AuditEntry),
    meta: z.object({ cursor: z.int().optional() }),
  }),
  /** Recomputes the chain. `brokenAt` is the first entry that does not fit. */
  verifyAudit: endpoint({
    method: 'GET',
    path: '/hikmah/audit/verify',
    allow: 'audit.read',
    response: z.object({ ok: z.boolean(), entries: z.int(), brokenAt: z.int().nullable() }),
  }),
  /** Owner only. The entries of the filter as CSV (RFC 4180), oldest first; the export is itself an entry. */
  exportAudit: endpoint({
    method: 'GET',
    path: '/hikmah/audit/export',
    allow: 'audit.export',
    query: AuditFilter,
    download: true,
    response: FileBytes,
  }),
}

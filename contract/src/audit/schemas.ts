import { z } from 'zod'
import { AnyMoment, Id, Text, Timestamp } from '../common.ts'

export const ActorKind = z.enum(['staff', 'organization', 'device', 'public', 'system'])
export type ActorKind = z.infer<typeof ActorKind>

export const AuditEntry = z.object({
  /** Its place in the chain, from 1 without gaps. */
  seq: z.int(),
  at: Timestamp,
  actor: z.object({ kind: ActorKind, id: z.string(), name: z.string() }),
  /** One of events.ts, such as `organization.updated`; an older entry may have a name that is no longer in use. */
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

/** An entry of the activity feed. Of its changes only the statuses of a decision are included. */
export const Activity = AuditEntry.pick({
  seq: true,
  at: true,
  actor: true,
  action: true,
  entity: true,
  entityId: true,
  entityName: true,
  organizationId: true,
  changes: true,
})
export type Activity = z.infer<typeof Activity>

export const AuditFilter = z.object({
  actor: Text(254).optional(),
  entity: Text(50).optional(),
  id: Text(64).optional(),
  /** Everything that happened to one organization, whatever the entity. */
  organization: Id.optional(),
  from: AnyMoment.optional(),
  to: AnyMoment.optional(),
})

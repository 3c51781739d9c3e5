import { z } from 'zod'
import { AuditKind } from './audit-kinds.ts'
import { AnyMoment, BoundedText, FileBytes, Id, ListMeta, PageQuery, Text, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import type { auditEntities } from './permissions.ts'

/** From so many characters on a part of a name or an email finds a person, as the trigram index serves it. */
export const SHORTEST_PART = 3

export type AuditEntity = keyof typeof auditEntities

/** What may happen, past tense. A name is never changed: the trail keeps it for ever. */
export const auditVerbs = [
  'accepted',
  'all-ended',
  'archived',
  'assigned',
  'cancelled',
  'change-dropped',
  'change-planned',
  'changed',
  'checkout-linked',
  'code-sent',
  'comparison-started',
  'completed',
  'confirmed',
  'copied-login-refused',
  'created',
  'credited',
  'decided',
  'decision-undone',
  'deleted',
  'eins-read',
  'ended',
  'erased',
  'exported',
  'imported',
  'inquired',
  'invite-resent',
  'invited',
  'key-reissued',
  'letter-language-changed',
  'link-copied',
  'link-revoked',
  'link-sent',
  'linked',
  'list-exported',
  'list-sorted',
  'lost',
  'marked-paid',
  'marked-uncollectible',
  'message-sent',
  'method-expired',
  'method-link-copied',
  'method-link-sent',
  'method-links-revoked',
  'method-lost',
  'method-replaced',
  'opened',
  'papers-requested',
  'password-change-refused',
  'password-changed',
  'password-reset',
  'payment-account-linked',
  'payment-account-unlinked',
  'payment-refused',
  'payment-settled',
  'preferences-updated',
  'profile-updated',
  'promo-applied',
  'promo-removed',
  'purged',
  'read',
  'received',
  'record-changed',
  'recorded',
  'refunded',
  'remembered',
  'reminded',
  'reminders-held',
  'reminders-released',
  'removed',
  'resent',
  'reset-code-requested',
  'responded',
  'response-undone',
  'restored',
  'resumed',
  'resynced',
  'retried',
  'revoked',
  'sent',
  'sent-again',
  'sessions-ended',
  'started',
  'status-changed',
  'submitted',
  'taken-over',
  'unlocked',
  'updated',
  'uploaded',
  'verified',
  'voided',
  'won',
] as const
type AuditVerb = (typeof auditVerbs)[number]

/** What is recorded: that something happened to the thing the entry is about, or to a part of it. */
export type AuditAction = `${AuditEntity | 'agreement' | 'session' | 'sign-in' | 'tax-papers'}.${AuditVerb}`

export const ActorKind = z.enum(['staff', 'organization', 'device', 'public', 'system'])
export type ActorKind = z.infer<typeof ActorKind>

export const AuditEntry = z.object({
  /** Grows with each entry; of a write that failed at its end a number is left out. */
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

/** An entry of the activity feed. Of its changes only the statuses of a decision and a promo code are included. */
export const Activity = AuditEntry.omit({ requestId: true, ip: true })
export type Activity = z.infer<typeof Activity>

export const AuditFilter = z.object({
  actor: Text(254).optional(),
  entity: Text(50).optional(),
  id: Text(64).optional(),
  organization: Id.optional(),
  kind: AuditKind.optional(),
  /** Only decisions that contradict the record of the IRS. */
  against: z.literal('1').optional(),
  from: AnyMoment.optional(),
  to: AnyMoment.optional(),
})

const USE_A_MONTH = 'Use a month, as 2026-11'

export const audit = describeEndpoints('Audit', {
  listAudit: {
    call: 'GET /hikmah/audit',
    summary: 'List audit entries',
    description:
      'Newest first, 50 a page. `meta.cursor` continues and is absent at the end. `id` is the id of the entity. `kind` is what sort of act it was, `against=1` asks for decisions against the record of the IRS.',
    allow: 'audit.read',
    query: AuditFilter.extend({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: PageQuery.shape.limit,
    }),
    response: z.array(AuditEntry),
    meta: z.object({ cursor: z.int().optional() }),
  },
  countAudit: {
    call: 'GET /hikmah/audit/counts',
    summary: 'Count audit entries by kind',
    description:
      'Of the entries that the filter finds, whatever its `kind`, how many are of each kind, and `all`; `against` are the decisions against the record of the IRS. Each is counted up to 1,000, as in lists.',
    allow: 'audit.read',
    query: AuditFilter,
    response: ListMeta.pick({ counts: true, cappedCounts: true }),
  },
  verifyAudit: {
    call: 'GET /hikmah/audit/verify',
    summary: 'Verify the audit trail',
    description:
      'Recomputes the signature of each entry and the chain of seals, of which each seals what was written within a second and the seal before it. `brokenAt` is the first entry that does not fit: it was `changed`, it and all after it were `cut-off`, or the whole trail was written with a `foreign-key`. `part` verifies one month of seals alone, and `0000-00` what was written before there were seals; one that was removed is `changed`.',
    allow: 'audit.read',
    query: z.object({
      part: BoundedText(7, USE_A_MONTH)
        .regex(/^\d{4}-\d{2}$/, USE_A_MONTH)
        .optional(),
    }),
    response: z.object({
      ok: z.boolean(),
      entries: z.int(),
      brokenAt: z.int().nullable(),
      problem: z.enum(['changed', 'cut-off', 'foreign-key']).nullable(),
    }),
  },
  listActivities: {
    call: 'GET /hikmah/activities',
    summary: 'List what happens on the platform',
    description:
      'From the audit trail, newest first, 20 a page; entries about staff, emails, exports and the trail itself are left out. Everybody gets the entries about what they may see; changed values are included only for statuses. `meta.cursor` continues and is absent at the end.',
    allow: 'dashboard.read',
    query: z.object({
      cursor: z.coerce.number().int().min(1).optional(),
      limit: PageQuery.shape.limit,
    }),
    response: z.array(Activity),
    meta: z.object({ cursor: z.int().optional() }),
  },
  exportAudit: {
    call: 'GET /hikmah/audit/export',
    summary: 'Export the audit trail',
    description: 'The filtered entries as CSV (RFC 4180), oldest first. The export is itself an entry.',
    allow: 'audit.export',
    query: AuditFilter,
    download: true,
    response: FileBytes,
  },
})

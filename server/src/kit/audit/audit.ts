import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from '../auth/actor.ts'
import { moment } from '../db/columns.ts'
import type { AuditDraft, Tx } from '../write/tx.ts'

export type Changes = Record<string, { before: unknown; after: unknown }>

/** What happens on the platform: without entries about staff, mails, the trail itself, and what was only read. */
export const isActivity = sql`entity not in ('audit', 'mail', 'staff') and action not like '%.list-exported' and action not like '%read'`

export const auditEntries = pgTable(
  'audit_entries',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    sessionId: text('session_id').notNull(),
    ip: text().notNull(),
    requestId: text('request_id').notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text('entity_id').notNull(),
    entityName: text('entity_name').notNull(),
    organizationId: uuid('organization_id'),
    changes: jsonb().$type<Changes>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (t) => [
    index('audit_entries_organization').on(t.organizationId, t.seq),
    index('audit_entries_entity').on(t.entity, t.entityId, t.seq),
    index('audit_entries_actor').on(t.actorId, t.seq),
    index('audit_entries_actor_name').on(t.actorName, t.seq),
    index('audit_entries_actor_words').using('gin', sql`lower(actor_name) gin_trgm_ops`),
    index('audit_entries_at').on(t.at),
    index('audit_entries_activities').on(t.seq).where(isActivity),
  ],
)

/**
 * Writes down what a change did: past tense, `entity.verbed`. Only fields that differ are kept. The entry is chained
 * and inserted when the transaction ends, so the lock on the chain is held for a moment and always last.
 */
export function record(tx: Tx, draft: AuditDraft): void {
  tx.drafts.push(draft)
}

/**
 * A list as a reader of the audit trail knows it: the names in their order, and a line for each row by its name. A name
 * that comes again is numbered, so that no change of a row is lost.
 */
export function linesOf<Row>(
  kind: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  lineOf: (row: Row) => string,
): Record<string, string> {
  const times = new Map<string, number>()
  const lines = rows.map((row) => {
    const name = nameOf(row)
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return [`${kind} ${time > 1 ? `${name} (${time})` : name}`, lineOf(row)]
  })
  return { [`${kind}s, in order`]: rows.map(nameOf).join(', '), ...Object.fromEntries(lines) }
}

import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from '../auth/actor.ts'
import { hmac, isSameSecret, type Keys } from '../auth/keys.ts'
import { moment } from '../db/columns.ts'
import type { Db } from '../db/db.ts'
import type { AuditDraft, Tx } from '../write/tx.ts'
import { readEnd, readHead, saveHead } from './head.ts'

type Changes = Record<string, { before: unknown; after: unknown }>

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

type AuditRow = typeof auditEntries.$inferSelect

/**
 * Writes down what a change did: past tense, `entity.verbed`. Only fields that differ are kept. The entry is chained
 * and inserted when the transaction ends, so the lock on the chain is held for a moment and always last.
 */
export function record(tx: Tx, draft: AuditDraft): void {
  tx.drafts.push(draft)
}

const REDACTED = '[redacted]'

function changesOf({ before = {}, after = {}, secrets = [] }: AuditDraft): Changes {
  const changes: Changes = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    if (canonical(was) === canonical(is)) continue
    const hide = (value: unknown) => (value !== null && secrets.includes(field) ? REDACTED : value)
    changes[field] = { before: hide(plain(was)), after: hide(plain(is)) }
  }
  return changes
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** JSON with sorted keys: what goes into the hash must not depend on how a database orders an object. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const hashOf = (key: Buffer, { hash: _, ...entry }: AuditRow) =>
  hmac(key, canonical({ ...entry, at: entry.at.toISOString() }))

const CHAIN_LOCK = 748_201

/** Appends what the transaction recorded to the chain. Called by `change`, right before the commit. */
export async function sealDrafts(tx: Tx, key: Buffer): Promise<void> {
  if (tx.drafts.length === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
  let { seq, hash: previousHash } = await readEnd(tx, key)
  const rows = tx.drafts.map((draft) => {
    seq += 1
    const row: AuditRow = {
      seq,
      at: tx.at,
      actorKind: tx.by.kind,
      actorId: tx.by.id,
      actorName: tx.by.name,
      sessionId: tx.by.kind === 'staff' ? tx.by.sessionId : '',
      ip: tx.by.ip,
      requestId: tx.by.requestId,
      action: draft.action,
      entity: draft.entity,
      entityId: draft.entityId,
      entityName: draft.entityName,
      organizationId: draft.organizationId ?? null,
      changes: changesOf(draft),
      previousHash,
      hash: '',
    }
    row.hash = hashOf(key, row)
    previousHash = row.hash
    return row
  })
  await tx.insert(auditEntries).values(rows)
  await saveHead(tx, key, { seq, hash: previousHash })
}

const VERIFY_BATCH = 1000

/**
 * Recomputes the chain from the first entry, as far as its head said when the reading began. `brokenAt` is the first entry
 * that does not fit, `problem` what is wrong with it.
 */
export async function verifyChain(db: Db, keys: Keys) {
  const head = await readHead(db, keys.audit)
  if (!(await isSameSecret(db, keys))) return { ok: false, entries: 0, brokenAt: 1, problem: 'foreign-key' as const }
  let entries = 0
  let previousHash = ''
  for (;;) {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(sql`seq > ${entries}`)
      .orderBy(auditEntries.seq)
      .limit(VERIFY_BATCH)
    for (const row of rows) {
      const fits = row.seq === entries + 1 && row.previousHash === previousHash && row.hash === hashOf(keys.audit, row)
      if (!fits) return { ok: false, entries, brokenAt: entries + 1, problem: 'changed' as const }
      entries = row.seq
      previousHash = row.hash
    }
    if (rows.length < VERIFY_BATCH) break
  }
  if (!head || entries < head.seq) return { ok: false, entries, brokenAt: entries + 1, problem: 'cut-off' as const }
  return { ok: true, entries, brokenAt: null, problem: null }
}

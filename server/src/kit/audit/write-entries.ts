import { sql } from 'drizzle-orm'
import { hmac } from '../auth/keys.ts'
import { kept, keptRowsOf, settings } from '../db/db.ts'
import type { AuditDraft, Tx, Written } from '../write/tx.ts'
import { auditEntries, type Changes } from './audit.ts'
import { canonical, HEAD } from './seals.ts'

const REDACTED = '[redacted]'

function diffFields({ before = {}, after = {}, secrets = [] }: AuditDraft): Changes {
  const changes: Changes = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [previous, next] = [before[field] ?? null, after[field] ?? null]
    if (canonical(previous) === canonical(next)) continue
    const hide = (value: unknown) => (value !== null && secrets.includes(field) ? REDACTED : value)
    changes[field] = { before: hide(plain(previous)), after: hide(plain(next)) }
  }
  return changes
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export type AuditRow = typeof auditEntries.$inferSelect

/** Signs its number and the seal it was written after too, so that it stands nowhere else. */
export const hashEntry = (key: Buffer, { hash: _, ...entry }: AuditRow) =>
  hmac(key, canonical({ ...entry, at: entry.at.toISOString() }))

interface Place {
  seq: string | number
  after: string | null
  hash: string | null
}

/** A statement takes 65,535 values. */
const AT_ONCE = 1000

/** Called by `change`, right before the commit. It locks nothing that another writer needs. */
export async function writeEntries(tx: Tx, key: Buffer): Promise<Written[]> {
  if (tx.drafts.length === 0) return []
  const places = await keptRowsOf<Place>(
    tx,
    sql`select nextval('audit_entries_seq') as seq, value ->> 'number' as after, value ->> 'hash' as hash
      from generate_series(1, ${tx.drafts.length}::int) left join ${settings} on key = ${HEAD}`,
  )
  const rows = tx.drafts.map((draft, n) => {
    const { seq, hash } = places[n]!
    const row: AuditRow = {
      seq: Number(seq),
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
      changes: diffFields(draft),
      previousHash: hash ?? '',
      hash: '',
    }
    row.hash = hashEntry(key, row)
    return row
  })
  for (let i = 0; i < rows.length; i += AT_ONCE) await kept(tx.insert(auditEntries).values(rows.slice(i, i + AT_ONCE)))
  return rows.map(({ seq, hash }, n) => ({ seq, hash, after: Number(places[n]!.after ?? 0) }))
}

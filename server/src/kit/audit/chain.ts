import { sql } from 'drizzle-orm'
import { hmac, isSameSecret, type Keys } from '../auth/keys.ts'
import { type Db, keptRowsOf, readSetting, rowsOf, saveSetting, settings } from '../db/db.ts'
import type { AuditDraft, Tx } from '../write/tx.ts'
import { auditEntries, type Changes } from './audit.ts'

type AuditRow = typeof auditEntries.$inferSelect

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

/** JSON with sorted keys, since the hash must not depend on how a database orders an object. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const hashEntry = (key: Buffer, { hash: _, ...entry }: AuditRow) =>
  hmac(key, canonical({ ...entry, at: entry.at.toISOString() }))

/** Called by `change`, right before the commit. Whoever seals waits at the head for who sealed before: see `lockHead`. */
export async function sealDrafts(tx: Tx, key: Buffer): Promise<void> {
  if (tx.drafts.length === 0) return
  let { seq, hash: previousHash } = await lockHead(tx, key)
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
      changes: diffFields(draft),
      previousHash,
      hash: '',
    }
    row.hash = hashEntry(key, row)
    previousHash = row.hash
    return row
  })
  const head = signedHead(key, { seq, hash: previousHash })
  await keptRowsOf(
    tx,
    sql`with sealed as ${tx.insert(auditEntries).values(rows)}
      update settings set value = ${JSON.stringify(head)}::jsonb where key = ${HEAD}`,
  )
}

const VERIFY_BATCH = 1000

/** Recomputes the chain up to the head at the time. `brokenAt` is the first entry that does not fit. */
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
      const fits =
        row.seq === entries + 1 && row.previousHash === previousHash && row.hash === hashEntry(keys.audit, row)
      if (!fits) return { ok: false, entries, brokenAt: entries + 1, problem: 'changed' as const }
      entries = row.seq
      previousHash = row.hash
    }
    if (rows.length < VERIFY_BATCH) break
  }
  if (!head || entries < head.seq) return { ok: false, entries, brokenAt: entries + 1, problem: 'cut-off' as const }
  return { ok: true, entries, brokenAt: null, problem: null }
}

export interface Head {
  seq: number
  hash: string
}

const START: Head = { seq: 0, hash: '' }
/** No entry has this hash, so what follows never fits: writing on cannot repair a broken chain. */
const BROKEN = 'broken'

const HEAD = 'audit-head'

const signHead = (key: Buffer, { seq, hash }: Head) => hmac(key, `head ${seq} ${hash}`)

/** The signature tells a chain whose end was cut off from a shorter one. */
const signedHead = (key: Buffer, head: Head) => ({ ...head, signature: signHead(key, head) })

async function findLast(db: Db): Promise<Head | undefined> {
  const [row] = await rowsOf<{ seq: string | number; hash: string }>(
    db,
    sql`select seq, hash from audit_entries order by seq desc limit 1`,
  )
  return row && { seq: Number(row.seq), hash: row.hash }
}

/** Undefined when somebody removed or changed it. */
export async function readHead(db: Db, key: Buffer): Promise<Head | undefined> {
  const stored = (await readSetting(db, HEAD)) as StoredHead | undefined
  if (!stored) return (await findLast(db)) ? undefined : START
  return ownHead(key, stored)
}

type StoredHead = Head & { signature: string }
const ownHead = (key: Buffer, { signature, ...head }: StoredHead): Head | undefined =>
  signature === signHead(key, head) ? head : undefined

/** Waits for its row, then reads what the one before committed: another transaction's entries come all before ours. */
async function lockHead(tx: Tx, key: Buffer): Promise<Head> {
  const stored = await keptRowsOf<{ value: StoredHead }>(
    tx,
    sql`select value from settings where key = ${HEAD} for update`,
  )
  if (stored[0]) return ownHead(key, stored[0].value) ?? brokenEnd(tx)
  // Only the very first start, or somebody who removed it, leaves none.
  const end = (await findLast(tx)) ? await brokenEnd(tx) : START
  await tx
    .insert(settings)
    .values({ key: HEAD, value: signedHead(key, end) })
    .onConflictDoNothing()
  return lockHead(tx, key)
}

const brokenEnd = async (tx: Tx): Promise<Head> => ({ seq: (await findLast(tx))?.seq ?? 0, hash: BROKEN })

/** For a database from before heads were signed. */
export async function signFirstHead(db: Db, key: Buffer): Promise<void> {
  if ((await readSetting(db, HEAD)) === undefined)
    await saveSetting(db, HEAD, signedHead(key, (await findLast(db)) ?? START))
}

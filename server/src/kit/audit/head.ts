import { sql } from 'drizzle-orm'
import { hmac } from '../auth/keys.ts'
import { type Db, rowsOf } from '../db/db.ts'
import { readSetting, saveSetting } from '../db/settings.ts'

/** The newest entry of the chain. */
export interface Head {
  seq: number
  hash: string
}

/** Before the first entry. */
const START: Head = { seq: 0, hash: '' }
/** No entry has this hash, so what follows it never fits: a broken chain cannot be made whole by writing on. */
const BROKEN = 'broken'

const HEAD = 'audit-head'

const signatureOf = (key: Buffer, { seq, hash }: Head) => hmac(key, `head ${seq} ${hash}`)

/** Signed beside the entries, so that a chain whose end was cut off is told from a shorter one. */
export const saveHead = (tx: Db, key: Buffer, head: Head) =>
  saveSetting(tx, HEAD, { ...head, signature: signatureOf(key, head) })

async function findLast(db: Db): Promise<Head | undefined> {
  const [row] = await rowsOf<{ seq: string | number; hash: string }>(
    db,
    sql`select seq, hash from audit_entries order by seq desc limit 1`,
  )
  return row && { seq: Number(row.seq), hash: row.hash }
}

/** The head as it was signed. Undefined when somebody removed or changed it. */
export async function readHead(db: Db, key: Buffer): Promise<Head | undefined> {
  const kept = (await readSetting(db, HEAD)) as (Head & { signature: string }) | undefined
  if (!kept) return (await findLast(db)) ? undefined : START
  return kept.signature === signatureOf(key, kept) ? { seq: kept.seq, hash: kept.hash } : undefined
}

/** What the next entry follows. */
export const readEnd = async (tx: Db, key: Buffer): Promise<Head> =>
  (await readHead(tx, key)) ?? { seq: (await findLast(tx))?.seq ?? 0, hash: BROKEN }

/** For a database that was written to before heads were signed. */
export async function signFirstHead(db: Db, key: Buffer): Promise<void> {
  if ((await readSetting(db, HEAD)) === undefined) await saveHead(db, key, (await findLast(db)) ?? START)
}

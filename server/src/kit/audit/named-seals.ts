import { eq, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/db.ts'
import { auditEntries } from './audit.ts'
import { auditSeals, hashSeal, type Seal } from './seals.ts'
import { hashEntry } from './write-entries.ts'

/** An entry names the newest seal when it was written, and is sealed within seconds. */
const MOST_REMEMBERED = 10_000

/** What an entry may name: a seal of before its own, or what `findEarlier` found. */
export function rememberSeals(earlier: string[]) {
  // Before the first seal there was none to name.
  const known = new Set(['', ...earlier])
  const numbers = new Map<string, number>()
  return {
    add: ({ hash, number }: Pick<Seal, 'hash' | 'number'>) => {
      numbers.set(hash, number)
      const [oldest] = numbers.keys()
      if (numbers.size > MOST_REMEMBERED && oldest !== undefined) numbers.delete(oldest)
    },
    isBefore: (hash: string, number: number) => known.has(hash) || (numbers.get(hash) ?? number) < number,
  }
}

export const findSeal = async (db: Db, number: number) =>
  (await db.select().from(auditSeals).where(eq(auditSeals.number, number))).at(0)

/**
 * What the entries of a part name of before its first seal: the hashes of seals, each proven by the one after it, and
 * of entries, which the version before seals named.
 */
export async function findEarlier(db: Db, key: Buffer, first: Seal): Promise<string[]> {
  const isListed = sql`in (select unnest(entries) from audit_seals where part = ${first.part})`
  const chained = await db
    .select()
    .from(auditEntries)
    .where(
      sql`exists (select from audit_entries e
        where e.seq = audit_entries.seq + 1 and e.previous_hash = audit_entries.hash and e.seq ${isListed})`,
    )
  const earlier = chained.filter((row) => row.hash === hashEntry(key, row)).map(({ hash }) => hash)
  earlier.push(first.previousHash)
  const named = await rowsOf<{ hash: string }>(
    db,
    sql`select distinct previous_hash as hash from audit_entries e where seq ${isListed} and previous_hash <> ''
      and not exists (select from audit_seals s where s.part = ${first.part} and s.hash = e.previous_hash)`,
  )
  const sought = new Set(named.map(({ hash }) => hash))
  for (const hash of earlier) sought.delete(hash)
  let after = first
  for (let n = 0; sought.size > 0 && n < MOST_REMEMBERED; n += 1) {
    const before = await findSeal(db, after.number - 1)
    if (before?.hash !== after.previousHash || before.hash !== (await hashStored(db, key, before))) break
    if (sought.delete(before.hash)) earlier.push(before.hash)
    after = before
  }
  return earlier
}

async function hashStored(db: Db, key: Buffer, seal: Seal): Promise<string> {
  const rows = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(sql`seq = any (${sql.param(seal.entries)}::bigint[])`)
    .orderBy(auditEntries.seq)
  return hashSeal(
    key,
    seal,
    rows.map(({ hash }) => hash),
  )
}

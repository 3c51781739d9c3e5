import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { hmac } from '../auth/keys.ts'
import { BATCH_ROWS, type Db, inBatches } from '../db/db.ts'
import { ConfigError } from '../process/config-error.ts'
import { auditEntries } from './audit.ts'
import { findEarlier, findSeal, rememberSeals } from './named-seals.ts'
import { auditSeals, canonical, FORMER_PART, hashSeal, type Seal } from './seals.ts'
import { type AuditRow, hashEntry } from './write-entries.ts'

/** What the first line of an archive says, signed, so that its end cannot be cut off. */
export interface ArchivedPart {
  part: string
  /** The numbers of its first and last seal. */
  first: number
  last: number
  entries: number
  /** Of the seal before, and of its own last one: what joins it to its neighbors. */
  previousHash: string
  hash: string
  /** What its entries name of before it. */
  earlier: string[]
}

const signPart = (key: Buffer, part: ArchivedPart) => hmac(key, `archive ${canonical(part)}`)

/** Refuses a month that is not over, or that nothing was sealed in. `db` is of one moment. */
export async function describePart(db: Db, key: Buffer, part: string): Promise<ArchivedPart> {
  const seals = await db
    .select({ number: auditSeals.number, count: sql<number>`cardinality(entries)`, hash: auditSeals.hash })
    .from(auditSeals)
    .where(eq(auditSeals.part, part))
    .orderBy(auditSeals.number)
  const [first, last] = [seals[0], seals.at(-1)]
  if (!first || !last) throw new ConfigError(`The trail has no entries from ${part}.`)
  if (!(await findSeal(db, last.number + 1)))
    throw new ConfigError(`${part} is not over. Archive it once an entry of a later month is sealed.`)
  const beginning = (await findSeal(db, first.number))!
  const isFormer = part === FORMER_PART
  return {
    part,
    first: first.number,
    last: last.number,
    entries: isFormer ? beginning.entries[0]! : seals.reduce((sum, { count }) => sum + count, 0),
    previousHash: isFormer ? '' : beginning.previousHash,
    hash: last.hash,
    earlier: isFormer ? [] : await findEarlier(db, key, beginning),
  }
}

/** The lines of an archive: what it holds, then each seal after its entries. */
export async function* writeArchive(db: Db, key: Buffer, part: ArchivedPart): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...part, signature: signPart(key, part) })}\n`
  const seals = inBatches<Seal>((after) =>
    db
      .select()
      .from(auditSeals)
      .where(and(eq(auditSeals.part, part.part), gt(auditSeals.number, after?.number ?? 0)))
      .orderBy(auditSeals.number)
      .limit(BATCH_ROWS),
  )
  for await (const seal of seals) {
    for await (const entry of part.part === FORMER_PART ? readChain(db, part.entries) : await readSealed(db, seal))
      yield `${JSON.stringify({ entry })}\n`
    yield `${JSON.stringify({ seal })}\n`
  }
}

const readSealed = (db: Db, { entries }: Seal) =>
  db
    .select()
    .from(auditEntries)
    .where(sql`${auditEntries.seq} = any (${sql.param(entries)}::bigint[])`)
    .orderBy(auditEntries.seq)

const readChain = (db: Db, end: number) =>
  inBatches<AuditRow>((last) =>
    db
      .select()
      .from(auditEntries)
      .where(and(gt(auditEntries.seq, last?.seq ?? 0), lte(auditEntries.seq, end)))
      .orderBy(auditEntries.seq)
      .limit(BATCH_ROWS),
  )

const broken = (what: string) => new ConfigError(`${what} is not as it was written.`)

/**
 * Needs the key and nothing else. Throws a sentence that names the first line that does not fit, also one that holds
 * more than was signed: a key twice, of which the last is read, or one that nothing reads.
 */
export async function verifyArchive(lines: AsyncIterable<string>, key: Buffer): Promise<ArchivedPart> {
  let archived: ArchivedPart | undefined
  let last = { number: 0, hash: '' }
  let known = rememberSeals([])
  let pending: Pick<AuditRow, 'seq' | 'hash'>[] = []
  let entries = 0
  const isFormer = () => archived?.part === FORMER_PART

  const take = (row: AuditRow) => {
    const before = pending.at(-1)
    const follows = isFormer()
      ? row.seq === entries + 1 && row.previousHash === (before?.hash ?? '')
      : known.isBefore(row.previousHash, last.number + 1)
    if (!follows || row.hash !== hashEntry(key, row)) throw broken(`Entry ${row.seq}`)
    entries += 1
    if (isFormer()) pending = []
    pending.push({ seq: row.seq, hash: row.hash })
  }
  const close = (seal: Seal) => {
    const previous = isFormer() ? pending[0]?.hash : last.hash
    const listed = pending.map(({ seq }) => seq)
    const fits =
      seal.part === archived?.part &&
      seal.number === last.number + 1 &&
      seal.previousHash === previous &&
      canonical(seal.entries) === canonical(listed) &&
      seal.hash ===
        hashSeal(
          key,
          seal,
          pending.map(({ hash }) => hash),
        )
    if (!fits) throw broken(`Seal ${last.number + 1}, or one of its entries,`)
    last = { number: seal.number, hash: seal.hash }
    known.add(last)
    pending = []
  }

  for await (const text of lines) {
    const line = parsed(text)
    if (!archived) {
      const { signature, ...part } = line as unknown as ArchivedPart & { signature: string }
      if (signature !== signPart(key, part) || text !== JSON.stringify({ ...part, signature }))
        throw new ConfigError(
          'This is no archive of a trail that was written with this key, or its beginning was changed.',
        )
      archived = part
      known = rememberSeals(part.earlier)
      last = { number: part.first - 1, hash: part.previousHash }
    } else if (line.entry) {
      const entry = { ...line.entry, at: timeOf(line.entry) }
      take(entry)
      if (text !== JSON.stringify({ entry })) throw broken(`Entry ${entry.seq}`)
    } else if (line.seal) {
      const seal = { ...line.seal, at: timeOf(line.seal) }
      close(seal)
      if (text !== JSON.stringify({ seal })) throw broken(`Seal ${seal.number}`)
    } else throw broken('A line')
  }
  if (!archived) throw new ConfigError('This file is empty.')
  const isWhole =
    last.number === archived.last && last.hash === archived.hash && entries === archived.entries && pending.length === 0
  if (!isWhole) throw new ConfigError(`The archive was cut off after seal ${last.number} of ${archived.last}.`)
  return archived
}

function parsed(text: string): { entry?: AuditRow; seal?: Seal } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw broken('A line')
  }
}

function timeOf({ at }: { at: Date | string }): Date {
  const time = new Date(typeof at === 'string' ? at : Number.NaN)
  if (Number.isNaN(time.getTime())) throw broken('A time')
  return time
}

/** What the trail says of the seal with this number, where its part was archived and is no longer in the database. */
export async function findArchived(
  db: Db,
  key: Buffer,
  number: number,
): Promise<{ number: number; hash: string } | undefined> {
  const rows = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.entity, 'audit'), sql`changes -> 'last' -> 'after' = to_jsonb(${number}::bigint)`))
  const row = rows.find((entry) => entry.action === 'audit.exported' && entry.hash === hashEntry(key, entry))
  return row && { number, hash: String(row.changes.hash?.after) }
}

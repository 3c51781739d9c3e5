import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { isSameSecret, type Keys } from '../auth/keys.ts'
import { BATCH_ROWS, type Database, type Db, inBatches, rowsOf } from '../db/db.ts'
import { findArchived } from './archive.ts'
import { auditEntries } from './audit.ts'
import { findEarlier, findSeal, rememberSeals } from './named-seals.ts'
import { auditSeals, auditUnsealed, FIRST, FORMER_PART, hashSeal, readHead, type Seal } from './seals.ts'
import { type AuditRow, hashEntry } from './write-entries.ts'

export interface Verdict {
  ok: boolean
  /** How many fit. */
  entries: number
  /** The first entry that does not fit. */
  brokenAt: number | null
  problem: 'changed' | 'cut-off' | 'foreign-key' | null
}

/** As of one moment: the whole trail, or the entries of one part and whether its neighbors join it. */
export async function verifyTrail(database: Database, keys: Keys, part?: string): Promise<Verdict> {
  if (!(await isSameSecret(database.db, keys))) return { ok: false, entries: 0, brokenAt: 1, problem: 'foreign-key' }
  return database.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return verify(tx, keys.audit, part)
  })
}

async function verify(db: Db, key: Buffer, part: string | undefined): Promise<Verdict> {
  const isPart = part === undefined ? undefined : eq(auditSeals.part, part)
  const [beginning] = isPart ? await db.select().from(auditSeals).where(isPart).orderBy(auditSeals.number).limit(1) : []
  if (part !== undefined && !beginning) return verifyNoPart(db, key, part)
  const isWholeChain = beginning === undefined || beginning.part === FORMER_PART
  const entries = readEntries(db, isWholeChain ? 1 : await findFirstEntry(db, beginning.part))
  const known = rememberSeals(beginning ? await findEarlier(db, key, beginning) : [])
  let fit = 0
  const broken = (brokenAt: number, problem: Verdict['problem'] = 'changed') => ({
    ok: false,
    entries: fit,
    brokenAt,
    problem,
  })
  const missing = async (seq: number) => broken(seq, (await entries.goOnAfter(seq)) ? 'changed' : 'cut-off')
  // The entry before may be of another part, and is then not verified here.
  const fits = ({ row, hashBefore }: Open, number: number) =>
    row.hash === hashEntry(key, row) &&
    (known.isBefore(row.previousHash, number) || (!isPart && row.previousHash === hashBefore))

  /** Undefined if all of them fit; else the verdict. */
  const verifySealed = async (seal: Seal): Promise<Verdict | undefined> => {
    const hashes: string[] = []
    await entries.readUpTo(seal.entries.at(-1) ?? 0)
    for (const seq of seal.entries) {
      const entry = entries.take(seq)
      if (!entry) return missing(seq)
      if (!fits(entry, seal.number)) return broken(seq)
      fit += 1
      hashes.push(entry.row.hash)
    }
    return seal.hash === hashSeal(key, seal, hashes) ? undefined : broken(seal.entries[0] ?? fit + 1)
  }

  /** Each entry up to the one that the seal names, each with the hash of the one before. */
  const verifyFormerChain = async (seal: Seal): Promise<Verdict | undefined> => {
    const end = seal.entries[0] ?? 0
    let hash = ''
    for (let entry = await entries.readOne(end); entry; entry = await entries.readOne(end)) {
      const { row } = entry
      if (row.seq !== fit + 1 || row.previousHash !== hash || row.hash !== hashEntry(key, row)) return broken(fit + 1)
      entries.take(row.seq)
      fit += 1
      hash = row.hash
    }
    if (fit < end) return missing(fit + 1)
    return hash === seal.previousHash && seal.hash === hashSeal(key, seal, [hash]) ? undefined : broken(end)
  }

  let last: Pick<Seal, 'number' | 'hash'> | undefined = part === undefined ? FIRST : undefined
  let end = 0
  const seals = inBatches<Seal>((after) =>
    db
      .select()
      .from(auditSeals)
      .where(and(isPart, gt(auditSeals.number, after?.number ?? 0)))
      .orderBy(auditSeals.number)
      .limit(BATCH_ROWS),
  )
  for await (const seal of seals) {
    last ??= seal.number === 1 ? FIRST : await findBefore(db, key, seal.number - 1)
    const isFormer = seal.part === FORMER_PART && seal.number === 1
    const isNext = last?.number === seal.number - 1 && (isFormer || seal.previousHash === last.hash)
    if (!isNext) {
      await entries.readUpTo(seal.entries.at(-1) ?? 0)
      return broken(entries.lowest() ?? end + 1)
    }
    const verdict = isFormer ? await verifyFormerChain(seal) : await verifySealed(seal)
    if (verdict) return verdict
    known.add(seal)
    end = Math.max(end, seal.entries.at(-1) ?? 0)
    last = seal
  }
  const whole: Verdict = { ok: true, entries: fit, brokenAt: null, problem: null }
  if (!last) return whole

  const next = await findSeal(db, last.number + 1)
  const head = next ? undefined : await readHead(db, key)
  const isJoined = next ? next.previousHash === last.hash : head?.number === last.number && head.hash === last.hash
  if (!isJoined) {
    await entries.readOne(Number.MAX_SAFE_INTEGER)
    return broken(entries.lowest() ?? end + 1, next ? 'changed' : 'cut-off')
  }
  if (part !== undefined) return whole

  const waiting = (await db.select().from(auditUnsealed).orderBy(auditUnsealed.seq)).map(({ seq }) => seq)
  await entries.readOne(Number.MAX_SAFE_INTEGER)
  for (let seq = entries.lowest(); seq !== undefined; seq = entries.lowest()) {
    const entry = entries.take(seq)
    const expected = waiting.shift() ?? Number.MAX_SAFE_INTEGER
    if (expected < seq) return missing(expected)
    if (!entry || expected > seq || !fits(entry, Number.MAX_SAFE_INTEGER)) return broken(seq)
    fit += 1
    await entries.readOne(Number.MAX_SAFE_INTEGER)
  }
  return waiting[0] === undefined ? { ...whole, entries: fit } : missing(waiting[0])
}

/** A later seal may have a lower number than the first: of an entry that was committed late. */
async function findFirstEntry(db: Db, part: string): Promise<number> {
  const [row] = await rowsOf<{ first: string | number | null }>(
    db,
    sql`select min(entry) as first from ${auditSeals}, unnest(entries) as entry where ${eq(auditSeals.part, part)}`,
  )
  return Number(row?.first ?? 1)
}

/** Where the part before lies in an archive, the trail says how it ended. */
const findBefore = async (db: Db, key: Buffer, number: number) =>
  (await findSeal(db, number)) ?? (await findArchived(db, key, number))

/** A part that has no seals was never written where those before and after it join. */
async function verifyNoPart(db: Db, key: Buffer, part: string): Promise<Verdict> {
  const [before] = await db
    .select()
    .from(auditSeals)
    .where(lt(auditSeals.part, part))
    .orderBy(desc(auditSeals.number))
    .limit(1)
  const [after] = await db
    .select()
    .from(auditSeals)
    .where(gt(auditSeals.part, part))
    .orderBy(auditSeals.number)
    .limit(1)
  const last = after ? after.number - 1 : (await readHead(db, key))?.number
  const isNone = last === (before?.number ?? 0)
  return isNone
    ? { ok: true, entries: 0, brokenAt: null, problem: null }
    : { ok: false, entries: 0, brokenAt: (before?.entries.at(-1) ?? 0) + 1, problem: 'changed' }
}

interface Open {
  row: AuditRow
  /** Of the entry whose number is one less. */
  hashBefore: string | undefined
}

/** In the order of their numbers. Those that were read and not taken are few: seals have almost the same order. */
function readEntries(db: Db, from: number) {
  const rows = inBatches<AuditRow>((last) =>
    db
      .select()
      .from(auditEntries)
      .where(last ? gt(auditEntries.seq, last.seq) : gte(auditEntries.seq, from))
      .orderBy(auditEntries.seq)
      .limit(BATCH_ROWS),
  )
  const open = new Map<number, Open>()
  let next: AuditRow | undefined
  let last: AuditRow | undefined

  const readOne = async (upTo: number): Promise<Open | undefined> => {
    next ??= (await rows.next()).value ?? undefined
    if (!next || next.seq > upTo) return undefined
    const entry = { row: next, hashBefore: last?.seq === next.seq - 1 ? last.hash : undefined }
    open.set(next.seq, entry)
    last = next
    next = undefined
    return entry
  }
  return {
    readOne,
    readUpTo: async (seq: number) => {
      while (await readOne(seq));
    },
    take: (seq: number) => {
      const entry = open.get(seq)
      open.delete(seq)
      return entry
    },
    /** Of those that were read and not taken. */
    lowest: (): number | undefined => open.keys().next().value,
    goOnAfter: async (seq: number) => {
      while ((last?.seq ?? 0) <= seq && (await readOne(Number.MAX_SAFE_INTEGER)));
      return (last?.seq ?? 0) > seq
    },
  }
}

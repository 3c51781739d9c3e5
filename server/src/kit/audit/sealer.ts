import { gt, sql } from 'drizzle-orm'
import { type Database, type Db, keptRowsOf, rowsOf, settings } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'
import type { Written } from '../write/tx.ts'
import {
  auditSeals,
  auditUnsealed,
  brokenHead,
  FORMER_PART,
  findBeginning,
  HEAD,
  type Head,
  hashSeal,
  ownHead,
  type Seal,
  signedHead,
} from './seals.ts'

/** What is written meanwhile shares a seal. */
const SEAL_AFTER_MS = 400
/** How soon it is noticed that another process left entries behind. */
const LOOK_MS = 1000
/** Whoever seals and hangs loses its turn to another process. */
const MAX_HANG = '2s'
const MAX_TOGETHER = 20_000

export interface Sealer {
  /** After the commit: these are remembered until they are sealed, so that none is removed before that. */
  note(written: Written[]): void
  /** Seals what is committed now, unless another process does so at the moment. */
  seal(): Promise<void>
  start(onError: (error: unknown) => void): Promise<void>
  /** Seals what is left. */
  stop(): Promise<void>
}

/**
 * Chains what was committed, each seal with the one before. Every process has one; which of them seals is decided each
 * time anew by who locks the head first, and PostgreSQL frees that lock when a process dies.
 */
export function createSealer(database: Database, key: Buffer, clock: Clock): Sealer {
  const noted = new Map<number, Written>()
  let onError: ((error: unknown) => void) | undefined
  let waking: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const append = async (tx: Db, before: Head, part: string, listed: Map<number, string>): Promise<Head> => {
    const entries = [...listed].sort(([a], [b]) => a - b)
    const seal: Seal = {
      number: before.number + 1,
      part,
      at: clock.now(),
      entries: entries.map(([seq]) => seq),
      previousHash: before.hash,
      hash: '',
    }
    seal.hash = hashSeal(
      key,
      seal,
      entries.map(([, hash]) => hash),
    )
    const { number, hash } = seal
    const head = { number, hash, part, entries: before.entries + entries.length }
    await keptRowsOf(
      tx,
      sql`with sealed as ${tx.insert(auditSeals).values(seal)}
        update ${settings} set value = ${JSON.stringify(signedHead(key, head))}::jsonb where key = ${HEAD}`,
    )
    return head
  }

  /** Undefined while another process seals. */
  const lockHead = async (tx: Db): Promise<Head | undefined> => {
    const [stored] = await keptRowsOf<{ value: Parameters<typeof ownHead>[1] | null }>(
      tx,
      sql`select value, set_config('idle_in_transaction_session_timeout', ${MAX_HANG}, true) from ${settings}
        where key = ${HEAD} for update skip locked`,
    )
    if (stored) {
      // Asked once the head is locked: the statement that locks it may see a head newer than all else that it sees.
      const [last] = await keptRowsOf<{ number: string | number | null }>(
        tx,
        sql`select max(number) as number from ${auditSeals}`,
      )
      const head = stored.value ? ownHead(key, stored.value) : undefined
      // One that somebody put back names a seal that has others after it.
      return head?.number === Number(last!.number ?? 0) ? head : brokenHead(tx)
    }
    const made = await tx.insert(settings).values({ key: HEAD, value: {} }).onConflictDoNothing().returning()
    if (made.length === 0) return undefined
    // Only the very first start, or somebody who removed it, leaves none.
    const { head, former } = await findBeginning(tx, key)
    if (!former) return append(tx, head, partOf(head, clock.now()), new Map())
    const { seq, hash } = former
    await tx.execute(sql`delete from ${auditUnsealed} where seq <= ${seq}`)
    return append(tx, { ...head, hash, entries: seq - 1 }, FORMER_PART, new Map([[seq, hash]]))
  }

  /** True if there may be more. */
  const sealBatch = async (): Promise<boolean> => {
    const mine = [...noted.values()]
    const { isDone, isFull } = await database.transaction(async (tx) => {
      const head = await lockHead(tx)
      if (!head) return { isDone: false, isFull: false }
      const taken = await keptRowsOf<{ seq: string | number; hash: string }>(
        tx,
        sql`with taken as (
          delete from ${auditUnsealed} where seq in (select seq from ${auditUnsealed} order by seq limit ${MAX_TOGETHER}::int)
          returning seq
        ) select seq, coalesce(hash, '') as hash from taken left join audit_entries using (seq)`,
      )
      const isFull = taken.length === MAX_TOGETHER
      const listed = new Map(taken.map(({ seq, hash }) => [Number(seq), hash]))
      const missed = isFull
        ? []
        : await findUnsealed(
            tx,
            mine.filter(({ seq }) => !listed.has(seq)),
          )
      // One that was removed meanwhile is sealed too, so that it stays missed.
      for (const { seq, hash } of missed) listed.set(seq, hash)
      if (listed.size > 0) await append(tx, head, partOf(head, clock.now()), listed)
      return { isDone: !isFull, isFull }
    })
    if (isDone) for (const { seq } of mine) noted.delete(seq)
    if (noted.size > 0) wake()
    return isFull
  }

  const sealAll = async () => {
    while (await sealBatch());
  }

  const seal = (): Promise<void> => {
    const next = last.then(sealAll)
    last = next.catch(() => undefined)
    return next
  }

  const wake = () => {
    if (!onError) return
    waking ??= setTimeout(() => {
      waking = undefined
      seal().catch((error) => {
        onError?.(error)
        wake()
      })
    }, SEAL_AFTER_MS).unref()
  }

  const look = async () => {
    const waiting = await keptRowsOf(database.db, sql`select from ${auditUnsealed} limit 1`)
    if (waiting.length > 0) await seal()
  }

  return {
    note: (written) => {
      if (!onError) return
      for (const one of written) noted.set(one.seq, one)
      if (written.length > 0) wake()
    },
    seal,
    start: async (report) => {
      await seal()
      onError = report
      // The watch reports a database that is gone.
      looking = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
    },
    stop: async () => {
      clearInterval(looking)
      clearTimeout(waking)
      await seal().catch((error) => onError?.(error))
      onError = undefined
      clearTimeout(waking)
    },
  }
}

/** Those of them that no process has sealed since they were written. */
async function findUnsealed(tx: Db, written: Written[]): Promise<Written[]> {
  if (written.length === 0) return []
  const since = Math.min(...written.map(({ after }) => after))
  const rows = await rowsOf<{ seq: string | number }>(
    tx,
    sql`select unnest(entries) as seq from ${auditSeals} where ${gt(auditSeals.number, since)}`,
  )
  const sealed = new Set(rows.map(({ seq }) => Number(seq)))
  return written.filter(({ seq }) => !sealed.has(seq))
}

/** A clock that was put back never goes back to an earlier part. */
function partOf({ part }: Head, now: Date): string {
  const month = now.toISOString().slice(0, 7)
  return part > month ? part : month
}

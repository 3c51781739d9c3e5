import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../db/columns.ts'
import { type Db, rowsOf } from '../db/db.ts'
import { rateLimited } from '../errors/refusal.ts'
import { type Clock, secondsAfter } from '../process/clock.ts'

export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
    lockedUntil: moment('locked_until'),
    locks: integer().notNull().default(0),
  },
  (t) => [index('throttles_stem').on(stemOf(t.key))],
)

/** The part of a key before the first `|`: keys that differ only behind it are found together. */
export const stemOf = (key: { getSQL(): SQL }): SQL => sql`split_part(${key}, '|', 1)`

export interface Use {
  count: number
  leftS: number
  locks: number
  lockedForS: number
}

export async function countUse(db: Db, key: string, now: Date, windowS: number): Promise<Use> {
  const ends = secondsAfter(now, windowS)
  const isOver = sql`throttles.window_ends_at <= ${now.toISOString()}::timestamptz`
  const [row] = await rowsOf<{ count: number; locks: number; left: string | number; locked: string | number | null }>(
    db,
    sql`insert into throttles (key, count, window_ends_at) values (${key}, 1, ${ends.toISOString()}::timestamptz)
        on conflict (key) do update set
          count = case when ${isOver} then 1 else throttles.count + 1 end,
          window_ends_at = case when ${isOver} then excluded.window_ends_at else throttles.window_ends_at end,
          locks = case when ${isOver} then 0 else throttles.locks end
        returning count, locks, extract(epoch from window_ends_at - ${now.toISOString()}::timestamptz) as left,
          extract(epoch from locked_until - ${now.toISOString()}::timestamptz) as locked`,
  )
  return {
    count: row?.count ?? 1,
    locks: row?.locks ?? 0,
    leftS: Number(row?.left ?? windowS),
    lockedForS: Math.max(0, Number(row?.locked ?? 0)),
  }
}

/** How many different things were done under `stem` within the window, with `things`. */
export async function countTogether(
  db: Db,
  stem: string,
  things: string[],
  now: Date,
  windowS: number,
): Promise<number> {
  const ends = secondsAfter(now, windowS)
  const rows = [...new Set(things)].sort().map((thing) => ({ key: `${stem}|${thing}`, count: 1, windowEndsAt: ends }))
  await db
    .insert(throttles)
    .values(rows)
    .onConflictDoUpdate({ target: throttles.key, set: { windowEndsAt: ends } })
  return db.$count(throttles, and(eq(stemOf(throttles.key), stem), gt(throttles.windowEndsAt, now)))
}

export interface Limit {
  key: string
  max: number
  windowS: number
  message: string
}

export async function limit(
  { db, clock }: { db: Db; clock: Clock },
  { key, max, windowS, message }: Limit,
): Promise<void> {
  const { count, leftS } = await countUse(db, key, clock.now(), windowS)
  if (count > max) throw rateLimited(message, leftS)
}

export const refundUse = (db: Db, key: string) =>
  db
    .update(throttles)
    .set({ count: sql`${throttles.count} - 1` })
    .where(and(eq(throttles.key, key), gt(throttles.count, 0)))

/** Anybody can make a row by trying a name, so rows must not stay for ever. */
export const sweepThrottles = (db: Db, now: Date) =>
  db
    .delete(throttles)
    .where(and(lt(throttles.windowEndsAt, now), or(isNull(throttles.lockedUntil), lt(throttles.lockedUntil, now))))

/**
 * Finds what is asked for, and counts each time that there is nothing. A try is counted before it is judged, so that
 * parallel tries get no more; a right or unjudged one is given back.
 */
export async function limitWrong<T>(
  { db, clock }: { db: Db; clock: Clock },
  limits: Limit[],
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted: string[] = []
  let isWrong = false
  try {
    for (const { key, max, windowS, message } of limits) {
      const { count, leftS } = await countUse(db, key, clock.now(), windowS)
      counted.push(key)
      if (count > max) throw rateLimited(message, leftS)
    }
    const found = await find()
    isWrong = found === undefined
    return found
  } finally {
    if (!isWrong) for (const key of counted) await refundUse(db, key)
  }
}

import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../db/columns.ts'
import { type Db, rowsOf } from '../db/db.ts'
import { secondsAfter } from '../process/clock.ts'

/** Counters shared by all instances: how often a key was used in its window. */
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

/** What a key begins with, before the first `|`: keys that differ only behind it are found together. */
export const stemOf = (key: { getSQL(): SQL }): SQL => sql`split_part(${key}, '|', 1)`

/** Counts one use and answers how many there were in the window, this one included. */
export async function countUse(db: Db, key: string, now: Date, windowS: number): Promise<number> {
  const ends = secondsAfter(now, windowS)
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`insert into throttles (key, count, window_ends_at) values (${key}, 1, ${ends.toISOString()}::timestamptz)
        on conflict (key) do update set
          count = case when throttles.window_ends_at <= ${now.toISOString()}::timestamptz then 1 else throttles.count + 1 end,
          window_ends_at = case when throttles.window_ends_at <= ${now.toISOString()}::timestamptz then excluded.window_ends_at else throttles.window_ends_at end
        returning count`,
  )
  return row?.count ?? 1
}

/** Takes one use back, as when it turned out to be a rightful one. */
export const refundUse = (db: Db, key: string) =>
  db
    .update(throttles)
    .set({ count: sql`${throttles.count} - 1` })
    .where(and(eq(throttles.key, key), gt(throttles.count, 0)))

/** Forgets what has run out: anybody may make a row by trying a name, so they must not stay for ever. */
export const sweepThrottles = (db: Db, now: Date) =>
  db
    .delete(throttles)
    .where(and(lt(throttles.windowEndsAt, now), or(isNull(throttles.lockedUntil), lt(throttles.lockedUntil, now))))

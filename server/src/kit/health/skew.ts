import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'

const MAX_MS = 60_000

/**
 * Whether this machine's clock is the database's, but for a minute. The ends of codes, locks and sessions are written by
 * one instance and read by others, so one whose clock is off would lengthen or cut short them all.
 */
export async function sharesClock(db: Db, clock: Clock): Promise<boolean> {
  const before = clock.now().getTime()
  const [row] = await rowsOf<{ ms: string | number }>(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  const after = clock.now().getTime()
  const theirs = Number(row?.ms)
  return theirs > before - MAX_MS && theirs < after + MAX_MS
}

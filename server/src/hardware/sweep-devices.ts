import { retained } from '@hikmah/contract/retention'
import { type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { daysBefore } from '../kit/process/clock.ts'
import { offlineSince } from './queries.ts'

/** Months are let go whole. */
export function keptSince(now: Date): Date {
  const oldest = daysBefore(now, retained.deviceEvents.days)
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth()))
}

/** The rows of one statement: few enough to stay far below its time limit and to hold locks only briefly. */
const AT_ONCE = 2000

/** Repeats a statement that returns the rows it wrote until it writes fewer than it may, and returns how many they were. */
async function inRounds(db: Db, statement: SQL, atOnce: number): Promise<number> {
  let all = 0
  for (;;) {
    const { length } = await rowsOf(db, statement)
    all += length
    if (length < atOnce) return all
  }
}

/** Disconnects devices that have missed three intervals. Those that another instance or a beat has locked wait. */
export const sweepDevices = (db: Db, now: Date, atOnce = AT_ONCE): Promise<number> =>
  inRounds(
    db,
    sql`with lost as (
          select device_id from device_beats
          where connected and last_beat_at <= ${offlineSince(now).toISOString()}::timestamptz
          order by device_id limit ${atOnce} for no key update skip locked
        ), cleared as (
          update device_beats b set connected = false from lost where b.device_id = lost.device_id returning b.*
        )
        insert into device_events
          (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active)
        select gen_random_uuid(), device_id, 'disconnected', ${now.toISOString()}::timestamptz, ip, country, city, browser, os,
          lat, long, last_beat_at
        from cleared returning device_id`,
    atOnce,
  )

export const sweepDevicesJob = job({
  name: 'sweep-devices',
  every: 'minute',
  work: ({ db, clock }: House) => sweepDevices(db, clock.now()),
})

/** Makes the coming months of events and lets old ones go. Rows go one by one only where they lie in no month (decision 064). */
export async function pruneDevices(db: Db, now: Date, atOnce = AT_ONCE): Promise<void> {
  const since = keptSince(now).toISOString()
  await inRounds(
    db,
    sql`with old as (
          select day, device_id from device_presence where day < ${since.slice(0, 10)} order by day limit ${atOnce}
        )
        delete from device_presence p using old where p.day = old.day and p.device_id = old.device_id returning p.day`,
    atOnce,
  )
  await db.execute(sql`select add_device_event_months()`)
  await db.execute(sql`select drop_device_event_months(${since}::timestamptz)`)
  await inRounds(
    db,
    sql`with old as (
          select id, created_at from device_events where created_at < ${since}::timestamptz order by created_at limit ${atOnce}
        )
        delete from device_events e using old where e.id = old.id and e.created_at = old.created_at returning e.id`,
    atOnce,
  )
}

export const pruneDevicesJob = job({
  // Named when it deleted presence only; a renamed job would be scheduled twice.
  name: 'prune-presence',
  every: 'hour',
  work: ({ db, clock }: House) => pruneDevices(db, clock.now()),
})

import { lt, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { offlineSince } from './rules.ts'
import { devicePresence } from './table.ts'

/** As many as one statement sweeps, so that it stays far below its time limit and holds its rows only for a moment. */
const SWEPT_AT_ONCE = 2000

/**
 * Writes a `disconnected` event for devices that have missed three intervals, and returns how many. Those locked by
 * another instance or a beat are left for the next run.
 */
export async function sweepDevices(db: Db, now: Date, atOnce = SWEPT_AT_ONCE): Promise<number> {
  let all = 0
  for (;;) {
    const swept = await sweepSome(db, now, atOnce)
    all += swept
    if (swept < atOnce) return all
  }
}

async function sweepSome(db: Db, now: Date, atMost: number): Promise<number> {
  const swept = await rowsOf(
    db,
    sql`with lost as (
          select device_id from device_beats
          where connected and last_beat_at <= ${offlineSince(now).toISOString()}::timestamptz
          order by device_id limit ${atMost} for no key update skip locked
        ), cleared as (
          update device_beats b set connected = false from lost where b.device_id = lost.device_id returning b.*
        )
        insert into device_events
          (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active)
        select gen_random_uuid(), device_id, 'disconnected', ${now.toISOString()}::timestamptz, ip, country, city, browser, os,
          lat, long, last_beat_at
        from cleared returning device_id`,
  )
  return swept.length
}

export const sweepDevicesJob = job({
  name: 'sweep-devices',
  every: 'minute',
  work: ({ db, clock }: House) => sweepDevices(db, clock.now()),
})

const KEPT_DAYS = 396

/** Presence is kept for thirteen months. */
export const prunePresence = (db: Db, now: Date) =>
  db.delete(devicePresence).where(
    lt(
      devicePresence.day,
      secondsAfter(now, -KEPT_DAYS * 86_400)
        .toISOString()
        .slice(0, 10),
    ),
  )

export const prunePresenceJob = job({
  name: 'prune-presence',
  every: 'hour',
  work: ({ db, clock }: House) => prunePresence(db, clock.now()),
})

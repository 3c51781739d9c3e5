import { type ConnectionEvent, OFFLINE_AFTER_S, type Outage, type Uptime } from '@hikmah/contract/hardware/schemas'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { isDevice, offlineSince } from './queries.ts'
import { deviceBeats, deviceEvents, devices } from './table.ts'

/** Thirty days of any zone, the first from its midnight on. */
const SHOWN_DAYS = 31
/** A device that drops out more often is shown for as long back as these reach. */
const MOST_OUTAGES = 1000

type Seen = Omit<Outage, 'from' | 'to'>

interface Told extends Seen {
  type: ConnectionEvent['type']
  at: Date
  lastActive: Date | null
}

interface State {
  start: Date
  now: Date
  isOnline: boolean
  lastBeatAt: Date | null
}

interface Span extends Seen {
  from: Date
  to: Date | null
}

/** The last beat, where the device fell silent without saying that it disconnects. */
const lastBeatOf = ({ at, lastActive }: Told): Date | undefined =>
  lastActive && at.getTime() - lastActive.getTime() >= OFFLINE_AFTER_S * 1000 ? lastActive : undefined

const later = (...moments: Date[]) => new Date(Math.max(...moments.map(Number)))

/**
 * When the device was offline between `start` and `now`, no moment twice, and since when that is known. `events` are in
 * order, from the last before `start` on.
 */
export function findOutages(events: Told[], { start, now, isOnline, lastBeatAt }: State) {
  const [first] = events
  // Events are let go after a year: it was connected before the first that is left, if it had beats then.
  const isOlder = first ? first.type === 'disconnected' && first.lastActive !== null : lastBeatAt !== null
  const firstSeen = isOlder ? start : first && later(first.at, start)
  const spans: Span[] = []
  let open: (Seen & { from: Date }) | undefined
  let last = new Date(0)
  for (const event of events) {
    const { type, at, lastActive, ...seen } = event
    if (type === 'connected') {
      if (open) spans.push({ from: open.from, to: at, ...seen })
      open = undefined
    } else if (!open || (lastActive && lastActive > open.from)) {
      // Of one that never ended nothing is known but that it beat afterwards.
      open = { from: later(lastBeatOf(event) ?? at, last), ...seen }
    }
    last = at
  }
  if (!isOnline && firstSeen) {
    open ??= { from: later(lastBeatAt ?? now, last), ip: '', country: '', city: '', browser: '', os: '' }
    spans.push({ ...open, to: null })
  }
  const outages = spans
    .map((span) => ({ ...span, from: later(span.from, start) }))
    .filter(({ from, to }) => (to ?? now) > from)
  return { firstSeen, outages }
}

export async function readUptime(db: Db, id: string, now: Date): Promise<Uptime> {
  const [state] = await db
    .select({ connected: deviceBeats.connected, lastBeatAt: deviceBeats.lastBeatAt })
    .from(devices)
    .innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id))
    .where(isDevice(id))
  const { connected, lastBeatAt } = existing(
    [state].flatMap((row) => row ?? []),
    'device',
  )
  const shown = secondsAfter(now, -SHOWN_DAYS * DAY_S)
  const at = sql`${shown.toISOString()}::timestamptz`
  const own = eq(deviceEvents.deviceId, id)
  const before = sql`(select max(created_at) from device_events where device_id = ${id} and created_at < ${at})`
  const rows = await db
    .select({
      type: deviceEvents.type,
      at: deviceEvents.createdAt,
      lastActive: deviceEvents.lastActive,
      ip: deviceEvents.ip,
      country: deviceEvents.country,
      city: deviceEvents.city,
      browser: deviceEvents.browser,
      os: deviceEvents.os,
    })
    .from(deviceEvents)
    .where(and(own, sql`${deviceEvents.createdAt} >= coalesce(${before}, ${at})`))
    .orderBy(desc(deviceEvents.createdAt), desc(deviceEvents.seq))
    .limit(2 * MOST_OUTAGES)
  const events = rows.reverse()
  const start = rows.length === 2 * MOST_OUTAGES ? later(events[0]!.at, shown) : shown
  const isOnline = connected && lastBeatAt !== null && lastBeatAt > offlineSince(now)
  const { firstSeen, outages } = findOutages(events, { start, now, isOnline, lastBeatAt })
  return {
    until: now.toISOString(),
    since: firstSeen?.toISOString() ?? null,
    outages: outages.map(({ from, to, ...seen }) => ({
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      ...seen,
    })),
    disconnectsBefore: await countBefore(db, id, shown),
  }
}

/** In as many days before; none are known of a device that was not there. */
const countBefore = (db: Db, id: string, end: Date) =>
  db.$count(
    deviceEvents,
    and(
      eq(deviceEvents.deviceId, id),
      eq(deviceEvents.type, 'disconnected'),
      sql`${deviceEvents.createdAt} >= ${secondsAfter(end, -SHOWN_DAYS * DAY_S).toISOString()}::timestamptz`,
      sql`${deviceEvents.createdAt} < ${end.toISOString()}::timestamptz`,
    ),
  )

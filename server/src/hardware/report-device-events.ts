import type { Parsed } from '@hikmah/contract/endpoint'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import { type ConnectionEvent, EVENTS_A_DAY, OFFLINE_AFTER_S } from '@hikmah/contract/hardware/schemas'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import { readAgent } from '../kit/auth/agent.ts'
import { type Db, gather, rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { rateLimited, unknownDeviceKey } from '../kit/errors/refusal.ts'
import { DAY_S, formatUtcDay } from '../kit/process/clock.ts'
import { keptSince } from './sweep-devices.ts'
import { deviceBeats, deviceEvents, devices } from './table.ts'

type State = Pick<typeof deviceBeats.$inferSelect, 'connected' | 'lastEventAt'>

/**
 * Whether an event happened before the last beat. A reported connection also counts as a beat, by our clock, but not here:
 * times of the device's own clock are compared only with each other.
 */
const isBeforeBeat = (
  at: Date,
  { lastBeatAt, connectedOn, lastEventAt }: Record<'lastBeatAt' | 'connectedOn' | 'lastEventAt', Date | null>,
): boolean => {
  if (!lastBeatAt || at >= lastBeatAt) return false
  return lastEventAt === null || connectedOn === null || lastBeatAt > connectedOn
}

/** Whether the device is not connected or disconnected already, and by its clock this is not before its last event. */
const changesConnection = (type: ConnectionEvent['type'], at: Date | undefined, state: State): boolean =>
  (type === 'connected') !== state.connected && !(at && state.lastEventAt && at < state.lastEventAt)

interface TimelineEvent {
  type: ConnectionEvent['type']
  at: Date
}

/** Whether the device was not in that state at that moment, and the timeline has no such event of the very same moment. */
function isNewAt(type: ConnectionEvent['type'], at: Date, timeline: TimelineEvent[]): boolean {
  // Those that were told late are at most one of each type at the same moment.
  const upTo = timeline.filter((event) => event.at <= at).slice(0, 2)
  return upTo[0]?.type !== type && !upTo.some((event) => event.type === type && event.at.getTime() === at.getTime())
}

/** How many events the device told on this day with these. Refuses them all where they are more than a day has. */
function countEvents(
  { eventsDay, eventsKept }: { eventsDay: string | null; eventsKept: number },
  more: number,
  now: Date,
) {
  const today = now.toISOString().slice(0, 10)
  const before = eventsDay === today ? eventsKept : 0
  if (before + more <= EVENTS_A_DAY) return { eventsDay: today, eventsKept: before + more }
  const tomorrow = new Date(Date.parse(today) + DAY_S * 1000)
  const [kept, limit] = [before, EVENTS_A_DAY].map((count) => count.toLocaleString('en-US'))
  throw rateLimited(
    `This device has reported ${kept} of the ${limit} new events it may report a day. Send these again from ${formatUtcDay(tomorrow)}, 00:00 UTC.`,
    (tomorrow.getTime() - now.getTime()) / 1000,
  )
}

type Events = Parsed<typeof hardware.reportDeviceEvents>['body']

/** Saves events in order, and returns how many were new. They leave no audit entries: the events are the trail. */
export async function reportDeviceEvents(
  { database, clock }: Reads & Pick<House, 'database'>,
  actor: DeviceActor,
  events: Events,
): Promise<number> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    const { state: savedState, addedAt } = await holdState(tx, actor)
    const reported = events.flatMap((event) => {
      // A clock that is ahead of ours is not believed, or nothing the device says would be new until then.
      const at = event.at === undefined ? undefined : new Date(Math.min(Date.parse(event.at), now.getTime()))
      // A later beat knows better: an event that arrives late only goes on the timeline, at its own time.
      const late = at && isBeforeBeat(at, savedState) ? at : undefined
      return late && (late < addedAt || late < keptSince(now)) ? [] : [{ event, at, late }]
    })
    const timeline = await readTimelineAt(
      tx,
      actor.id,
      reported.flatMap(({ late }) => late ?? []),
    )
    const savedIds = await readSavedIds(
      tx,
      actor.id,
      reported.flatMap(({ event }) => event.eventId ?? []),
    )
    const state = { ...savedState }
    const added: NewEvent[] = []
    for (const { event, at, late } of reported) {
      const isNew = late ? isNewAt(event.type, late, timeline) : changesConnection(event.type, at, state)
      if (!isNew || (event.eventId !== undefined && savedIds.has(event.eventId))) continue
      if (event.eventId !== undefined) savedIds.add(event.eventId)
      const { country = state.country, city = state.city, lat = state.lat, long = state.long } = event
      const seen = { ...describeAgent(actor, event), ip: actor.ip, country, city, lat, long }
      const moment = late ?? now
      // Of the same moment, what was heard last comes first.
      const place = timeline.findIndex((other) => other.at <= moment)
      timeline.splice(place < 0 ? timeline.length : place, 0, { type: event.type, at: moment })
      added.push({
        id: newId(),
        type: event.type,
        created_at: moment,
        // Earlier beats are not stored.
        last_active: late ? null : state.lastBeatAt,
        event_id: event.eventId ?? null,
        ...seen,
      })
      if (late) continue
      state.lastEventAt = at ?? state.lastEventAt
      Object.assign(state, seen, { connected: event.type === 'connected' })
      // A device that connects counts as alive, so the sweeper waits for its first beat.
      if (state.connected) Object.assign(state, { connectedOn: now, lastBeatAt: now })
    }
    if (added.length > 0) {
      const { deviceId: _, ...changed } = { ...state, ...countEvents(savedState, added.length, now) }
      await insertEvents(tx, actor.id, added)
      await tx.update(deviceBeats).set(changed).where(eq(deviceBeats.deviceId, actor.id))
    }
    return added.length
  })
}

/** By the names of its columns. */
type NewEvent = Pick<
  typeof deviceEvents.$inferSelect,
  'id' | 'type' | 'ip' | 'country' | 'city' | 'browser' | 'os' | 'lat' | 'long'
> & {
  created_at: Date
  last_active: Date | null
  event_id: string | null
}

/** All in one value: with a value for each column of each row, drizzle takes twenty times as long to write the statement. */
const insertEvents = (tx: Db, deviceId: string, events: NewEvent[]) =>
  tx.execute(
    sql`insert into device_events
          (id, device_id, type, created_at, ip, country, city, browser, os, lat, long, last_active, event_id)
        select id, ${deviceId}, type, created_at, ip, country, city, browser, os, lat, long, last_active, event_id
        from json_populate_recordset(null::device_events, ${JSON.stringify(events)})`,
  )

/** Locks the state of the device, if the key that was sent is still valid. */
async function holdState(tx: Db, actor: DeviceActor) {
  const [row] = await tx
    .select({ state: deviceBeats, addedAt: devices.createdAt })
    .from(deviceBeats)
    .innerJoin(devices, eq(devices.id, deviceBeats.deviceId))
    .where(and(eq(devices.keyHash, actor.keyHash), isNull(devices.deletedAt)))
    .for('no key update', { of: deviceBeats })
  if (!row) throw unknownDeviceKey()
  return row
}

/** The latest two events up to each of these moments, latest first. */
async function readTimelineAt(tx: Db, deviceId: string, moments: Date[]) {
  if (moments.length === 0) return []
  const rows = await rowsOf<{ type: ConnectionEvent['type']; at: string }>(
    tx,
    sql`select distinct e.type, e.created_at as at, e.seq
        from unnest(${sql.param(moments.map((moment) => moment.toISOString()))}::timestamptz[]) as asked (moment)
        cross join lateral (
          select type, created_at, seq from device_events
          where device_id = ${deviceId} and created_at <= asked.moment order by created_at desc, seq desc limit 2
        ) e
        order by e.created_at desc, e.seq desc`,
  )
  return rows.map(({ type, at }) => ({ type, at: new Date(at) }))
}

async function readSavedIds(tx: Db, deviceId: string, eventIds: string[]): Promise<Set<string | null>> {
  if (eventIds.length === 0) return new Set()
  const rows = await tx
    .select({ eventId: deviceEvents.eventId })
    .from(deviceEvents)
    .where(and(eq(deviceEvents.deviceId, deviceId), inArray(deviceEvents.eventId, eventIds)))
  return new Set(rows.map(({ eventId }) => eventId))
}

type Report = NonNullable<Parsed<typeof hardware.heartbeat>['body']>

/** The form that the database function `keep_beats` reads. */
interface Beat extends Report {
  key: string
  at: Date
  beats: number
  ip: string
}

const MAX_AGENTS = 1000
const agents = new Map<string, { browser: string; os: string }>()

/** Browser and system: as the device says, otherwise as its User-Agent does. */
function describeAgent(actor: DeviceActor, { browser, os }: Report) {
  let fromHeader = agents.get(actor.userAgent)
  if (!fromHeader) {
    const agent = readAgent(actor.userAgent)
    fromHeader = { browser: agent.browser, os: agent.operatingSystem }
    if (agents.size >= MAX_AGENTS) agents.clear()
    agents.set(actor.userAgent, fromHeader)
  }
  return { browser: browser ?? fromHeader.browser, os: os ?? fromHeader.os }
}

/** Saves them in one statement, and returns for each whether its key was valid. Several of one device are merged. */
async function saveBeats(db: Db, beats: Beat[]): Promise<boolean[]> {
  const byKey = new Map<string, Beat>()
  for (const beat of beats) {
    const earlier = byKey.get(beat.key)
    byKey.set(beat.key, { ...earlier, ...beat, beats: (earlier?.beats ?? 0) + 1 })
  }
  const sent = JSON.stringify([...byKey.values()])
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`select keep_beats(${sent}::jsonb, make_interval(secs => ${OFFLINE_AFTER_S})) as key`,
  )
  const validKeys = new Set(rows.map((row) => row.key))
  return beats.map((beat) => validKeys.has(beat.key))
}

/** Resolves when the beat is on the disk. Those that come while others are written go to the disk together. */
export function createBeats({ db, clock }: Reads) {
  const saveGathered = gather((beats: Beat[]) => saveBeats(db, beats))
  return async (actor: DeviceActor, report: Report): Promise<void> => {
    const seen = { ...report, ...describeAgent(actor, report), ip: actor.ip, at: clock.now() }
    if (!(await saveGathered({ ...seen, key: actor.keyHash, beats: 1 }))) throw unknownDeviceKey()
  }
}

import type { Parsed } from '@hikmah/contract/endpoint'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import type { ConnectionEvent } from '@hikmah/contract/hardware/schemas'
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { unknownDeviceKey } from '../kit/http/refusal.ts'
import { agentOf } from './keep-beats.ts'
import { latestFirst } from './queries.ts'
import { changesConnection, isBeforeBeat } from './rules.ts'
import { deviceBeats, deviceEvents, devices } from './table.ts'

type Events = Parsed<typeof hardware.reportDeviceEvents>['body']

/**
 * Saves the connection events of a device in order, and returns how many were new. They leave no audit entries: the
 * events are the trail.
 */
export async function reportDeviceEvents(
  { database, clock }: Reads & Pick<House, 'database'>,
  actor: DeviceActor,
  events: Events,
): Promise<number> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    const { state: former, addedAt } = await holdState(tx, actor)
    const state = { ...former }
    let kept = 0
    for (const event of events) {
      // A clock that is ahead of ours is not believed, or nothing the device says would be new until then.
      const at = event.at === undefined ? undefined : new Date(Math.min(Date.parse(event.at), now.getTime()))
      // A later beat knows better: an event that arrives late only goes on the timeline, at its own time.
      const late = at && isBeforeBeat(at, former) ? at : undefined
      if (late && late < addedAt) continue
      const isNew = late ? await isNewAt(tx, actor.id, event.type, late) : changesConnection(event.type, at, state)
      if (!isNew) continue
      if (event.eventId !== undefined && (await isKnown(tx, actor.id, event.eventId))) continue
      const { country = state.country, city = state.city, lat = state.lat, long = state.long } = event
      const seen = { ...agentOf(actor, event), ip: actor.ip, country, city, lat, long }
      await tx.insert(deviceEvents).values({
        id: newId(),
        deviceId: actor.id,
        type: event.type,
        createdAt: late ?? now,
        // Of the beats before that moment nothing is kept.
        lastActive: late ? null : state.lastBeatAt,
        eventId: event.eventId ?? null,
        ...seen,
      })
      kept += 1
      if (late) continue
      state.lastEventAt = at ?? state.lastEventAt
      Object.assign(state, seen, { connected: event.type === 'connected' })
      // A device that connects counts as alive, so the sweeper waits for its first beat.
      if (state.connected) Object.assign(state, { connectedOn: now, lastBeatAt: now })
    }
    if (kept > 0) {
      const { deviceId: _, ...changed } = state
      await tx.update(deviceBeats).set(changed).where(eq(deviceBeats.deviceId, actor.id))
    }
    return kept
  })
}

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

/** Whether the device was not in that state at that moment, and the timeline has no such event of the very same moment. */
async function isNewAt(tx: Db, deviceId: string, type: ConnectionEvent['type'], at: Date): Promise<boolean> {
  const upTo = await tx
    .select({ type: deviceEvents.type, at: deviceEvents.createdAt })
    .from(deviceEvents)
    .where(and(eq(deviceEvents.deviceId, deviceId), lte(deviceEvents.createdAt, at)))
    .orderBy(...latestFirst)
    // Those that were told late are at most one of each type at the same moment.
    .limit(2)
  return upTo[0]?.type !== type && !upTo.some((one) => one.type === type && one.at.getTime() === at.getTime())
}

async function isKnown(tx: Db, deviceId: string, eventId: string): Promise<boolean> {
  const known = await tx
    .select({ id: deviceEvents.id })
    .from(deviceEvents)
    .where(and(eq(deviceEvents.deviceId, deviceId), eq(deviceEvents.eventId, eventId)))
  return known.length > 0
}

import {
  type ConnectionEvent,
  type Connectivity,
  type DeviceStatus,
  EVENTS_A_DAY,
  isGuarded,
  OFFLINE_AFTER_S,
} from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { can, type StaffRole } from '@hikmah/contract/permissions'
import { forbidden, invalid, rateLimited } from '../kit/errors/refusal.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'

/** A device without a beat since then counts as disconnected. */
export const offlineSince = (now: Date) => secondsAfter(now, -OFFLINE_AFTER_S)

export function connectivityOf(beat: { lastBeatAt: Date | null; connected: boolean }, now: Date): Connectivity {
  if (!beat.lastBeatAt) return 'never'
  return beat.connected && beat.lastBeatAt > offlineSince(now) ? 'online' : 'offline'
}

/** Pending comes from an order alone; Locked and Lost are set and lifted by those who may. */
export function assertStatusChange(role: StaffRole, from: DeviceStatus | undefined, to: DeviceStatus): void {
  if (from === to) return
  if (to === 'Pending') throw invalid('status', 'Pending is set by an order. Choose another status.')
  if (((from && isGuarded(from)) || isGuarded(to)) && !can(role, 'hardware.lock')) {
    throw forbidden('Only owners and admins can set or lift the statuses Locked and Lost')
  }
}

/**
 * What a unit becomes that an open order waits for: what it turned out to be and, when that is over, the order's again.
 * Undefined where it keeps its status.
 */
export function statusOfOrdered(from: DeviceStatus, to: DeviceStatus): DeviceStatus | undefined {
  if (to === 'Lost' || to === 'Locked' || to === 'Defective') return to
  return to === 'Available' && from !== 'Pending' ? 'Pending' : undefined
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Fatima Noor assigned this device to Masjid An-Noor on Nov 21, 2026 (UTC)`. */
export const assignedAlready = (by: string, organization: string, at: Date) =>
  `${by} assigned this device to ${organizationName(organization)} on ${day.format(at)} (UTC)`

interface State {
  connected: boolean
  lastEventAt: Date | null
}

/**
 * Whether an event happened before the last beat. A reported connection also counts as a beat, by our clock, but not here:
 * times of the device's own clock are compared only with each other.
 */
export const isBeforeBeat = (
  at: Date,
  known: { lastBeatAt: Date | null; connectedOn: Date | null; lastEventAt: Date | null },
): boolean => {
  const { lastBeatAt, connectedOn, lastEventAt } = known
  if (!lastBeatAt || at >= lastBeatAt) return false
  return lastEventAt === null || connectedOn === null || lastBeatAt > connectedOn
}

/** Whether the device is not connected or disconnected already, and by its clock this is not before its last event. */
export const changesConnection = (type: ConnectionEvent['type'], at: Date | undefined, state: State): boolean =>
  (type === 'connected') !== state.connected && !(at && state.lastEventAt && at < state.lastEventAt)

/** An event of the timeline, which stands latest first. */
interface Told {
  type: ConnectionEvent['type']
  at: Date
}

/** Whether the device was not in that state at that moment, and the timeline has no such event of the very same moment. */
export function isNewAt(type: ConnectionEvent['type'], at: Date, timeline: Told[]): boolean {
  // Those that were told late are at most one of each type at the same moment.
  const upTo = timeline.filter((one) => one.at <= at).slice(0, 2)
  return upTo[0]?.type !== type && !upTo.some((one) => one.type === type && one.at.getTime() === at.getTime())
}

const KEPT_DAYS = 396

/** Presence and connections are kept for thirteen months. */
export const keptSince = (now: Date) => secondsAfter(now, -KEPT_DAYS * DAY_S)

/** How many events the device told on this day with these. Refuses them all where they are more than a day has. */
export function countEvents(
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
    `This device has reported ${kept} of the ${limit} new events it may report a day. Send these again from ${day.format(tomorrow)}, 00:00 UTC.`,
    (tomorrow.getTime() - now.getTime()) / 1000,
  )
}

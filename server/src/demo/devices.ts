import { NewDevice } from '@hikmah/contract/hardware/drafts'
import { BEAT_S, type DeviceStatus, streamPrefix } from '@hikmah/contract/hardware/schemas'
import { and, asc, eq } from 'drizzle-orm'
import { newDeviceId } from '../hardware/device-calls.ts'
import { assignDevice, createDevice, updateDevice } from '../hardware/manage-devices.ts'
import { createBeats, reportDeviceEvents } from '../hardware/report-device-events.ts'
import { deviceBeats } from '../hardware/table.ts'
import type { House } from '../house.ts'
import type { DeviceActor, StaffActor } from '../kit/auth/actor.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { uploadMedia } from '../media/manage-media.ts'
import { findOrderOfDevice } from '../orders/queries.ts'
import { organizations } from '../organizations/table.ts'
import { keepFleet, type Unit } from './beat-devices.ts'
import { DAY, HOUR, MINUTE, pick, places, unitPng } from './fiction.ts'
import type { Act } from './organizations.ts'

const UNITS = 40

/** Where a unit is in its life. `quiet` was seen for the last time days ago, `new` is installed and never connected. */
type Story = 'live' | 'quiet' | 'new' | 'stock' | 'Lost' | 'Locked' | 'Defective' | 'Unavailable'

const oddStories: Record<number, Story> = {
  6: 'quiet',
  9: 'Defective',
  13: 'Lost',
  14: 'quiet',
  17: 'Locked',
  21: 'quiet',
  22: 'Unavailable',
  25: 'quiet',
  29: 'Defective',
  31: 'quiet',
}
/** The youngest are on their way or in stock. */
const storyFor = (n: number): Story =>
  oddStories[n] ?? (n >= 36 ? 'stock' : n >= 34 ? 'new' : n === 33 ? 'stock' : 'live')

const statusByStory: Record<Story, Exclude<DeviceStatus, 'Pending'>> = {
  live: 'Active',
  quiet: 'Active',
  new: 'Shipped',
  stock: 'Available',
  Lost: 'Lost',
  Locked: 'Locked',
  Defective: 'Defective',
  Unavailable: 'Unavailable',
}

const labels = ['Main prayer hall', 'Lobby', 'Sisters’ entrance', 'Community kitchen', 'Office']
const notes = ['Stands beside the shoe shelves', 'Wall mount, cable through the ceiling', 'On the donation table', '']

const KIOSK =
  'Mozilla/5.0 (Linux; Android 14; DeenKiosk) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

export function planDevices(house: House, crew: StaffActor[], end: number): Act[] {
  const beat = createBeats(house)
  const live: Unit[] = []
  let image: Promise<{ imageUrl: string; imageName: string; imageSize: number }> | undefined
  const acts = Array.from({ length: UNITS }, (_, n) => planUnit(n)).flat()
  // The last half day, beat by beat; the very last of each within the minutes before the start.
  for (let at = end - 12 * HOUR; at <= end - 5 * MINUTE; at += BEAT_S * 1000) {
    acts.push({ at, run: () => Promise.all(live.map(({ by, place }) => beat(by, place))) })
  }
  for (const minute of [4, 3, 2, 1, 0]) {
    const dueUnits = () => live.filter((_, i) => i % 5 === minute)
    acts.push({ at: end - minute * MINUTE, run: () => Promise.all(dueUnits().map(({ by, place }) => beat(by, place))) })
  }
  acts.push({ at: end, run: () => keepFleet(house.db, live) })
  return acts

  function planUnit(n: number): Act[] {
    const story = storyFor(n)
    const staff = pick(crew, n)
    const added = end - (4 + ((UNITS - 1 - n) / UNITS) * 360) * DAY
    const appStream = n % 3 === 2 ? 'DEENSCREEN' : 'DEENKIOSK'
    const unit: Unit = { by: deviceActor(n), place: {} }
    const tell = (type: 'connected' | 'disconnected', at: number): Act => ({
      at,
      run: async () => {
        if (type === 'disconnected') await noteLastBeat(unit, at)
        await reportDeviceEvents(house, unit.by, [{ type, eventId: `${type} ${at}`, ...unit.place }])
      },
    })
    const add: Act = {
      at: added,
      run: async () => {
        image ??= picture(staff)
        const data = await createDevice(
          house,
          staff,
          NewDevice.parse({
            deviceId: newDeviceId(house.keys.deviceIds, streamPrefix[appStream]),
            appStream,
            macAddress: `02:1A:7D:4E:${hex(n * 5)}:${hex(n * 37)}`,
            price: appStream === 'DEENKIOSK' ? 899 + (n % 3) * 50 : 549 + (n % 2) * 50,
            details: pick(notes, n),
            imageMetaData: await image,
          }),
        )
        Object.assign(unit.by, { id: data._id, name: data.deviceId, keyHash: sha256(data.deviceKey) })
      },
    }
    if (story === 'stock') return [add]
    const assign: Act = { at: added + DAY, run: () => give(n, staff, unit) }
    const status: Act = {
      at: story === 'live' || story === 'quiet' || story === 'new' ? added + 2 * DAY : end - (3 + n) * DAY,
      run: () => updateDevice(house, staff, unit.by.id, { status: statusByStory[story] }, findOrderOfDevice),
    }
    if (story === 'new') return [add, assign, status]
    if (story === 'Unavailable') return [add, { ...status, at: added + DAY }]
    const silentDays = story === 'quiet' ? 66 - 2 * n : 3 + n
    const lastSeen = story === 'live' ? end - 13 * HOUR : end - silentDays * DAY - HOUR
    const joinLive: Act = { at: end - 12.5 * HOUR, run: async () => live.push(unit) }
    const reports = connections(n, added + 3 * DAY, lastSeen, tell)
    return [add, assign, status, ...reports, ...(story === 'live' ? [joinLive] : [])]
  }

  /** The beats of months are left out, but for the last one before a connection was lost. */
  async function noteLastBeat({ by }: Unit, lostAt: number) {
    await house.db
      .update(deviceBeats)
      .set({ lastBeatAt: new Date(lostAt - (BEAT_S * 1000) / 2) })
      .where(and(eq(deviceBeats.deviceId, by.id), deviceBeats.connected))
  }

  async function picture(staff: StaffActor) {
    const file = { name: 'device.png', kind: 'image' as const, bytes: await unitPng() }
    const { imageUrl, imageName } = await uploadMedia(house, staff, file)
    return { imageUrl, imageName, imageSize: 0 }
  }

  async function give(n: number, staff: StaffActor, unit: Unit) {
    const approved = await house.db
      .select({ id: organizations.id, city: organizations.city })
      .from(organizations)
      .where(eq(organizations.status, 'approved'))
      .orderBy(asc(organizations.createdAt))
    const to = approved[(n * 3) % approved.length]
    if (!to) return
    const [, , , , lat, long] = places.find(([city]) => city === to.city) ?? []
    unit.place = { country: 'United States', city: to.city, ...(lat && long && { lat, long }) }
    const assignment = { organizationId: to.id, name: pick(labels, n) }
    await assignDevice(house, staff, unit.by.id, assignment, findOrderOfDevice)
  }
}

function connections(
  n: number,
  installed: number,
  lastSeen: number,
  tell: (type: 'connected' | 'disconnected', at: number) => Act,
): Act[] {
  const outages = 2 + (n % 3)
  const span = lastSeen - installed
  if (span <= 0) return []
  const acts = [tell('connected', installed)]
  for (let k = 1; k <= outages; k += 1) {
    const at = installed + Math.floor((span * k) / (outages + 1)) + ((n * 7 + k) % 11) * MINUTE
    acts.push(tell('disconnected', at), tell('connected', at + (20 + ((n * 13 + k * 29) % 300)) * MINUTE))
  }
  return [...acts.filter((act) => act.at < lastSeen), tell('disconnected', lastSeen)]
}

const hex = (n: number) => (n % 256).toString(16).padStart(2, '0').toUpperCase()

const deviceActor = (n: number): DeviceActor => ({
  kind: 'device',
  id: '',
  name: '',
  keyHash: '',
  ip: `198.51.100.${10 + n}`,
  userAgent: KIOSK,
  requestId: 'demo-data',
})

import { BEAT_S } from '@hikmah/contract/hardware/schemas'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { createBeats } from '../hardware/report-device-events.ts'
import { deviceBeats, devices } from '../hardware/table.ts'
import type { House } from '../house.ts'
import type { DeviceActor } from '../kit/auth/actor.ts'
import { type Db, readSetting, saveSetting } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { secondsAfter } from '../kit/process/clock.ts'

export interface Unit {
  by: DeviceActor
  place: { country?: string; city?: string; lat?: number; long?: number }
}

const FLEET = 'demo-fleet'

/** Which devices the demo plays, each with the hash of its key. */
export const keepFleet = (db: Db, units: Unit[]) => saveSetting(db, FLEET, units)

/** The job comes each minute, so beats are at most as far apart as those of a device. */
const DUE_AFTER_S = BEAT_S - 60

/**
 * Beats for the devices of the demo, as they would. One whose key was replaced falls silent, as it would, and so do all
 * while the server is down. Nothing beats for a device that somebody added.
 */
export async function beatDemoDevices(house: House): Promise<void> {
  const { db, clock, config } = house
  if (!config.demoData) return
  const fleet = ((await readSetting(db, FLEET)) ?? []) as Unit[]
  const due = await db
    .select({ keyHash: devices.keyHash })
    .from(devices)
    .innerJoin(deviceBeats, eq(deviceBeats.deviceId, devices.id))
    .where(
      and(
        inArray(
          devices.keyHash,
          fleet.map(({ by }) => by.keyHash),
        ),
        lt(deviceBeats.lastBeatAt, secondsAfter(clock.now(), -DUE_AFTER_S)),
      ),
    )
  const keys = new Set(due.map(({ keyHash }) => keyHash))
  const beat = createBeats(house)
  await Promise.allSettled(fleet.filter(({ by }) => keys.has(by.keyHash)).map(({ by, place }) => beat(by, place)))
}

export const beatDemoDevicesJob = job({
  name: 'demo-device-beats',
  every: 'minute',
  work: beatDemoDevices,
})

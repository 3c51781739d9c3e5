import { hardware } from '@hikmah/contract/hardware/endpoints'
import { eq } from 'drizzle-orm'
import { deviceEvents, devicePresence } from '../src/hardware/table.ts'
import { startServer } from './start.ts'

type Keyed = { deviceKey: string }

export const KIOSK =
  'Mozilla/5.0 (Linux; Android 14; Kiosk) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
export const withKey = (deviceKey: string, headers: Record<string, string> = {}) => ({
  headers: { deviceKey, 'user-agent': KIOSK, ...headers },
})

/** A server as devices see it, with what the console shows of them. */
export async function startWithDevices() {
  const server = await startServer()
  const { as, call, callWith, db } = server
  /** A session of its own each time: some of these tests let days go by. */
  const admin: ReturnType<typeof callWith> = async (...asked) => (await as('admin'))(...asked)
  return {
    ...server,
    admin,
    beat: ({ deviceKey }: Keyed, body?: object) => call(hardware.heartbeat, body ? { body } : {}, withKey(deviceKey)),
    tell: ({ deviceKey }: Keyed, body: object) => call(hardware.reportDeviceEvents, { body }, withKey(deviceKey)),
    read: async (id: string) => (await admin(hardware.readDevice, { params: { id } })).data,
    storyOf: async (id: string) =>
      (await db.select().from(deviceEvents).where(eq(deviceEvents.deviceId, id)).orderBy(deviceEvents.seq)).map(
        (event) => event.type,
      ),
    beatsOf: async (id: string) =>
      (await db.select().from(devicePresence).where(eq(devicePresence.deviceId, id)))
        .flatMap((row) => row.beats)
        .reduce((sum, many) => sum + many, 0),
  }
}

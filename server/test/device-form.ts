import { hardware } from '@hikmah/contract/hardware/endpoints'
import { newDeviceId } from '../src/hardware/device-calls.ts'
import { newId } from '../src/kit/db/ids.ts'
import { media } from '../src/media/table.ts'
import { startServer } from './start.ts'

let counter = 0
export const freshMac = () => {
  counter += 1
  return `02:00:00:00:00:${counter.toString(16).padStart(2, '0').toUpperCase()}`
}

/** A server with a manager and an admin who add and edit devices. */
export async function startInventory() {
  const server = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
  const { as, db, clock, house } = server
  const [manager, admin] = [await as('manager'), await as('admin')]

  const freshId = (prefix: 'DK' | 'DS' = 'DK') => newDeviceId(house.keys.deviceIds, prefix)
  async function givenImage(): Promise<string> {
    const id = newId()
    const file = { kind: 'image' as const, name: 'kiosk.png', contentType: 'image/png', size: 10, width: 1, height: 1 }
    await db.insert(media).values({ ...file, id, sha256: id, createdAt: clock.now() })
    return `/api/media/${id}/file`
  }
  const imageUrl = await givenImage()
  const form = (more: object = {}) => ({
    deviceId: freshId(),
    appStream: 'DEENKIOSK',
    macAddress: freshMac(),
    status: 'Available',
    price: 499,
    details: 'Lobby unit',
    imageMetaData: { imageUrl, imageName: 'kiosk.png', imageSize: 0 },
    ...more,
  })

  return {
    ...server,
    manager,
    admin,
    freshId,
    givenImage,
    imageUrl,
    form,
    create: (more: object = {}, by = manager) => by(hardware.createDevice, { body: form(more) }),
    update: (id: string, body: object, by = manager) => by(hardware.updateDevice, { params: { id }, body }),
    read: async (id: string) => (await admin(hardware.readDevice, { params: { id } })).data,
  }
}

import type { NewDevice } from '@hikmah/contract/hardware/schemas'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Secrets, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { sha256 } from '../kit/auth/sessions/tokens.ts'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { retryOnUniqueViolation } from '../kit/db/races.ts'
import { duplicate, invalid } from '../kit/http/refusal.ts'
import { libraryImageId } from '../media/queries.ts'
import { isDeviceId, newDeviceKey } from './device-identity.ts'
import { readDevice } from './queries.ts'
import { assertStatusChange } from './rules.ts'
import { deviceBeats, devices } from './table.ts'

type Form = z.output<typeof NewDevice>

/** Adds a unit. Its key is answered this once; only the hash is kept. */
export async function createDevice({ change, keys }: Writes & Secrets, actor: StaffActor, form: Form) {
  assertStatusChange(actor.role, undefined, form.status)
  if (!isDeviceId(keys.deviceIds, form.deviceId, form.appStream)) {
    throw invalid('deviceId', 'Take an id of this app stream as getUniqueDeviceId gives it')
  }
  const deviceKey = newDeviceKey()
  const device = await retryOnUniqueViolation(() =>
    change(actor, async (tx) => {
      await assertFree(tx, form)
      const { imageMetaData, ...plain } = form
      const row = {
        ...plain,
        id: newId(),
        imageMediaId: await libraryImageId(tx, 'imageMetaData.imageUrl', imageMetaData.imageUrl),
        imageName: imageMetaData.imageName,
        imageSize: imageMetaData.imageSize,
        keyHash: sha256(deviceKey),
        keyIssuedAt: tx.at,
        createdAt: tx.at,
      }
      await tx.insert(devices).values(row)
      await tx.insert(deviceBeats).values({ deviceId: row.id })
      record(tx, {
        action: 'device.created',
        entity: 'device',
        entityId: row.id,
        entityName: row.deviceId,
        after: { ...plain, 'imageMetaData.imageUrl': imageMetaData.imageUrl },
      })
      return readDevice(tx, row.id, tx.at)
    }),
  )
  return { ...device, deviceKey }
}

/** A device id stays taken for ever, a MAC address as long as its device is there. */
async function assertFree(tx: Tx, { deviceId, macAddress }: Form) {
  const [same] = await tx.select({ _id: devices.id }).from(devices).where(eq(devices.deviceId, deviceId))
  if (same) throw duplicate('deviceId', 'A device with this id already exists', same)
  const [twin] = await tx
    .select({ _id: devices.id, deviceId: devices.deviceId })
    .from(devices)
    .where(and(eq(devices.macAddress, macAddress), isNull(devices.deletedAt)))
  if (twin) throw duplicate('macAddress', `This MAC address belongs to device ${twin.deviceId}`, twin)
}

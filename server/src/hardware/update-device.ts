import {
  type DeviceEdit,
  type DeviceStatus,
  type EditableDeviceField,
  normalMac,
  orderedBecause,
} from '@hikmah/contract/hardware/schemas'
import type { z } from 'zod'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { differing } from '../kit/db/differing.ts'
import { assertVersion, invalid } from '../kit/http/refusal.ts'
import { libraryImageId, mediaUrl } from '../media/queries.ts'
import { conflictOn, type FindOrder, type LockedDevice, lockDevice, readDevice, saveDevice } from './queries.ts'
import { assertStatusChange, statusOfOrdered } from './rules.ts'

type Edit = z.output<typeof DeviceEdit>

/** Saves the fields that were sent and differ. */
export async function updateDevice(
  { change }: Writes,
  actor: StaffActor,
  id: string,
  edit: Edit,
  findOrder: FindOrder,
) {
  return change(actor, async (tx) => {
    const before = await lockDevice(tx, id)
    assertSameUnit(before, edit)
    await assertVersion(edit.version, before, () => readDevice(tx, id, tx.at))
    const { name, price, details, imageMetaData: image } = edit
    if (edit.status) assertStatusChange(actor.role, before.status, edit.status)
    const status = await statusAfter(tx, before, edit.status, findOrder)
    const changed = differing(before, {
      status,
      name,
      price,
      details,
      imageMediaId: image && (await libraryImageId(tx, 'imageMetaData.imageUrl', image.imageUrl)),
      imageName: image?.imageName,
      imageSize: image?.imageSize,
    })
    if (Object.keys(changed).length > 0) {
      await saveDevice(tx, id, changed)
      record(tx, {
        action: 'device.updated',
        entity: 'device',
        entityId: id,
        entityName: before.deviceId,
        organizationId: before.organizationId,
        before: fieldsOf(before),
        after: fieldsOf({ ...before, ...changed }),
      })
    }
    return readDevice(tx, id, tx.at)
  })
}

async function statusAfter(tx: Tx, before: LockedDevice, sent: DeviceStatus | undefined, findOrder: FindOrder) {
  if (!sent || sent === before.status || before.organizationId) return sent
  const order = await findOrder(tx, before.id)
  if (!order) return sent
  const status = statusOfOrdered(before.status, sent)
  if (!status) throw await conflictOn(tx, before.id, orderedBecause(order))
  return status
}

/** What the unit is cannot be edited; the same may be sent. */
function assertSameUnit(before: LockedDevice, { _id, deviceId, appStream, macAddress }: Edit) {
  if (_id !== undefined && _id !== before.id) throw invalid('_id', 'Must match the id in the address')
  const cannotChange = 'Cannot be changed'
  if (deviceId !== undefined && deviceId !== before.deviceId) throw invalid('deviceId', cannotChange)
  if (appStream !== undefined && appStream !== before.appStream) throw invalid('appStream', cannotChange)
  if (macAddress !== undefined && normalMac(macAddress) !== before.macAddress) throw invalid('macAddress', cannotChange)
}

/** The fields as a reader of the audit trail knows them. */
const fieldsOf = (row: LockedDevice) =>
  ({
    status: row.status,
    name: row.name,
    price: row.price,
    details: row.details,
    'imageMetaData.imageUrl': mediaUrl(row.imageMediaId),
    'imageMetaData.imageName': row.imageName,
    'imageMetaData.imageSize': row.imageSize,
  }) satisfies Record<EditableDeviceField, unknown>

import type { Parsed } from '@hikmah/contract/endpoint'
import { type DeviceEdit, type NewDevice, normalMac } from '@hikmah/contract/hardware/drafts'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import {
  reservedByOrder,
  SET_BY_ORDER,
  statusWhileOrdered,
  THERE_ALREADY,
  whyNotAssign,
  whyNotChangeStatus,
  whyNotDelete,
} from '@hikmah/contract/hardware/rules'
import type { DeviceStatus } from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { can, type StaffRole } from '@hikmah/contract/permissions'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Secrets, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { pickChanged } from '../kit/db/columns.ts'
import { newId } from '../kit/db/ids.ts'
import { retryOnUniqueViolation } from '../kit/errors/failures.ts'
import { assertVersion, duplicate, forbidden, ID_DIFFERS, invalid, notFound } from '../kit/errors/refusal.ts'
import { formatUtcDay } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { editedColumns, editedFields, libraryImageId } from '../media/queries.ts'
import { holdReceiver } from '../organizations/queries.ts'
import { isDeviceId, newDeviceKey } from './device-calls.ts'
import {
  aboutDevice,
  conflictOn,
  type FindOrder,
  type LockedDevice,
  lockDevice,
  readDevice,
  saveDevice,
} from './queries.ts'
import { type DeviceTableRow, deviceBeats, deviceColumns, devices } from './table.ts'

function assertStatusChange(role: StaffRole, from: DeviceStatus | undefined, to: DeviceStatus): void {
  if (from !== to && to === 'Pending') throw invalid('status', SET_BY_ORDER)
  const reason = whyNotChangeStatus(from, to, can(role, 'hardware.lock'))
  if (reason) throw forbidden(reason)
}

type Form = z.output<typeof NewDevice>

/** Adds a unit. Its key is returned only this once; the database has its hash. */
export async function createDevice({ change, keys }: Writes & Secrets, actor: StaffActor, form: Form) {
  assertStatusChange(actor.role, undefined, form.status)
  if (!isDeviceId(keys.deviceIds, form.deviceId, form.appStream)) {
    throw invalid('deviceId', 'Use an id that getUniqueDeviceId gives for this app stream')
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
        ...aboutDevice(row),
        action: 'device.created',
        after: { ...plain, 'imageMetaData.imageUrl': imageMetaData.imageUrl },
      })
      return readDevice(tx, row.id, tx.at)
    }),
  )
  return { ...device, deviceKey }
}

/** A device id is never used again; a MAC address is free again once its device is deleted. */
async function assertFree(tx: Tx, { deviceId, macAddress }: Form) {
  const [sameId] = await tx.select({ _id: devices.id }).from(devices).where(eq(devices.deviceId, deviceId))
  if (sameId) throw duplicate('deviceId', 'A device with this id already exists', sameId)
  const [sameMac] = await tx
    .select({ _id: devices.id, deviceId: devices.deviceId })
    .from(devices)
    .where(and(eq(devices.macAddress, macAddress), isNull(devices.deletedAt)))
  if (sameMac) throw duplicate('macAddress', `This MAC address belongs to device ${sameMac.deviceId}`, sameMac)
}

export async function updateDevice(
  { change }: Writes,
  actor: StaffActor,
  id: string,
  edit: DeviceEdit,
  findOrder: FindOrder,
) {
  return change(actor, async (tx) => {
    const before = await lockDevice(tx, id)
    assertSameUnit(before, edit)
    await assertVersion(edit.version, before, () => readDevice(tx, id, tx.at))
    const { imageMetaData: image } = edit
    if (edit.status) assertStatusChange(actor.role, before.status, edit.status)
    const status = await nextStatus(tx, before, edit.status, findOrder)
    const changed = pickChanged(before, {
      ...editedColumns<DeviceTableRow>(deviceColumns, edit),
      status,
      imageMediaId: image && (await libraryImageId(tx, 'imageMetaData.imageUrl', image.imageUrl)),
    })
    if (Object.keys(changed).length > 0) {
      await saveDevice(tx, id, changed)
      record(tx, {
        ...aboutDevice(before),
        action: 'device.updated',
        organizationId: before.organizationId,
        before: editedFields(deviceColumns, before),
        after: editedFields(deviceColumns, { ...before, ...changed }),
      })
    }
    return readDevice(tx, id, tx.at)
  })
}

async function nextStatus(tx: Tx, before: LockedDevice, sent: DeviceStatus | undefined, findOrder: FindOrder) {
  if (!sent || sent === before.status || before.organizationId) return sent
  const order = await findOrder(tx, before.id)
  if (!order) return sent
  const status = statusWhileOrdered(before.status, sent)
  if (!status) throw await conflictOn(tx, before.id, reservedByOrder(order))
  return status
}

/** The identity of a unit cannot be edited; sending it unchanged is allowed. */
function assertSameUnit(before: LockedDevice, { _id, deviceId, appStream, macAddress }: DeviceEdit) {
  if (_id !== undefined && _id !== before.id) throw invalid('_id', ID_DIFFERS)
  const cannotChange = 'Cannot be changed'
  if (deviceId !== undefined && deviceId !== before.deviceId) throw invalid('deviceId', cannotChange)
  if (appStream !== undefined && appStream !== before.appStream) throw invalid('appStream', cannotChange)
  if (macAddress !== undefined && normalMac(macAddress) !== before.macAddress) throw invalid('macAddress', cannotChange)
}

/** Keeps the row for its history. The key stops working, and the MAC address and the image are free again. */
export async function deleteDevice({ change }: Writes, actor: StaffActor, id: string, findOrder: FindOrder) {
  await change(actor, async (tx) => {
    const device = await lockDevice(tx, id)
    const { organizationId, organizationName, deviceId, macAddress, status } = device
    const reason = whyNotDelete(status, organizationId ? organizationName : undefined, await findOrder(tx, id))
    if (reason) throw await conflictOn(tx, id, reason)
    await saveDevice(tx, id, { deletedAt: tx.at, imageMediaId: null })
    record(tx, { ...aboutDevice(device), action: 'device.deleted', before: { deviceId, macAddress, status } })
  })
}

type AssignBody = Parsed<typeof hardware.assignDevice>['body']

/** Gives a device to an organization, moves it to another, or takes it back. The row is locked, so only one of several calls succeeds. */
export async function assignDevice(
  { change }: Writes,
  actor: StaffActor,
  id: string,
  sent: AssignBody,
  findOrder: FindOrder,
) {
  const isRemoval = sent.organizationId === ''
  return change(actor, async (tx) => {
    const device = await lockDevice(tx, id)
    const { deviceId } = sent
    if (deviceId !== undefined && deviceId.toLowerCase() !== id && deviceId !== device.deviceId) {
      throw invalid('deviceId', 'Must be the device in the address')
    }
    await (isRemoval ? takeBack(tx, device, sent) : give(tx, device, sent, findOrder))
    return readDevice(tx, id, tx.at)
  })
}

async function give(
  tx: Tx,
  device: LockedDevice,
  { organizationId, from, name = device.name }: AssignBody,
  findOrder: FindOrder,
) {
  const isMove = from !== undefined && from === device.organizationId
  if (isMove && from === organizationId) throw invalid('organizationId', THERE_ALREADY)
  if (from !== undefined && !device.organizationId)
    throw await conflictOn(tx, device.id, 'This device is not assigned to an organization any more')
  if (!isMove && device.organizationId && device.assignedAt) {
    const organization = organizationName(device.organizationName)
    const message = `${device.assignedBy} assigned this device to ${organization} on ${formatUtcDay(device.assignedAt)} (UTC)`
    throw await conflictOn(tx, device.id, message)
  }
  const reason = whyNotAssign(device.status, await findOrder(tx, device.id))
  if (reason) throw await conflictOn(tx, device.id, reason)
  const receiver = await holdReceiver(tx, organizationId)
  if (!receiver) throw notFound('organization')
  await saveDevice(tx, device.id, { organizationId, name, assignedAt: tx.at, assignedBy: tx.by.name })
  // Each organization finds its own half in its activity.
  if (isMove) recordRemoval(tx, device, '')
  record(tx, {
    ...aboutDevice(device),
    action: 'device.assigned',
    organizationId,
    before: { organization: '', name: isMove ? '' : device.name },
    after: { organization: receiver.name, name },
  })
}

/** Clears the install label, which belongs to the old place. */
async function takeBack(tx: Tx, device: LockedDevice, { name = '' }: AssignBody) {
  if (!device.organizationId) throw await conflictOn(tx, device.id, 'This device is not assigned to an organization')
  await saveDevice(tx, device.id, { organizationId: null, name, assignedAt: null, assignedBy: '' })
  recordRemoval(tx, device, name)
}

const recordRemoval = (tx: Tx, device: LockedDevice, name: string) =>
  record(tx, {
    ...aboutDevice(device),
    action: 'device.removed',
    organizationId: device.organizationId,
    before: { organization: device.organizationName, name: device.name },
    after: { organization: '', name },
  })

/** Issues a new key, returned only this once. The old one stops working with the commit. */
export async function reissueDeviceKey({ change }: Writes, actor: StaffActor, id: string) {
  const deviceKey = newDeviceKey()
  const device = await change(actor, async (tx) => {
    const before = await lockDevice(tx, id)
    await saveDevice(tx, id, { keyHash: sha256(deviceKey), keyIssuedAt: tx.at })
    record(tx, {
      ...aboutDevice(before),
      action: 'device.key-reissued',
      organizationId: before.organizationId,
      before: { keyIssuedAt: before.keyIssuedAt },
      after: { keyIssuedAt: tx.at },
    })
    return readDevice(tx, id, tx.at)
  })
  return { ...device, deviceKey }
}

import type { Parsed } from '@hikmah/contract/endpoint'
import type { hardware } from '@hikmah/contract/hardware/endpoints'
import { orderedBecause, unassignableBecause } from '@hikmah/contract/hardware/schemas'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { invalid, notFound } from '../kit/http/refusal.ts'
import { holdReceiver } from '../organizations/queries.ts'
import { conflictOn, type FindOrder, type LockedDevice, lockDevice, readDevice, saveDevice } from './queries.ts'
import { assignedAlready } from './rules.ts'

type AssignBody = Parsed<typeof hardware.assignDevice>['body']

/** Gives a device to an organization, or takes it back. The row is held, so of many at once one succeeds. */
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
    const named = sent.deviceId
    if (named !== undefined && named.toLowerCase() !== id && named !== device.deviceId) {
      throw invalid('deviceId', 'Must be the device in the address')
    }
    await (isRemoval ? takeBack(tx, device, sent) : give(tx, device, sent, findOrder))
    return readDevice(tx, id, tx.at)
  })
}

async function give(
  tx: Tx,
  device: LockedDevice,
  { organizationId, name = device.name }: AssignBody,
  findOrder: FindOrder,
) {
  if (device.organizationId && device.assignedAt) {
    throw await conflictOn(
      tx,
      device.id,
      assignedAlready(device.assignedBy, device.organizationName, device.assignedAt),
    )
  }
  const order = await findOrder(tx, device.id)
  const because = order ? orderedBecause(order) : unassignableBecause(device.status)
  if (because) throw await conflictOn(tx, device.id, because)
  const organization = await holdReceiver(tx, organizationId)
  if (!organization) throw notFound('organization')
  await saveDevice(tx, device.id, { organizationId, name, assignedAt: tx.at, assignedBy: tx.by.name })
  record(tx, {
    action: 'device.assigned',
    entity: 'device',
    entityId: device.id,
    entityName: device.deviceId,
    organizationId,
    before: { organization: '', name: device.name },
    after: { organization: organization.name, name },
  })
}

/** The install label was of the place that it leaves. */
async function takeBack(tx: Tx, device: LockedDevice, { name = '' }: AssignBody) {
  if (!device.organizationId) throw await conflictOn(tx, device.id, 'This device is not assigned to an organization')
  await saveDevice(tx, device.id, { organizationId: null, name, assignedAt: null, assignedBy: '' })
  record(tx, {
    action: 'device.removed',
    entity: 'device',
    entityId: device.id,
    entityName: device.deviceId,
    organizationId: device.organizationId,
    before: { organization: device.organizationName, name: device.name },
    after: { organization: '', name },
  })
}

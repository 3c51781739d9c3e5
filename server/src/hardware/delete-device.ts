import { orderedBecause } from '@hikmah/contract/hardware/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflictOn, type FindOrder, lockDevice, saveDevice } from './queries.ts'

/** The row stays for its history. Its key stops, and its MAC address and image are free again. */
export async function deleteDevice({ change }: Writes, actor: StaffActor, id: string, findOrder: FindOrder) {
  await change(actor, async (tx) => {
    const { organizationId, deviceId, macAddress, status, ...device } = await lockDevice(tx, id)
    if (organizationId) {
      throw await conflictOn(
        tx,
        id,
        `This device is assigned to ${organizationName(device.organizationName)}. Remove it from the organization first.`,
      )
    }
    const order = await findOrder(tx, id)
    if (order) throw await conflictOn(tx, id, orderedBecause(order))
    await saveDevice(tx, id, { deletedAt: tx.at, imageMediaId: null })
    record(tx, {
      action: 'device.deleted',
      entity: 'device',
      entityId: id,
      entityName: deviceId,
      before: { deviceId, macAddress, status },
    })
  })
}

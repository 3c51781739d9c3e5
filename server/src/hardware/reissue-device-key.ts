import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { sha256 } from '../kit/auth/sessions/tokens.ts'
import { newDeviceKey } from './device-identity.ts'
import { lockDevice, readDevice, saveDevice } from './queries.ts'

/** A new key, answered this once. With the commit the old one stops. */
export async function reissueDeviceKey({ change }: Writes, actor: StaffActor, id: string) {
  const deviceKey = newDeviceKey()
  const device = await change(actor, async (tx) => {
    const { deviceId, organizationId, keyIssuedAt } = await lockDevice(tx, id)
    await saveDevice(tx, id, { keyHash: sha256(deviceKey), keyIssuedAt: tx.at })
    record(tx, {
      action: 'device.key-reissued',
      entity: 'device',
      entityId: id,
      entityName: deviceId,
      organizationId,
      before: { keyIssuedAt },
      after: { keyIssuedAt: tx.at },
    })
    return readDevice(tx, id, tx.at)
  })
  return { ...device, deviceKey }
}

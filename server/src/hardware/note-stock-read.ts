import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { countUse } from '../kit/auth/throttle.ts'

const HOUR_S = 3600

/**
 * Records that somebody read all unassigned devices: once an hour for each person, since the form that assigns a device
 * reads them each time.
 */
export const noteStockRead = ({ change }: Writes, actor: StaffActor) =>
  change(actor, async (tx) => {
    const { count } = await countUse(tx, `stock-read:${actor.id}`, tx.at, HOUR_S)
    if (count > 1) return
    const action = 'device.list-exported'
    record(tx, { action, entity: 'device', entityId: '', entityName: 'Unassigned devices' })
  })

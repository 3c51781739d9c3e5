import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { saveDevice } from '../hardware/queries.ts'
import { devices } from '../hardware/table.ts'
import { record } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/db/db.ts'
import { orderItemDevices, orderItems } from './table.ts'

/** Makes an ordered device Available or an available one Pending, which its trail says. */
export async function setOrdered(tx: Tx, device: { id: string; deviceId: string }, isOrdered: boolean) {
  const [before, after] = isOrdered ? (['Available', 'Pending'] as const) : (['Pending', 'Available'] as const)
  await saveDevice(tx, device.id, { status: after })
  record(tx, {
    ...{ action: 'device.updated', entity: 'device', entityId: device.id, entityName: device.deviceId },
    ...{ before: { status: before }, after: { status: after } },
  })
}

/**
 * Lets go of the chosen links of devices that were ordered and not assigned yet: they are there for others again. One
 * that was lost, locked or found defective meanwhile stays so. The caller holds the order.
 */
export async function freeDevices(tx: Tx, chosen: SQL) {
  const isWaiting = and(chosen, isNull(orderItemDevices.assignedAt))
  const waiting = tx.select({ id: orderItemDevices.deviceId }).from(orderItemDevices).where(isWaiting)
  const held = await tx
    .select({ id: devices.id, deviceId: devices.deviceId, status: devices.status, of: devices.organizationId })
    .from(devices)
    .where(inArray(devices.id, waiting))
    .orderBy(asc(devices.id))
    .for('no key update')
  await tx.delete(orderItemDevices).where(isWaiting)
  for (const device of held) if (device.status === 'Pending' && !device.of) await setOrdered(tx, device, false)
}

/** Nothing is sent for this order any more. What was shipped stays with the organization. */
export function freeDevicesOf(tx: Tx, orderId: string) {
  const items = tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId))
  return freeDevices(tx, inArray(orderItemDevices.itemId, items))
}

import { lockedBecause, nextStatuses, type OrderStatus } from '@hikmah/contract/orders/words'
import { and, eq, isNull } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/http/refusal.ts'
import { freeDevicesOf } from './free-devices.ts'
import { holdOpenOrder } from './hold-order.ts'
import { aboutOrder, saveOrder } from './queries.ts'
import { readOrder } from './read-order.ts'
import { orderItems } from './table.ts'

/** Moves an order on; what belongs to it goes along. */
export const changeOrderStatus = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  { status, version }: { status: OrderStatus; version: number },
) =>
  change(actor, async (tx) => {
    const order = await holdOpenOrder(tx, id, version)
    if (!nextStatuses[order.status].includes(status)) {
      const words =
        status === 'closed'
          ? 'Cancel the order to close it'
          : `An order that is ${order.status} cannot become ${status}`
      throw conflict(words, await readOrder(tx, id, actor.role))
    }
    await saveOrder(tx, id, { status })
    await tx
      .update(orderItems)
      .set({ status })
      .where(and(eq(orderItems.orderId, id), isNull(orderItems.removedAt)))
    if (lockedBecause(status)) await freeDevicesOf(tx, id)
    record(tx, { ...aboutOrder(order), action: 'order.updated', before: { status: order.status }, after: { status } })
    return readOrder(tx, id, actor.role)
  })

import type { Parsed } from '@hikmah/contract/endpoint'
import type { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { whyDeviceCannotBeOrdered } from '@hikmah/contract/orders/rules'
import { lockDevice } from '../hardware/queries.ts'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { invalid, Refusal, refuseIf } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { holdReceiver, NO_SUCH_ORGANIZATION } from '../organizations/queries.ts'
import { findColleague, setOrdered } from './assign-item.ts'
import { aboutOrder } from './queries.ts'
import { readOrder } from './read-order.ts'
import { orderItemDevices, orderItems, orders } from './table.ts'

type Form = Parsed<typeof endpoints.createOrder>['body']

/** An order of one device, made by staff. Nothing is billed for it; the device is Pending until it is assigned. */
export const createOrder = ({ change }: Writes, actor: StaffActor, form: Form) =>
  change(actor, async (tx) => {
    const receiver = await holdReceiver(tx, form.orgId)
    if (!receiver) throw invalid('orgId', NO_SUCH_ORGANIZATION)
    const assignee = await findColleague(tx, 'assignee', form.assignee)
    const device = await lockOrderable(tx, form.deviceId)
    const amount = device.price * 100
    const [order] = await tx
      .insert(orders)
      .values({
        id: newId(),
        organizationId: form.orgId,
        status: form.status,
        source: 'staff',
        madeBy: actor.name,
        email: receiver.email,
        shippingLine1: receiver.line1,
        shippingCity: receiver.city,
        shippingState: receiver.state,
        shippingPostalCode: receiver.postalCode,
        subtotal: amount,
        total: amount,
        createdAt: tx.at,
        updatedAt: tx.at,
      })
      .returning()
    const item = {
      id: newId(),
      orderId: order!.id,
      position: 0,
      name: `${device.appStream} Player`,
      planType: '',
      kind: 'hardware' as const,
      appStream: device.appStream,
      quantity: 1,
      unitAmount: amount,
      amount,
      frequency: 'once' as const,
      status: form.status,
      staffId: assignee.id,
      startsAt: new Date(form.startDate),
      endsAt: new Date(form.endDate),
      dueAt: new Date(form.startDate),
    }
    await tx.insert(orderItems).values(item)
    await tx.insert(orderItemDevices).values({ itemId: item.id, deviceId: device.id })
    await setOrdered(tx, device, true)
    const { startDate, endDate, status } = form
    record(tx, {
      ...aboutOrder(order!),
      action: 'order.created',
      after: { device: device.deviceId, assignee: assignee.name, startDate, endDate, status },
    })
    return readOrder(tx, order!.id, actor.role)
  })

async function lockOrderable(tx: Tx, id: string) {
  const device = await lockDevice(tx, id).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? invalid('deviceId', 'This device does not exist') : error
  })
  refuseIf(whyDeviceCannotBeOrdered(device))
  return device
}

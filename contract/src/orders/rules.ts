import { whyNotAssign } from '../hardware/rules.ts'
import type { DeviceStatus } from '../hardware/schemas.ts'
import { endedStatuses } from '../organization-plans/rules.ts'
import { organizationName } from '../organizations/words.ts'
import { describeDispute, isInStage, LAST_ITEM, type OrderStatus, type PaymentState } from './words.ts'

/** The statuses that staff may set from each status; closing is a cancellation. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  new: ['in-progress'],
  'in-progress': ['completed', 'done'],
  completed: [],
  done: [],
  closed: [],
}

export function whyStatusCannotFollow(status: OrderStatus, next: OrderStatus): string | null {
  if (nextStatuses[status].includes(next)) return null
  return next === 'closed' ? 'Cancel the order to close it' : `An order that is ${status} cannot become ${next}`
}

export function whyOrderIsLocked(status: OrderStatus): string | null {
  if (isInStage('pending', status)) return null
  return `This order is ${status === 'closed' ? 'closed' : 'completed'} and cannot be changed`
}

interface CancelableOrder {
  status: OrderStatus
  /** How far the payment of what was bought without an invoice is. */
  checkoutPayment: PaymentState | null
}

const PAYMENT_UNDER_WAY =
  'The payment of this order is still on its way. Cancel the order once it has arrived or failed.'

/** Nobody could give back here what arrives for an order that is closed by then. */
export const whyOrderCannotBeCanceled = ({ status, checkoutPayment }: CancelableOrder): string | null =>
  whyOrderIsLocked(status) ?? (checkoutPayment === 'due' ? PAYMENT_UNDER_WAY : null)

export const whyNothingCanBeRefunded = (disputed: number, currency: string): string | null =>
  disputed > 0
    ? `${describeDispute(disputed, currency)} Cancel without a refund, or wait until the bank has decided.`
    : null

/** Why the items and the promo code of an open order cannot be changed, by the status of its subscription. */
export function whyItemsCannotBeChanged(subscriptionStatus: string | undefined): string | null {
  if (subscriptionStatus === undefined)
    return 'This order has no subscription, so its items and promo code stay as they are'
  return endedStatuses.includes(subscriptionStatus)
    ? 'The subscription of this order has ended, so its items and promo code stay as they are'
    : null
}

/** Why the other items cannot be removed: an item that was paid once always stays, and the subscription needs one of its own. */
export function whyItemsCannotBeRemoved(items: { isBilled: boolean; isKept: boolean }[]): string | null {
  const billed = items.filter(({ isBilled }) => isBilled)
  return billed.length > 0 && !billed.some(({ isKept }) => isKept) ? LAST_ITEM : null
}

export const whyItemCannotBeChanged = (item: { name: string; isBilled: boolean }): string | null =>
  item.isBilled ? null : `${item.name} is not billed by the subscription, so it stays as it is`

export function whyItemTakesNoDevice({ quantity, assigned }: { quantity: number; assigned: number }): string | null {
  if (assigned < quantity) return null
  return quantity === 1 ? 'This item already has its device' : `All ${quantity} devices are assigned`
}

interface OrderedDevice {
  deviceId: string
  status: DeviceStatus
  organizationId: string | null
  organizationName: string | null
}

const whyDeviceIsTaken = ({ deviceId, organizationId, organizationName: name }: OrderedDevice): string | null =>
  organizationId ? `${deviceId} is assigned to ${organizationName(name ?? '')}` : null

const reserved = ({ deviceId }: OrderedDevice) => `${deviceId} is reserved for another order`

export function whyDeviceCannotBeOrdered(device: OrderedDevice): string | null {
  const taken = whyDeviceIsTaken(device)
  if (taken || device.status === 'Available') return taken
  return device.status === 'Pending' ? reserved(device) : `${device.deviceId} is ${device.status} and cannot be ordered`
}

/** `isOrdered`: the device waits for this very item. */
export function whyDeviceCannotBeSent(device: OrderedDevice, isOrdered: boolean): string | null {
  const taken = whyDeviceIsTaken(device)
  if (taken) return taken
  if (device.status === 'Pending') return isOrdered ? null : reserved(device)
  return whyNotAssign(device.status) ?? null
}

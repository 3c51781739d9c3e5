import { formatMoney } from '../money.ts'

/** new → in-progress → completed or done; closed from new or in-progress, by a cancellation. */
export const orderStatuses = ['new', 'in-progress', 'completed', 'done', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What staff set by hand from each; closing is a cancellation. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  new: ['in-progress'],
  'in-progress': ['completed', 'done'],
  completed: [],
  done: [],
  closed: [],
}

/** What an order that staff make may begin with. */
export const firstStatuses = ['new', 'in-progress'] as const

/** Why an order can no longer be changed, if so. */
export function lockedBecause(status: OrderStatus): string | undefined {
  if (status === 'closed') return 'This order is closed and cannot be changed'
  if (status === 'completed' || status === 'done') return 'This order is completed and cannot be changed'
  return undefined
}

/** Why the items and the promo code of an order can no longer be changed, if so. `status` is its subscription's. */
export function itemsLockedBecause(status: string | undefined): string | undefined {
  if (status === undefined) return 'This order has no subscription, so its items and promo code stay as they are'
  return ['canceled', 'incomplete_expired'].includes(status)
    ? 'The subscription of this order has ended, so its items and promo code stay as they are'
    : undefined
}

export const orderSorts = ['orderNo', 'created', 'orgName', 'totalAmount', 'status'] as const

/** Of the order's own invoices, or of what was bought without one. `none`: nothing was billed, as for what staff order. */
export const paymentStates = ['paid', 'due', 'failed', 'none'] as const
export type PaymentState = (typeof paymentStates)[number]

export const itemKinds = ['plan', 'hardware', 'integration', 'other'] as const

/** What goes back when an order is cancelled: nothing, all that was paid, or what is left of the period that was paid. */
export const refundChoices = ['none', 'full', 'prorated'] as const
export type RefundChoice = (typeof refundChoices)[number]

/** As the provider has it. Only what succeeded counts as refunded. */
export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const

/** Why this much cannot be refunded. */
export const describeDispute = (amount: number, currency: string) =>
  `The customer’s bank disputes ${formatMoney(amount, currency)}, which cannot be refunded while the dispute is open.`

export const moneyKinds = ['placed', 'promo', 'due', 'paid', 'failed', 'changed', 'refund', 'cancelled'] as const

export const MAX_REASON = 500
export const MAX_ORDER_QUANTITY = 999

export const ORDER_ADDED = 'Order Added Successfully!'
export const ORDER_UPDATED = 'Order Updated Successfully!'
export const ORDER_CANCELLED = 'Order Cancelled Successfully!'
export const PROMO_APPLIED = 'Promo Applied Successfully!'
export const PROMO_REMOVED = 'Promo Removed Successfully!'
export const CHECKOUT_LINKED = 'Checkout Linked Successfully!'
export const ITEM_ASSIGNED = 'Assigned Successfully!'

export const LAST_ITEM = 'An order keeps at least one item. Cancel the order instead.'

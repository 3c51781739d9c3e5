import { formatMoney } from '../money.ts'
import { keysOf } from '../words.ts'

/** new → in-progress → completed or done; closed from new or in-progress, by a cancellation. */
export const orderStatusLabels = {
  new: 'New',
  'in-progress': 'In-progress',
  completed: 'Completed',
  done: 'Done',
  closed: 'Closed',
}
export type OrderStatus = keyof typeof orderStatusLabels
export const orderStatuses = keysOf(orderStatusLabels)

/** Orders that still need work, and those that are done. Closed orders are in neither. */
export const orderStages = {
  pending: ['new', 'in-progress'],
  completed: ['completed', 'done'],
} as const satisfies Record<string, readonly OrderStatus[]>

export type OrderStage = keyof typeof orderStages
export const stageNames = keysOf(orderStages)

export const isInStage = (stage: OrderStage, status: OrderStatus) =>
  (orderStages[stage] as readonly OrderStatus[]).includes(status)

export const orderSorts = ['orderNo', 'created', 'orgName', 'totalAmount', 'status'] as const

/** The payment of the order's own invoices, or of a checkout without one. `none`: nothing was billed, as for orders by staff. */
export const paymentStates = ['paid', 'due', 'failed', 'none'] as const
export type PaymentState = (typeof paymentStates)[number]

export const itemKinds = ['plan', 'hardware', 'integration', 'other'] as const

/** A cancellation refunds nothing, what the order cost, the last renewal, or the unused part of the paid period. */
export const refundChoices = ['none', 'full', 'last', 'prorated'] as const
export type RefundChoice = (typeof refundChoices)[number]

/** The provider's statuses. Only a refund that succeeded counts as refunded. */
export const refundStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]
/** The money is still on its way back. */
export const refundStatusesUnderWay: RefundStatus[] = ['pending', 'requires_action']
export const isRefundUnderWay = (status: RefundStatus) => refundStatusesUnderWay.includes(status)
export const hasRefundFailed = (status: RefundStatus) => status === 'failed' || status === 'canceled'

export const describeDispute = (amount: number, currency: string) =>
  `The customer’s bank disputes ${formatMoney(amount, currency)}, which cannot be refunded while the dispute is open.`

export const moneyKinds = [
  'placed',
  'promo',
  'due',
  'paid',
  'paid-in-cancel',
  'failed',
  'changed',
  'refund',
  'credit',
  'dispute',
  'cancelled',
] as const

export const PAID_IN_CANCEL = 'Paid while it was being canceled'

export const MAX_REASON = 500
export const MAX_ORDER_QUANTITY = 999

export const ORDER_ADDED = 'Order Added Successfully!'
export const ORDER_UPDATED = 'Order Updated Successfully!'
export const ORDER_CANCELLED = 'Order Canceled Successfully!'
export const PROMO_APPLIED = 'Promo Applied Successfully!'
export const PROMO_REMOVED = 'Promo Removed Successfully!'
export const CHECKOUT_LINKED = 'Checkout Linked Successfully!'
export const ITEM_ASSIGNED = 'Assigned Successfully!'

/** The label of the code; `PROMO_APPLIED` is the message. */
export const PROMO_LABEL = 'Promo Applied'
export const NO_ORDERS = 'No orders yet'
export const INVALID_PROMO_CODE = 'Invalid Promo Code!'
/** So many codes that are spelled nearly so are named beside it. */
export const MAX_NEAR_CODES = 3
export const invalidPromoCode = (near: string[]) =>
  near.length === 0 ? INVALID_PROMO_CODE : `${INVALID_PROMO_CODE} Stripe has ${near.join(' and ')}.`
export const LAST_ITEM = 'An order keeps at least one item. Cancel the order instead.'

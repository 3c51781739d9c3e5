import { compareCampaigns, followCampaigns } from './campaigns/mirror-campaign.ts'
import { campaignDeletion } from './campaigns/routes.ts'
import type { House } from './house.ts'
import { job } from './kit/jobs/jobs.ts'
import { cancelOrderOperation } from './orders/cancel-order.ts'
import {
  compareOrderCharges,
  compareOrderItems,
  compareOrderRefunds,
  compareOrderTotals,
  orderChargeHandler,
  orderInvoiceHandler,
  orderItemsHandler,
  orderRefundHandler,
} from './orders/follow-orders.ts'
import { orderPromoOperation } from './orders/promo.ts'
import { checkoutHandler, compareGuestCheckouts } from './orders/take-checkout.ts'
import { updateOrderOperation } from './orders/update-order.ts'
import { planCancellation, planChange, planResumption } from './organization-plans/change-plan.ts'
import { type AnyOperation, resumeOperations } from './outside/stripe/operations.ts'
import { followAccounts, linkAccounts } from './payment-account/payment-account.ts'
import { createEventJob, type EventHandler } from './payments/events.ts'
import { createCompareJob, fetchMissedEvents, retryUnfinishedEvents } from './payments/reconcile.ts'

/** Features that follow what happens at the payment provider. */
const HANDLERS: EventHandler[] = [
  checkoutHandler,
  orderItemsHandler,
  orderInvoiceHandler,
  orderRefundHandler,
  orderChargeHandler,
  followCampaigns,
  followAccounts,
]

/** Every call that moves money, taken up again when its process died. */
const OPERATIONS: AnyOperation[] = [
  updateOrderOperation,
  cancelOrderOperation,
  orderPromoOperation,
  planChange,
  planCancellation,
  planResumption,
  campaignDeletion,
]

export const paymentEventJob = createEventJob(HANDLERS)

/** All that anybody follows: asked for again when a webhook did not reach us. */
const FOLLOWED = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.created',
  'invoice.finalized',
  'invoice.updated',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.overdue',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.deleted',
  'invoice_payment.paid',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
  'credit_note.created',
  'credit_note.voided',
  'price.created',
  'price.updated',
  'price.deleted',
  'product.created',
  'product.updated',
  'promotion_code.created',
  'promotion_code.updated',
  'coupon.updated',
  'coupon.deleted',
  'customer.discount.created',
  'customer.discount.updated',
  'customer.discount.deleted',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'account.updated',
  'account.application.deauthorized',
]

/** Every night, and at the first start; together with what features keep of the provider beside the mirror. */
export const compareAllJob = createCompareJob([
  compareOrderItems,
  compareOrderTotals,
  compareOrderRefunds,
  compareOrderCharges,
  compareGuestCheckouts,
  compareCampaigns,
  linkAccounts,
])

export const missedEventsJob = job({
  name: 'missed-payment-events',
  every: 'quarter of an hour',
  work: async (house: House) => {
    await retryUnfinishedEvents(house, paymentEventJob)
    await fetchMissedEvents(house, paymentEventJob, FOLLOWED)
  },
})

export const resumeOperationsJob = job({
  name: 'resume-payment-operations',
  every: 'minute',
  work: (house: House) => resumeOperations(house, OPERATIONS),
})

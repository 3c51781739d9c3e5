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
    await fetchMissedEvents(house, paymentEventJob)
  },
})

export const resumeOperationsJob = job({
  name: 'resume-payment-operations',
  every: 'minute',
  work: (house: House) => resumeOperations(house, OPERATIONS),
})

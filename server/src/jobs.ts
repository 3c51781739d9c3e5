import { retained } from '@hikmah/contract/retention'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { compareCampaigns, followCampaigns } from './campaigns/mirror-campaign.ts'
import { campaignDeletion } from './campaigns/routes.ts'
import { purgeConversationsJob } from './communication/remove-conversations.ts'
import { compareMethods, savedMethodHandler } from './customer/take-method.ts'
import { billingJob, compareBilling, failedRenewalHandler, lostMethodHandler } from './customer/tell-billing.ts'
import { beatDemoDevicesJob } from './demo/beat-devices.ts'
import { compareDisputes, disputeHandler, disputesJob } from './disputes/tell-disputes.ts'
import { foldDaysJob } from './finance/fold-days.ts'
import { compareRevenueJob } from './finance/sums.ts'
import { pruneDevicesJob, sweepDevicesJob } from './hardware/sweep-devices.ts'
import type { House, Reads } from './house.ts'
import { importJob } from './irs-registry/imports.ts'
import { forgetAbandoned } from './irs-registry/routes.ts'
import { sweepThrottles } from './kit/auth/throttle.ts'
import { job } from './kit/jobs/jobs.ts'
import { isNoticeMail, mailTable } from './kit/mail/post.ts'
import { daysBefore } from './kit/process/clock.ts'
import { sweepKeys } from './kit/write/change.ts'
import { sendDigestsJob } from './notices/routes.ts'
import { staffNotices } from './notices/table.ts'
import { invoiceOperations } from './open-invoices/act-on-invoice.ts'
import { remindJob } from './open-invoices/remind.ts'
import { orderPromoOperation } from './orders/apply-promo.ts'
import { cancelOrderOperation } from './orders/cancel-order.ts'
import {
  compareMovements,
  compareOrderCharges,
  compareOrderItems,
  compareOrderRefunds,
  compareOrderTotals,
  orderChargeHandler,
  orderInvoiceHandler,
  orderItemsHandler,
  orderRefundHandler,
} from './orders/follow-orders.ts'
import { refundOperation } from './orders/refund-payment.ts'
import { checkoutHandler, compareGuestCheckouts, keptCheckoutsJob } from './orders/take-checkout.ts'
import { updateOrderOperation } from './orders/update-order.ts'
import { planCancellation, planChange, planResumption } from './organization-plans/change-plan.ts'
import { laterPlanChange, planKeeping } from './organization-plans/change-plan-later.ts'
import { memberSessions } from './organization-team/table.ts'
import { matchWordsJob } from './organizations/find-duplicates.ts'
import { type AnyOperation, resumeOperations } from './outside/stripe/operations.ts'
import { followAccounts, linkAccounts } from './payment-account/payment-account.ts'
import { createEventJob, type EventHandler } from './payments/events.ts'
import { createCompareJob, fetchMissedEvents, retryUnfinishedEvents } from './payments/reconcile.ts'
import { stripeEvents } from './payments/table.ts'
import { rememberedLogins, signInChallenges, staffSessions } from './sign-in/table.ts'
import { staffCodes } from './staff/table.ts'
import { sweepFilesJob } from './sweep-files.ts'
import { papersLinksJob } from './tax-verification/follow-papers-links.ts'
import { recheckOrganizationsJob } from './tax-verification/recheck-organizations.ts'
import { sharedEinJob } from './tax-verification/shared-ein.ts'
import { writeFirstBase } from './write-base.ts'

const HANDLERS: EventHandler[] = [
  checkoutHandler,
  orderItemsHandler,
  orderInvoiceHandler,
  orderRefundHandler,
  orderChargeHandler,
  disputeHandler,
  savedMethodHandler,
  failedRenewalHandler,
  lostMethodHandler,
  followCampaigns,
  followAccounts,
]

const OPERATIONS: AnyOperation[] = [
  updateOrderOperation,
  cancelOrderOperation,
  refundOperation,
  orderPromoOperation,
  planChange,
  planCancellation,
  planResumption,
  laterPlanChange,
  planKeeping,
  campaignDeletion,
  ...invoiceOperations,
]

export const paymentEventJob = createEventJob(HANDLERS)

/** Every night and at the first start, with what features store of the provider beside the mirror. */
export const compareAllJob = createCompareJob([
  compareOrderItems,
  compareOrderTotals,
  compareOrderRefunds,
  compareOrderCharges,
  compareMovements,
  compareGuestCheckouts,
  compareDisputes,
  compareMethods,
  compareBilling,
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

/** What it does not come to waits for the next hour. */
const MAILS_AT_ONCE = 5000

export async function sweep({ db, clock }: Reads): Promise<void> {
  const now = clock.now()
  await sweepThrottles(db, now)
  await sweepKeys(db, now)
  for (const table of [signInChallenges, staffSessions, memberSessions, rememberedLogins, staffCodes]) {
    await db.delete(table).where(lt(table.expiresAt, daysBefore(now, retained.signIns.days)))
  }
  const toldBefore = daysBefore(now, retained.staffNotices.days)
  await db.delete(staffNotices).where(lt(staffNotices.sentAt, toldBefore))
  const toldLongAgo = db
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(and(isNoticeMail, lt(mailTable.createdAt, toldBefore)))
  await db.delete(mailTable).where(inArray(mailTable.id, toldLongAgo.limit(MAILS_AT_ONCE)))
  const workedBefore = lt(stripeEvents.workedAt, daysBefore(now, retained.paymentEvents.days))
  await db.delete(stripeEvents).where(and(workedBefore, eq(stripeEvents.state, 'done')))
}

export const sweepJob = job({
  name: 'sweep',
  every: 'hour',
  work: async (house: House) => {
    await sweep(house)
    await forgetAbandoned(house)
  },
})

/** Without it no restore comes to what is written now: it is tried again until it is there. */
export const firstBaseJob = job({
  name: 'first-base',
  every: 'hour',
  work: ({ config }: Pick<House, 'config'>) => writeFirstBase(config),
})

export const JOBS = [
  matchWordsJob,
  sweepJob,
  purgeConversationsJob,
  sweepFilesJob,
  firstBaseJob,
  sweepDevicesJob,
  pruneDevicesJob,
  sendDigestsJob,
  recheckOrganizationsJob,
  papersLinksJob,
  remindJob,
  sharedEinJob,
  paymentEventJob,
  missedEventsJob,
  resumeOperationsJob,
  compareAllJob,
  keptCheckoutsJob,
  disputesJob,
  billingJob,
  foldDaysJob,
  compareRevenueJob,
  importJob,
  beatDemoDevicesJob,
]

import { sum } from '@hikmah/contract/money'
import type { MoneyAccount } from '@hikmah/contract/money-account'
import { whyNothingCanBeRefunded, whyOrderCannotBeCanceled } from '@hikmah/contract/orders/rules'
import type { RefundChoices } from '@hikmah/contract/orders/schemas'
import type { RefundChoice } from '@hikmah/contract/orders/words'
import { and, desc, eq, gt, inArray, lte, notInArray } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { invalid, Refusal, refuseIf } from '../kit/errors/refusal.ts'
import { type PaymentSource, readAccountOf } from '../outside/stripe/refunds.ts'
import { assertRecent, previewItems, prorationDateOf } from '../outside/stripe/subscriptions.ts'
import { refresh, refreshInvoices } from '../payments/refresh.ts'
import { stripeInvoiceLines, stripeInvoices, stripeSubscriptionItems } from '../payments/table.ts'
import { readOpenOrder } from './hold-order.ts'
import { amountFromCredit, creditedAmount, isSettled, readInvoices } from './read-order.ts'
import type { OrderTableRow } from './table.ts'

/** A refund on one invoice, or on a payment without one. */
export type RefundPart = PaymentSource & { amount: number }

const totalAmount = (parts: RefundPart[]) => sum(parts, ({ amount }) => amount)

/** Asks the provider once about each payment of a plan. */
function openAccounts({ stripe }: House) {
  const accounts = new Map<string, Promise<MoneyAccount>>()
  return {
    read(source: PaymentSource): Promise<MoneyAccount> {
      const id = source.invoiceId ?? source.paymentIntentId ?? ''
      const account = accounts.get(id) ?? readAccountOf(stripe, 'page', source)
      accounts.set(id, account)
      return account
    },
    /** Of all payments read so far. */
    sum: async (amountOf: (account: MoneyAccount) => number) => sum(await Promise.all(accounts.values()), amountOf),
  }
}
/** Refunded, credited, or on its way: none of it goes back a second time. */
const returnedOf = ({ refunded, refundPending, credited, returnedOutside }: MoneyAccount) =>
  refunded + refundPending + credited + returnedOutside
const disputedOf = ({ disputed }: MoneyAccount) => disputed

type Accounts = ReturnType<typeof openAccounts>

const invoiceSource = (invoiceId: string): PaymentSource => ({ invoiceId, paymentIntentId: null })

/** The refunds of a choice, and the open invoices to void. The amounts are the provider's. */
export async function planRefund(
  house: House,
  order: OrderTableRow,
  { refund, prorationDate }: { refund: RefundChoice; prorationDate?: number | undefined },
) {
  refuseIf(whyOrderCannotBeCanceled(order))
  await bringUpToDate(house, order)
  const invoices = await readInvoices(house.db, order)
  const voids = invoices.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (refund === 'none') return { parts: [], voids }
  const accounts = openAccounts(house)
  const plans = {
    full: () => planFullRefund(house, order, accounts),
    last: () => planLastRefund(house, order, accounts),
    prorated: () => planProratedRefund(house, order, accounts, prorationDate),
  }
  const { parts } = await plans[refund]()
  if (parts.length === 0) {
    refuseIf(whyNothingCanBeRefunded(await accounts.sum(disputedOf), order.currency))
    if (refund === 'last') throw invalid('refund', 'This order has no renewal left to refund')
    if (refund === 'prorated') throw invalid('refund', 'This order has no paid period left to refund')
  }
  return { parts, voids }
}

/** The events of a recent invoice, and of the period that it pays for, may not have come yet. */
async function bringUpToDate(house: House, { subscriptionId }: OrderTableRow) {
  if (!subscriptionId) return
  await refreshInvoices(house, subscriptionId)
  await refresh(house, 'subscription', subscriptionId)
}

/**
 * Refunds what is left of the order's total. An amount paid beyond it before the order was made smaller stays with the
 * customer, as credit or spent on a later invoice. Amounts that were refunded, credited or taken back by a bank do not
 * go back a second time.
 */
async function planFullRefund({ db }: House, order: OrderTableRow, accounts: Accounts) {
  if (order.checkoutPayment && order.paymentIntentId) {
    const source: PaymentSource = { invoiceId: null, paymentIntentId: order.paymentIntentId }
    const { refundable } = await accounts.read(source)
    const paidAt = order.checkoutPayment === 'paid' ? (order.checkoutSettledAt ?? order.createdAt) : undefined
    return { parts: refundable > 0 ? [{ ...source, amount: refundable }] : [], credited: 0, fromCredit: 0, paidAt }
  }
  const counted = (await readInvoices(db, order)).filter((invoice) => invoice.counts && isSettled(invoice))
  let worth = 0
  let waivedInAll = 0
  for (const { id, total } of counted) {
    worth += total
    if (total <= 0) continue
    const account = await accounts.read(invoiceSource(id))
    const { waived, disputed, lost } = account
    worth -= returnedOf(account) + waived + disputed + lost
    waivedInAll += waived
  }
  const paid = counted.filter(({ amountPaid }) => amountPaid > 0)
  const parts = await spreadOverInvoices(
    accounts,
    paid.map(({ id }) => id),
    Math.max(0, worth),
  )
  return {
    parts,
    credited: creditedAmount(counted),
    fromCredit: Math.max(0, amountFromCredit(counted) - waivedInAll),
    paidAt: paid[0] && (paid[0].paidAt ?? paid[0].createdAt),
  }
}

/** Refunds what is left of the renewal that was paid last. */
async function planLastRefund(
  { db }: House,
  order: OrderTableRow,
  accounts: Accounts,
): Promise<{ parts: RefundPart[]; paidAt?: Date }> {
  const { subscriptionId } = order
  if (!subscriptionId) return { parts: [] }
  const counted = (await readInvoices(db, order)).filter(({ counts }) => counts).map(({ id }) => id)
  const { id, paidAt, createdAt } = stripeInvoices
  const isRenewal = eq(stripeInvoices.billingReason, 'subscription_cycle')
  const [last] = await db
    .select({ id, paidAt, createdAt })
    .from(stripeInvoices)
    .where(
      and(
        eq(stripeInvoices.subscriptionId, subscriptionId),
        isRenewal,
        gt(stripeInvoices.amountPaid, 0),
        notInArray(id, counted),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1)
  if (!last) return { parts: [] }
  const { refundable: amount } = await accounts.read(invoiceSource(last.id))
  return {
    parts: amount > 0 ? [{ ...invoiceSource(last.id), amount }] : [],
    paidAt: last.paidAt ?? last.createdAt,
  }
}

/** Takes an amount from the invoices in their order, at most what each has left to refund. */
async function spreadOverInvoices(accounts: Accounts, invoices: string[], most: number): Promise<RefundPart[]> {
  const parts: RefundPart[] = []
  let left = most
  for (const id of invoices) {
    if (left === 0) break
    const { refundable } = await accounts.read(invoiceSource(id))
    const amount = Math.min(left, refundable)
    if (amount > 0) parts.push({ ...invoiceSource(id), amount })
    left -= amount
  }
  return parts
}

/**
 * Refunds what the provider counts as unused at a moment, from the invoices of this period that were paid last.
 * `shown` is the moment of the amount that the caller has seen.
 */
async function planProratedRefund(
  { db, stripe, clock }: House,
  { subscriptionId }: OrderTableRow,
  accounts: Accounts,
  shown?: number,
): Promise<{ parts: RefundPart[]; prorationDate?: number }> {
  if (!subscriptionId) return { parts: [] }
  const items = await db
    .select()
    .from(stripeSubscriptionItems)
    .where(eq(stripeSubscriptionItems.subscriptionId, subscriptionId))
  if (items.length === 0) return { parts: [] }
  const none = items.map(({ id }) => ({ id, quantity: 0 }))
  const now = prorationDateOf(items, clock.now())
  const at = shown ?? now
  assertRecent(at, now)
  const paid = await paidInvoices(db, items, new Date(at * 1000))
  if (paid.length === 0) return { parts: [] }
  // The provider has no preview of a subscription that has ended; then the choice is not offered.
  const preview = await previewItems(stripe, { subscription: subscriptionId, items: none, prorationDate: at }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.status < 500) return undefined
      throw error
    },
  )
  if (!preview) return { parts: [] }
  return { parts: await spreadOverInvoices(accounts, paid, Math.max(0, -preview.total)), prorationDate: at }
}

const MAX_INVOICES = 12

/** The provider counts a period as unused whether it was paid or not, so only invoices that paid for an item at that moment count. */
async function paidInvoices(db: Db, items: { id: string }[], at: Date) {
  const ofThis = db
    .select({ id: stripeInvoiceLines.invoiceId })
    .from(stripeInvoiceLines)
    .where(
      and(
        inArray(
          stripeInvoiceLines.subscriptionItemId,
          items.map(({ id }) => id),
        ),
        lte(stripeInvoiceLines.periodStart, at),
        gt(stripeInvoiceLines.periodEnd, at),
      ),
    )
  const rows = await db
    .select({ id: stripeInvoices.id })
    .from(stripeInvoices)
    .where(and(inArray(stripeInvoices.id, ofThis), gt(stripeInvoices.amountPaid, 0)))
    .orderBy(desc(stripeInvoices.createdAt))
    .limit(MAX_INVOICES)
  return rows.map(({ id }) => id)
}

export async function readRefundChoices(house: House, actor: StaffActor, id: string): Promise<RefundChoices> {
  const order = await readOpenOrder(house.db, actor.role, id)
  refuseIf(whyOrderCannotBeCanceled(order))
  await bringUpToDate(house, order)
  const accounts = openAccounts(house)
  const fullRefund = await planFullRefund(house, order, accounts)
  // Read before the prorated plan asks about the payments of renewals.
  const returned = await accounts.sum(returnedOf)
  const lost = await accounts.sum(({ lost }) => lost)
  const lastRefund = await planLastRefund(house, order, accounts)
  const proratedRefund = await planProratedRefund(house, order, accounts)
  return {
    currency: order.currency,
    full: fullRefund.parts.length > 0 ? totalAmount(fullRefund.parts) : null,
    paidAt: fullRefund.paidAt?.toISOString() ?? null,
    last:
      lastRefund.parts.length > 0 && lastRefund.paidAt
        ? { amount: totalAmount(lastRefund.parts), paidAt: lastRefund.paidAt.toISOString() }
        : null,
    credited: fullRefund.credited,
    fromCredit: fullRefund.fromCredit,
    prorated: proratedRefund.parts.length > 0 ? totalAmount(proratedRefund.parts) : null,
    prorationDate: proratedRefund.prorationDate ?? null,
    returned,
    lost,
    disputed: await accounts.sum(disputedOf),
  }
}

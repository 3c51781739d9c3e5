import type { RefundChoices } from '@hikmah/contract/orders/schemas'
import type { RefundChoice } from '@hikmah/contract/orders/words'
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { z } from 'zod'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, invalid, Refusal } from '../kit/http/refusal.ts'
import { refundableOf, refundableOfPayment } from '../outside/stripe/orders.ts'
import { assertRecent, prorationDateOf } from '../outside/stripe/proration.ts'
import type { PaymentProvider } from '../outside/stripe/provider.ts'
import { previewItems } from '../outside/stripe/subscription-items.ts'
import { refreshInvoicesOf } from '../payments/refresh.ts'
import { stripeInvoiceLines, stripeInvoices, stripeSubscriptionItems } from '../payments/table.ts'
import { readOpenOrder } from './hold-order.ts'
import { creditedOf, fromCreditOf, isSettled } from './money.ts'
import { readInvoices } from './read-order.ts'
import type { OrderTableRow } from './table.ts'

/** What goes back on one invoice, or on a payment that had none. */
export interface Part {
  invoiceId: string | null
  paymentIntentId: string | null
  amount: number
}

const sumOf = (parts: Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** What goes back by a choice, and which open invoices are taken back. The amounts are the provider's. */
export async function refundPlan(
  house: House,
  order: OrderTableRow,
  { refund, prorationDate }: { refund: RefundChoice; prorationDate?: number | undefined },
) {
  assertNothingOnItsWay(order)
  await bringUpToDate(house, order)
  const invoices = await readInvoices(house.db, order)
  const voids = invoices.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (refund === 'none') return { parts: [], voids }
  if (refund === 'full') return { parts: (await wholeOf(house, order)).parts, voids }
  const { parts } = await unusedOf(house, order, prorationDate)
  if (parts.length === 0) throw invalid('refund', 'This order has no paid period left to refund')
  return { parts, voids }
}

/** What arrives for an order that is closed by then, nobody could give back here. */
function assertNothingOnItsWay({ checkoutPayment }: OrderTableRow) {
  if (checkoutPayment === 'due')
    throw conflict('The payment of this order is still on its way. Cancel the order once it has arrived or failed.')
}

/** What was billed a moment ago may not have been told yet. */
const bringUpToDate = async (house: House, { subscriptionId }: OrderTableRow) =>
  subscriptionId ? refreshInvoicesOf(house, subscriptionId) : undefined

/**
 * All that is left of what the order itself costs. What was paid beyond that before it was made smaller stays with the
 * customer, as credit or spent on a later invoice, and does not go back a second time.
 */
async function wholeOf({ db, stripe }: House, order: OrderTableRow) {
  if (order.checkoutPayment && order.paymentIntentId) {
    const amount = await refundableOfPayment(stripe, order.paymentIntentId)
    const parts: Part[] = amount > 0 ? [{ invoiceId: null, paymentIntentId: order.paymentIntentId, amount }] : []
    return { parts, credited: 0, fromCredit: 0 }
  }
  const own = (await readInvoices(db, order)).filter((invoice) => invoice.counts && isSettled(invoice))
  const paid = own.filter(({ amountPaid }) => amountPaid > 0).map(({ id }) => id)
  const worth = own.reduce((sum, { total, refunded }) => sum + total - refunded, 0)
  const parts = await partsOf(stripe, paid, Math.max(0, worth))
  return { parts, credited: creditedOf(own), fromCredit: fromCreditOf(own) }
}

/** So much of these invoices, as far as they have it to give. */
async function partsOf(stripe: PaymentProvider, invoices: string[], most: number): Promise<Part[]> {
  const parts: Part[] = []
  let left = most
  for (const id of invoices) {
    if (left === 0) break
    const amount = Math.min(left, await refundableOf(stripe, id))
    if (amount > 0) parts.push({ invoiceId: id, paymentIntentId: null, amount })
    left -= amount
  }
  return parts
}

/**
 * What the provider counts as not used up at a moment, taken from the invoices of this period that were paid last.
 * `shown` is the moment of the amount that somebody has seen.
 */
async function unusedOf(
  { db, stripe, clock }: House,
  { subscriptionId }: OrderTableRow,
  shown?: number,
): Promise<{ parts: Part[]; prorationDate?: number }> {
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
  // Of a subscription that has ended the provider knows no preview; then there is no such choice.
  const preview = await previewItems(stripe, { subscription: subscriptionId, items: none, prorationDate: at }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.status < 500) return undefined
      throw error
    },
  )
  if (!preview) return { parts: [] }
  return { parts: await partsOf(stripe, paid, Math.max(0, -preview.total)), prorationDate: at }
}

const MAX_INVOICES = 12

/** Those that paid for any of the items at that moment: the provider counts a period as not used up, paid or not. */
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

/** What would go back by each choice, before one is made. */
export async function readRefundChoices(
  house: House,
  actor: StaffActor,
  id: string,
): Promise<z.infer<typeof RefundChoices>> {
  const order = await readOpenOrder(house.db, actor.role, id)
  assertNothingOnItsWay(order)
  await bringUpToDate(house, order)
  const whole = await wholeOf(house, order)
  const unused = await unusedOf(house, order)
  return {
    currency: order.currency,
    full: whole.parts.length > 0 ? sumOf(whole.parts) : null,
    credited: whole.credited,
    fromCredit: whole.fromCredit,
    prorated: unused.parts.length > 0 ? sumOf(unused.parts) : null,
    prorationDate: unused.prorationDate ?? null,
  }
}

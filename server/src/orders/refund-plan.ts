import { whyNothingCanBeRefunded, whyOrderCannotBeCanceled } from '@hikmah/contract/orders/order-rules'
import type { RefundChoices } from '@hikmah/contract/orders/schemas'
import type { RefundChoice } from '@hikmah/contract/orders/words'
import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, invalid, Refusal } from '../kit/errors/refusal.ts'
import { type MoneyLeft, type PaymentSource, readMoneyLeft } from '../outside/stripe/money-left.ts'
import { assertRecent, previewItems, prorationDateOf } from '../outside/stripe/subscriptions.ts'
import { refreshInvoices } from '../payments/refresh.ts'
import { stripeInvoiceLines, stripeInvoices, stripeSubscriptionItems } from '../payments/table.ts'
import { readOpenOrder } from './hold-order.ts'
import { amountFromCredit, creditedAmount, isSettled, readInvoices, sum } from './read-order.ts'
import type { OrderTableRow } from './table.ts'

/** What goes back on one invoice, or on a payment that had none. */
export interface Part extends PaymentSource {
  amount: number
}

const totalAmount = (parts: Part[]) => sum(parts, ({ amount }) => amount)

/** What the provider says of each payment, asked once in a plan. */
function openAccounts({ stripe }: House) {
  const accounts = new Map<string, Promise<MoneyLeft>>()
  return {
    read(source: PaymentSource): Promise<MoneyLeft> {
      const id = source.invoiceId ?? source.paymentIntentId ?? ''
      const account = accounts.get(id) ?? readMoneyLeft(stripe, 'page', source)
      accounts.set(id, account)
      return account
    },
    /** Of all that were asked about. */
    sum: async (field: keyof MoneyLeft) => sum(await Promise.all(accounts.values()), (account) => account[field]),
  }
}
type Accounts = ReturnType<typeof openAccounts>

const invoiceSource = (invoiceId: string): PaymentSource => ({ invoiceId, paymentIntentId: null })

/** What goes back by a choice, and which open invoices are taken back. The amounts are the provider's. */
export async function refundPlan(
  house: House,
  order: OrderTableRow,
  { refund, prorationDate }: { refund: RefundChoice; prorationDate?: number | undefined },
) {
  assertCancelable(order)
  await bringUpToDate(house, order)
  const invoices = await readInvoices(house.db, order)
  const voids = invoices.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (refund === 'none') return { parts: [], voids }
  const accounts = openAccounts(house)
  const isFull = refund === 'full'
  const { parts } = isFull
    ? await planFullRefund(house, order, accounts)
    : await planProratedRefund(house, order, accounts, prorationDate)
  if (parts.length === 0) {
    const why = whyNothingCanBeRefunded(await accounts.sum('disputed'), order.currency)
    if (why) throw conflict(why)
    if (!isFull) throw invalid('refund', 'This order has no paid period left to refund')
  }
  return { parts, voids }
}

function assertCancelable(order: OrderTableRow) {
  const why = whyOrderCannotBeCanceled(order)
  if (why) throw conflict(why)
}

/** What was billed a moment ago may not have been told yet. */
const bringUpToDate = async (house: House, { subscriptionId }: OrderTableRow) =>
  subscriptionId ? refreshInvoices(house, subscriptionId) : undefined

/**
 * All that is left of what the order itself costs. What was paid beyond that before it was made smaller stays with the
 * customer, as credit or spent on a later invoice, and does not go back a second time; neither does what was refunded,
 * credited or taken back by a bank.
 */
async function planFullRefund({ db }: House, order: OrderTableRow, accounts: Accounts) {
  if (order.checkoutPayment && order.paymentIntentId) {
    const source: PaymentSource = { invoiceId: null, paymentIntentId: order.paymentIntentId }
    const { refundable } = await accounts.read(source)
    return { parts: refundable > 0 ? [{ ...source, amount: refundable }] : [], credited: 0, fromCredit: 0 }
  }
  const own = (await readInvoices(db, order)).filter((invoice) => invoice.counts && isSettled(invoice))
  let worth = 0
  let waivedInAll = 0
  for (const { id, total } of own) {
    worth += total
    if (total <= 0) continue
    const { refunded, credited, waived, disputed, lost } = await accounts.read(invoiceSource(id))
    worth -= refunded + credited + waived + disputed + lost
    waivedInAll += waived
  }
  const paid = own.filter(({ amountPaid }) => amountPaid > 0).map(({ id }) => id)
  const parts = await spreadOverInvoices(accounts, paid, Math.max(0, worth))
  return { parts, credited: creditedAmount(own), fromCredit: Math.max(0, amountFromCredit(own) - waivedInAll) }
}

/** So much of these invoices, as far as they have it to give. */
async function spreadOverInvoices(accounts: Accounts, invoices: string[], most: number): Promise<Part[]> {
  const parts: Part[] = []
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
 * What the provider counts as not used up at a moment, taken from the invoices of this period that were paid last.
 * `shown` is the moment of the amount that somebody has seen.
 */
async function planProratedRefund(
  { db, stripe, clock }: House,
  { subscriptionId }: OrderTableRow,
  accounts: Accounts,
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
  return { parts: await spreadOverInvoices(accounts, paid, Math.max(0, -preview.total)), prorationDate: at }
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
export async function readRefundChoices(house: House, actor: StaffActor, id: string): Promise<RefundChoices> {
  const order = await readOpenOrder(house.db, actor.role, id)
  assertCancelable(order)
  await bringUpToDate(house, order)
  const accounts = openAccounts(house)
  const whole = await planFullRefund(house, order, accounts)
  // Of the order's own payments, before those of its renewals are asked about.
  const returned = (await accounts.sum('refunded')) + (await accounts.sum('credited'))
  const lost = await accounts.sum('lost')
  const unused = await planProratedRefund(house, order, accounts)
  return {
    currency: order.currency,
    full: whole.parts.length > 0 ? totalAmount(whole.parts) : null,
    credited: whole.credited,
    fromCredit: whole.fromCredit,
    prorated: unused.parts.length > 0 ? totalAmount(unused.parts) : null,
    prorationDate: unused.prorationDate ?? null,
    returned,
    lost,
    disputed: await accounts.sum('disputed'),
  }
}

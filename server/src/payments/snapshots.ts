import type { TakenTax } from '@hikmah/contract/invoices'
import { accountOf } from '@hikmah/contract/money-account'
import type Stripe from 'stripe'
import { chargeOf, invoiceParts, keptCharges, paidOf, unitAmountOf } from '../outside/stripe/billing.ts'
import type { PaymentMoney } from '../outside/stripe/movements.ts'
import { idOf } from '../outside/stripe/requests.ts'
import { plannedChangeOf } from '../outside/stripe/schedules.ts'
import type { AppliedDiscount, stripeInvoices, stripePrices, stripeSubscriptions } from './table.ts'

/** Times at the provider are in epoch seconds. */
const toDate = (seconds: number) => new Date(seconds * 1000)
const toDateOrNull = (seconds: number | null | undefined) => (seconds ? toDate(seconds) : null)

type Row<Table extends { $inferInsert: object }> = Table['$inferInsert']

export const priceRow = (price: Stripe.Price, fetchedAt: Date): Row<typeof stripePrices> => ({
  id: price.id,
  productId: idOf(price.product) ?? '',
  nickname: price.nickname ?? '',
  unitAmount: price.unit_amount,
  currency: price.currency,
  recurringInterval: price.recurring?.interval ?? null,
  intervalCount: price.recurring?.interval_count ?? null,
  isActive: price.active,
  fetchedAt,
})

const methodCard = (method: string | Stripe.PaymentMethod | null | undefined) =>
  typeof method === 'object' && method ? method.card : undefined

/** The card a subscription is paid with: its own, or the customer's. */
function subscriptionCard({ default_payment_method, customer }: Stripe.Subscription) {
  const card = methodCard(default_payment_method)
  if (card) return card
  return typeof customer === 'object' && !customer.deleted
    ? methodCard(customer.invoice_settings.default_payment_method)
    : undefined
}

export const methodRow = (method: Stripe.PaymentMethod, customerId: string, fetchedAt: Date) => ({
  id: method.id,
  customerId,
  type: method.type,
  brand: method.card?.brand ?? method.us_bank_account?.bank_name ?? '',
  last4: method.card?.last4 ?? method.us_bank_account?.last4 ?? method.sepa_debit?.last4 ?? '',
  expMonth: method.card?.exp_month ?? null,
  expYear: method.card?.exp_year ?? null,
  createdAt: toDate(method.created),
  detachedAt: null,
  fetchedAt,
})

function cancellationOf({ cancellation_details: details }: Stripe.Subscription) {
  const { reason, feedback, comment } = details ?? {}
  return reason || feedback || comment
    ? { reason: reason ?? '', feedback: feedback ?? '', comment: comment ?? '' }
    : null
}

export function subscriptionRow(
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  fetchedAt: Date,
): Row<typeof stripeSubscriptions> {
  const card = subscriptionCard(subscription)
  const ends = items.map((item) => item.current_period_end)
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer)!,
    status: subscription.status,
    currency: subscription.currency,
    startedAt: toDate(subscription.start_date),
    currentPeriodEnd: ends.length > 0 ? toDate(Math.min(...ends)) : null,
    trialEnd: toDateOrNull(subscription.trial_end),
    cancelAt: toDateOrNull(subscription.cancel_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: toDateOrNull(subscription.ended_at),
    plannedChange: plannedChangeOf(subscription.schedule, items),
    collectionMethod: subscription.collection_method,
    cardBrand: card?.brand ?? '',
    cardLast4: card?.last4 ?? '',
    latestInvoiceId: idOf(subscription.latest_invoice),
    canceledAt: toDateOrNull(subscription.canceled_at),
    cancellation: cancellationOf(subscription),
    defaultMethodId: idOf(subscription.default_payment_method),
    discounts: subscription.discounts.flatMap((one) => readDiscount(one) ?? []),
    metadata: subscription.metadata,
    fetchedAt,
  }
}

export const itemRow = (item: Stripe.SubscriptionItem, subscriptionId: string, position: number) => ({
  id: item.id,
  subscriptionId,
  position,
  priceId: item.price.id,
  productId: idOf(item.price.product) ?? '',
  quantity: item.quantity ?? 1,
  unitAmount: unitAmountOf(item.price),
  currency: item.price.currency,
  recurringInterval: item.price.recurring?.interval ?? null,
  intervalCount: item.price.recurring?.interval_count ?? null,
  currentPeriodStart: toDate(item.current_period_start),
  currentPeriodEnd: toDate(item.current_period_end),
})

function readDiscount(
  discount: string | Stripe.Discount | Stripe.DeletedDiscount,
): Omit<AppliedDiscount, 'amount'> | undefined {
  if (typeof discount === 'string') return undefined
  const { id, promotion_code, source } = discount
  const coupon = typeof source.coupon === 'object' ? source.coupon : null
  const code = typeof promotion_code === 'object' ? promotion_code?.code : undefined
  return {
    id,
    promotionCodeId: idOf(promotion_code),
    code: code ?? coupon?.name ?? '',
    percentOff: coupon?.percent_off ?? null,
    amountOff: coupon?.amount_off ?? null,
  }
}

const sum = <T>(rows: T[] | null | undefined, amountOf: (row: T) => number) =>
  (rows ?? []).reduce((total, row) => total + amountOf(row), 0)

export interface WholeInvoice {
  invoice: Stripe.Invoice
  lines: Stripe.InvoiceLineItem[]
  payments: Stripe.InvoicePayment[]
  money: PaymentMoney
  taxes: TakenTax[]
  /** The code of why the last payment failed; empty where none did. */
  decline: string
}

export function invoiceRow(
  { invoice, lines, payments, money, taxes, decline }: WholeInvoice,
  fetchedAt: Date,
): Row<typeof stripeInvoices> {
  // What is given back of an earlier cycle does not name the cycle of the invoice.
  const charged = lines.toSorted((a, b) => Number(b.amount > 0) - Number(a.amount > 0))
  const recurring = charged.map(recurringColumns).find((one) => one.recurringInterval)
  const amounts = new Map((invoice.total_discount_amounts ?? []).map((one) => [idOf(one.discount), one.amount]))
  const charges = payments.flatMap((one) => chargeOf(one) ?? [])
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer)!,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    number: invoice.number,
    // The provider numbers a receipt on the invoice, or on the charge.
    receiptNumber: invoice.receipt_number ?? paidOf(charges)?.receiptNumber ?? null,
    status: invoice.status ?? 'draft',
    billingReason: invoice.billing_reason ?? '',
    currency: invoice.currency,
    ...invoiceParts(invoice),
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    amountRemaining: invoice.amount_remaining,
    ...accountColumns(money),
    charges: keptCharges(charges),
    recurringInterval: recurring?.recurringInterval ?? null,
    intervalCount: recurring?.intervalCount ?? null,
    discounts: invoice.discounts.flatMap((one) => {
      const discount = readDiscount(one)
      return discount ? [{ ...discount, amount: amounts.get(discount.id) ?? 0 }] : []
    }),
    taxes,
    customerName: invoice.customer_name ?? '',
    customerEmail: invoice.customer_email ?? '',
    customerAddress: readAddress(invoice.customer_address),
    attemptCount: invoice.attempt_count,
    collectionMethod: invoice.collection_method,
    nextAttemptAt: toDateOrNull(invoice.next_payment_attempt),
    decline,
    createdAt: toDate(invoice.created),
    finalizedAt: toDateOrNull(invoice.status_transitions.finalized_at),
    dueAt: toDateOrNull(invoice.due_date),
    paidAt: toDateOrNull(invoice.status_transitions.paid_at),
    payment: paidOf(charges),
    fetchedAt,
  }
}

function accountColumns({ paid, movements }: PaymentMoney) {
  const { refunded, refundPending, paidOutside, credited, returnedOutside, disputed, lost, disputeFees } = accountOf(
    paid,
    movements,
  )
  return { refunded, refundPending, paidOutside, credited, returnedOutside, disputed, lost, disputeFees }
}

const readAddress = (address: Stripe.Address | null) =>
  address && {
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    postalCode: address.postal_code ?? '',
    country: address.country ?? '',
  }

function recurringColumns({ pricing }: Stripe.InvoiceLineItem) {
  const price = pricing?.price_details?.price
  const recurring = typeof price === 'object' ? price.recurring : undefined
  return { recurringInterval: recurring?.interval ?? null, intervalCount: recurring?.interval_count ?? null }
}

export const lineRow = (line: Stripe.InvoiceLineItem, invoiceId: string, position: number) => ({
  id: line.id,
  invoiceId,
  position,
  description: line.description ?? '',
  productId: line.pricing?.price_details?.product ?? null,
  priceId: idOf(line.pricing?.price_details?.price),
  subscriptionItemId: line.parent?.subscription_item_details?.subscription_item ?? null,
  quantity: line.quantity,
  // A Decimal of an API answer, text in a webhook.
  unitAmount:
    line.pricing?.unit_amount_decimal === null || !line.pricing ? null : String(line.pricing.unit_amount_decimal),
  amount: line.amount,
  discount: sum(line.discount_amounts, (one) => one.amount),
  isProration:
    line.parent?.subscription_item_details?.proration ?? line.parent?.invoice_item_details?.proration ?? false,
  ...recurringColumns(line),
  periodStart: toDate(line.period.start),
  periodEnd: toDate(line.period.end),
})

import { add, change } from '../events/emit.ts'
import {
  type Customer,
  type Discount,
  type Invoice,
  type InvoiceLine,
  link,
  newId,
  type Subscription,
  type TaxRate,
  unset,
} from '../records.ts'
import { embed, find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { discounted } from './amounts/discounts.ts'
import type { Period } from './amounts/items.ts'
import { rounded } from './amounts/money.ts'
import { requestPayment } from './payment/payments.ts'

/** Between the draft of a renewal and its collection the provider waits an hour. */
const DRAFT_FOR = 3600
const DAY = 86_400

type Draft = {
  customer: Customer
  subscription: Subscription | null
  reason: NonNullable<Invoice['billing_reason']>
  lines: InvoiceLine[]
  discounts: Discount[]
  period: Period
  metadata?: Record<string, string>
}

export function draftInvoice(sandbox: Sandbox, draft: Draft): Invoice {
  const { customer, subscription, lines } = draft
  const now = sandbox.clock.now()
  const id = newId('in')
  const isSent = subscription?.collection_method === 'send_invoice'
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Hikmah Sandbox',
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: now + DRAFT_FOR,
    billing_reason: draft.reason,
    collection_method: subscription?.collection_method ?? 'charge_automatically',
    created: now,
    currency: lines[0]?.currency ?? subscription?.currency ?? customer.currency ?? 'usd',
    customer: customer.id,
    ...billedTo(customer),
    customer_tax_ids: [],
    default_tax_rates: subscription?.default_tax_rates ?? [],
    discounts: draft.discounts.map((discount) => discount.id),
    due_date: isSent ? now + (subscription.days_until_due ?? 30) * DAY : null,
    footer: customer.invoice_settings.footer,
    issuer: { type: 'self' },
    lines: embed(
      discounted(sandbox, lines, draft.discounts).map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: draft.metadata ?? {},
    next_payment_attempt: isSent ? null : now + DRAFT_FOR,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: draft.period.end,
    period_start: draft.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    ...unset(
      'account_tax_ids application custom_fields customer_account default_payment_method default_source',
      'description effective_at ending_balance from_invoice hosted_invoice_url invoice_pdf',
      'last_finalization_error latest_revision number on_behalf_of receipt_number rendering shipping_cost',
      'shipping_details statement_descriptor test_clock webhooks_delivered_at',
    ),
  }
  if (subscription) change(sandbox, current(sandbox, subscription), { latest_invoice: id })
  return add(sandbox, { ...invoice, ...totals(invoice, customer) }, 'invoice.created')
}

/** A negative balance of the customer is credit; it is used up before anything is due. */
function totals(invoice: Invoice, customer: Customer) {
  const subtotal = sum(invoice.lines.data.map((line) => line.amount))
  const discounts = invoice.discounts.map((discount) => ({
    amount: sum(
      invoice.lines.data.flatMap((line) =>
        (line.discount_amounts ?? []).filter((each) => each.discount === discount).map((each) => each.amount),
      ),
    ),
    discount,
  }))
  const net = subtotal - sum(discounts.map(({ amount }) => amount))
  const taxes = invoice.default_tax_rates.map((rate) => taxOf(rate, net, customer))
  const inclusive = sum(taxes.filter(({ tax_behavior }) => tax_behavior === 'inclusive').map(({ amount }) => amount))
  const total = net - inclusive + sum(taxes.map(({ amount }) => amount))
  const due = Math.max(0, total + customer.balance)
  return {
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: net - inclusive,
    total_taxes: taxes,
    total_discount_amounts: discounts,
    total_pretax_credit_amounts: discounts.map((each) => ({ ...each, type: 'discount' as const })),
    amount_due: due,
    amount_remaining: due,
    starting_balance: customer.balance,
  }
}

/** Of the whole invoice after its discounts. Nothing is taken of a customer who is exempt, nor of a credit. */
function taxOf({ id, inclusive, percentage }: TaxRate, net: number, { tax_exempt }: Customer) {
  const isExempt = tax_exempt === 'exempt'
  // The provider keeps four decimals of a percentage.
  const millionths = Math.round(percentage * 10_000)
  const taxable = isExempt ? 0 : Math.max(0, net)
  return {
    amount: rounded(taxable * millionths, inclusive ? 1_000_000 + millionths : 1_000_000),
    tax_behavior: inclusive ? ('inclusive' as const) : ('exclusive' as const),
    tax_rate_details: { tax_rate: id },
    taxability_reason: isExempt ? ('customer_exempt' as const) : ('standard_rated' as const),
    taxable_amount: taxable,
    type: 'tax_rate_details' as const,
  }
}

/** From here on the sums stand: the invoice has a number, an address and a payment that is asked for. */
export function finalize(sandbox: Sandbox, draft: Invoice): Invoice {
  const customer = find(sandbox, 'customer', draft.customer ?? '')
  const now = sandbox.clock.now()
  const sums = totals(draft, customer)
  const sequence = customer.next_invoice_sequence ?? 1
  const ending = customer.balance + sums.total - sums.amount_due
  change(sandbox, customer, { balance: ending, currency: draft.currency }, 'customer.updated')
  sandbox.store.save({ ...find(sandbox, 'customer', customer.id), next_invoice_sequence: sequence + 1 })
  const page = link(`/__sandbox/invoices/${draft.id}`)
  const open = change(
    sandbox,
    draft,
    {
      ...sums,
      ...billedTo(customer),
      automatically_finalizes_at: null,
      effective_at: now,
      ending_balance: ending,
      hosted_invoice_url: page,
      invoice_pdf: `${page}/pdf`,
      number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: now },
    },
    'invoice.finalized',
  )
  requestPayment(sandbox, open)
  return open
}

const billedTo = (customer: Customer) => ({
  customer_address: customer.address ?? null,
  customer_email: customer.email,
  customer_name: customer.name ?? null,
  customer_phone: customer.phone ?? null,
  customer_shipping: null,
  customer_tax_exempt: customer.tax_exempt ?? null,
})

/** As it is now: what is held in hand may be older than what was just written. */
export const current = <T extends { object: 'subscription' | 'invoice'; id: string }>({ store }: Sandbox, record: T) =>
  (store.find(record.object, record.id) ?? record) as T

export const subscriptionOf = ({ store }: Sandbox, { parent }: Invoice) =>
  store.find('subscription', parent?.subscription_details?.subscription ?? '')

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

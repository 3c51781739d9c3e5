import { cardDeclined, invalid } from '../../errors.ts'
import { change, emit } from '../../events/emit.ts'
import {
  type Charge,
  type Invoice,
  type InvoicePayment,
  newId,
  type PaymentMethod,
  type Subscription,
} from '../../records.ts'
import { declineOf } from '../../resources/customers.ts'
import { embed, find } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { finalize, subscriptionOf } from '../invoices.ts'
import { addInvoicePayment, chargeCard } from './payments.ts'

/** What a payment does to the subscription it is for: it starts, recovers, or takes the change that was waiting. */
function afterPayment(sandbox: Sandbox, invoice: Invoice) {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription || invoice.id !== subscription.latest_invoice) return
  const isRecovering = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
  const recovered = isRecovering
    ? change(sandbox, subscription, { status: 'active' }, 'customer.subscription.updated')
    : subscription
  setDelinquent(sandbox, subscription, false)
  if (recovered.pending_update) applyPendingUpdate(sandbox, recovered)
}

function afterFailure(sandbox: Sandbox, invoice: Invoice) {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription || !['active', 'trialing'].includes(subscription.status)) return
  change(sandbox, subscription, { status: 'past_due' }, 'customer.subscription.updated')
  setDelinquent(sandbox, subscription, true)
}

function applyPendingUpdate(sandbox: Sandbox, subscription: Subscription) {
  const items = subscription.pending_update?.subscription_items ?? subscription.items.data
  change(
    sandbox,
    subscription,
    { items: embed(items, subscription.items.url), pending_update: null },
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  )
}

function setDelinquent(sandbox: Sandbox, { customer }: Subscription, delinquent: boolean) {
  const record = sandbox.store.find('customer', customer)
  if (record) change(sandbox, record, { delinquent }, 'customer.updated')
}

const DAY = 86_400
/** A failed payment is tried again after so many days, and then no more. */
const RETRIES = [3, 5, 7]

export function finalizeAndCollect(sandbox: Sandbox, draft: Invoice): Invoice {
  const open = finalize(sandbox, draft)
  if (open.amount_due === 0) return settle(sandbox, open)
  if (open.collection_method === 'charge_automatically') return collect(sandbox, open)
  emit(sandbox, 'invoice.sent', open)
  return open
}

export function collect(sandbox: Sandbox, invoice: Invoice): Invoice {
  const method = methodFor(sandbox, invoice)
  return method ? payByCard(sandbox, invoice, method).invoice : fail(sandbox, invoice)
}

export function methodFor(sandbox: Sandbox, invoice: Invoice) {
  const customer = sandbox.store.find('customer', invoice.customer ?? '')
  const id =
    invoice.default_payment_method ??
    subscriptionOf(sandbox, invoice)?.default_payment_method ??
    customer?.invoice_settings.default_payment_method
  const method = id ? sandbox.store.find('payment_method', id) : undefined
  // One that was detached is charged no more, wherever it is still named.
  return method?.customer ? method : undefined
}

function payByCard(sandbox: Sandbox, invoice: Invoice, method: PaymentMethod, isManual = false) {
  const asked = openPayment(sandbox, invoice)
  if (!asked) throw invalid('Nothing is to be paid for this invoice.')
  const intent = find(sandbox, 'payment_intent', asked.payment.payment_intent ?? '')
  const charge = chargeCard(sandbox, intent, method, declineOf(method))
  if (!charge.paid) return { invoice: fail(sandbox, invoice, isManual), charge }
  markPaid(sandbox, asked)
  return { invoice: settle(sandbox, invoice, charge), charge }
}

/** `invoices.pay`: the attempt stays on record, also when the card is declined. */
export function payNow(sandbox: Sandbox, invoice: Invoice, method?: PaymentMethod): Invoice {
  const used = method ?? methodFor(sandbox, invoice)
  if (!used) {
    throw invalid(
      'There is no default_payment_method set on this Customer or Invoice. Please set a default_payment_method or pass one.',
      'payment_method',
    )
  }
  const paid = payByCard(sandbox, invoice, used, true)
  if (paid.invoice.status !== 'paid') throw cardDeclined(declineOf(used), paid.charge.id)
  return paid.invoice
}

/** The money came another way: the card is not asked any more. */
export function payOutOfBand(sandbox: Sandbox, invoice: Invoice): Invoice {
  cancelRequest(sandbox, invoice)
  const record = { payment_record: newId('pr'), type: 'payment_record' } as const
  if (invoice.amount_due > 0) markPaid(sandbox, addInvoicePayment(sandbox, invoice, record, false))
  return settle(sandbox, invoice, undefined, { amount_paid_off_stripe: invoice.amount_due })
}

export function cancelRequest(sandbox: Sandbox, invoice: Invoice) {
  const asked = openPayment(sandbox, invoice)
  if (!asked) return
  const now = sandbox.clock.now()
  sandbox.store.save<InvoicePayment>({
    ...asked,
    status: 'canceled',
    status_transitions: { ...asked.status_transitions, canceled_at: now },
  })
  const intent = find(sandbox, 'payment_intent', asked.payment.payment_intent ?? '')
  change(
    sandbox,
    intent,
    { status: 'canceled', canceled_at: now, cancellation_reason: 'void_invoice' },
    'payment_intent.canceled',
  )
}

const openPayment = ({ store }: Sandbox, { id }: Invoice) =>
  store.all('invoice_payment').find((payment) => payment.invoice === id && payment.status === 'open')

const markPaid = (sandbox: Sandbox, payment: InvoicePayment) =>
  change(
    sandbox,
    payment,
    {
      amount_paid: payment.amount_requested,
      status: 'paid',
      status_transitions: { ...payment.status_transitions, paid_at: sandbox.clock.now() },
    },
    'invoice_payment.paid',
  )

export function settle(sandbox: Sandbox, invoice: Invoice, charge?: Charge, more: Partial<Invoice> = {}): Invoice {
  const paid = change(
    sandbox,
    invoice,
    {
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + (charge ? 1 : 0),
      attempted: true,
      auto_advance: false,
      next_payment_attempt: null,
      receipt_number: charge?.receipt_number ?? null,
      status: 'paid',
      status_transitions: { ...invoice.status_transitions, paid_at: sandbox.clock.now() },
      ...more,
    },
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
  )
  afterPayment(sandbox, paid)
  return paid
}

/** Any attempt counts as the first; after it only the automatic ones count, and move the schedule on. */
function fail(sandbox: Sandbox, invoice: Invoice, isManual = false): Invoice {
  const wait = RETRIES[invoice.attempt_count]
  const isAutomatic = invoice.collection_method === 'charge_automatically'
  const failed = change(
    sandbox,
    invoice,
    isManual && invoice.attempted
      ? {}
      : {
          attempt_count: invoice.attempt_count + 1,
          attempted: true,
          next_payment_attempt: isAutomatic && wait ? sandbox.clock.now() + wait * DAY : null,
        },
    'invoice.updated',
    'invoice.payment_failed',
  )
  afterFailure(sandbox, failed)
  return failed
}

import { type DiscountParams, discounted, leftOf, redeemAll, refuseBelowMinimum } from '../billing/amounts/discounts.ts'
import { onceLine } from '../billing/amounts/items.ts'
import { draftInvoice, finalize } from '../billing/invoices.ts'
import { payNow, settle } from '../billing/payment/pay.ts'
import { chargeCard, createIntent } from '../billing/payment/payments.ts'
import { subscribe } from '../billing/subscribe.ts'
import { cardDeclined, DECLINED, invalid } from '../errors.ts'
import { add, change, emit } from '../events/emit.ts'
import { flag, integer, oneOf, orNull, type Taken, text } from '../params.ts'
import {
  type Charge,
  type CheckoutSession,
  type Customer,
  type Dispute,
  newId,
  type PaymentMethod,
  type Refund,
  unset,
} from '../records.ts'
import { attach, createCustomer, declineOf } from '../resources/customers.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const DAY = 86_400

/** With `later`, what is bought without an invoice is paid days later, as from a bank account. */
export const PAYMENT = {
  email: text,
  name: text,
  payment_link: text,
  payment_method: text,
  promotion_code: text,
  later: flag,
}
export const ARRIVAL = { fails: flag }

type Guest = { customer: Customer | null; method: PaymentMethod; discounts: DiscountParams; isLater: boolean }
type Buyer = Guest & { customer: Customer }

export function paySession(sandbox: Sandbox, id: string, params: Taken<typeof PAYMENT>): CheckoutSession {
  const session = find(sandbox, 'checkout.session', id)
  if (session.status !== 'open') throw invalid(`This checkout session is ${session.status}.`)
  if (params.promotion_code && !session.allow_promotion_codes) {
    throw invalid('This checkout session takes no promotion codes.', 'promotion_code')
  }
  const said = { email: params.email ?? session.customer_email, name: params.name }
  const customer = session.customer
    ? find(sandbox, 'customer', session.customer)
    : paysAsGuest(session)
      ? null
      : createCustomer(sandbox, said)
  const method = attach(sandbox, params.payment_method ?? 'pm_card_visa', customer?.id ?? null)
  if (session.mode === 'setup') return saveMethod(sandbox, session, method)
  const discounts: DiscountParams = params.promotion_code
    ? [{ promotion_code: promotionCode(sandbox, params.promotion_code) }]
    : (session.discounts ?? [])
  const buyer = { customer, method, discounts, isLater: params.later ?? false }
  const bought = customer ? buy(sandbox, session, { ...buyer, customer }) : payAlone(sandbox, session, buyer)
  return change(
    sandbox,
    session,
    {
      ...bought,
      customer: customer?.id ?? null,
      customer_details: {
        address: null,
        business_name: null,
        email: customer?.email ?? said.email ?? null,
        individual_name: null,
        name: customer?.name ?? said.name ?? null,
        phone: customer?.phone ?? null,
        tax_exempt: 'none',
        tax_ids: [],
      },
      discounts: discounts.map((discount) => orNull(discount, 'coupon', 'promotion_code')),
      payment_link: params.payment_link ?? session.payment_link,
      payment_status: bought.amount_total === 0 ? 'no_payment_required' : buyer.isLater ? 'unpaid' : 'paid',
      status: 'complete',
      url: null,
    },
    'checkout.session.completed',
  )
}

/** It is only attached: whoever asked for it makes it the default. */
function saveMethod(sandbox: Sandbox, session: CheckoutSession, method: PaymentMethod): CheckoutSession {
  const setup = find(sandbox, 'setup_intent', session.setup_intent ?? '')
  const { customer } = method
  change(sandbox, setup, { customer, payment_method: method.id, status: 'succeeded' }, 'setup_intent.succeeded')
  return change(sandbox, session, { customer, status: 'complete', url: null }, 'checkout.session.completed')
}

export function endPayment(sandbox: Sandbox, id: string, { fails }: Taken<typeof ARRIVAL>): CheckoutSession {
  const session = find(sandbox, 'checkout.session', id)
  const intent = find(sandbox, 'payment_intent', session.payment_intent ?? '')
  if (intent.status !== 'processing') throw invalid('No money is on its way for this checkout session.')
  const method = find(sandbox, 'payment_method', intent.payment_method ?? '')
  if (!fails) {
    chargeCard(sandbox, intent, method)
    return change(sandbox, session, { payment_status: 'paid' }, 'checkout.session.async_payment_succeeded')
  }
  const open = sandbox.store.save({ ...intent, status: 'requires_payment_method' as const, payment_method: null })
  chargeCard(sandbox, open, method, DECLINED)
  emit(sandbox, 'checkout.session.async_payment_failed', session)
  return session
}

/** The bank cannot take what was refunded: the card is closed. Its credit note stays issued. */
export function failRefund(sandbox: Sandbox, id: string): Refund {
  const refund = find(sandbox, 'refund', id)
  if (refund.status === 'failed') throw invalid('This refund has failed already.')
  const charge = find(sandbox, 'charge', refund.charge ?? '')
  const amount_refunded = charge.amount_refunded - refund.amount
  change(sandbox, charge, { amount_refunded, refunded: false }, 'charge.updated')
  return change(sandbox, refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' }, 'refund.failed')
}

/** Who pays once is made a customer only where that is asked for, or an invoice needs one. */
const paysAsGuest = ({ mode, customer_creation, invoice_creation }: CheckoutSession) =>
  mode === 'payment' && customer_creation !== 'always' && !invoice_creation?.enabled

function buy(sandbox: Sandbox, session: CheckoutSession, buyer: Buyer) {
  if (session.mode === 'subscription') return start(sandbox, session, buyer)
  return session.invoice_creation?.enabled ? payInvoice(sandbox, session, buyer) : payAlone(sandbox, session, buyer)
}

function start(sandbox: Sandbox, session: CheckoutSession, { customer, method, discounts }: Buyer) {
  const { description, metadata, trial_period_days } = findSessionData(sandbox, session).subscription
  const items = bought(session)
  const subscription = subscribe(sandbox, {
    customer,
    items: items
      .filter(({ price }) => price.recurring)
      .map(({ price, quantity }) => ({ price: price.id, quantity, priced: price })),
    extras: items.filter(({ price }) => !price.recurring),
    discounts,
    trialEnd: trial_period_days ? sandbox.clock.now() + trial_period_days * DAY : null,
    cancelAt: null,
    collection: 'charge_automatically',
    daysUntilDue: null,
    method: method.id,
    description: description ?? null,
    metadata: metadata ?? {},
    payment: 'error_if_incomplete',
  })
  const invoice = find(sandbox, 'invoice', subscription.latest_invoice ?? '')
  return {
    ...sums(invoice.subtotal, invoice.total),
    invoice: invoice.id,
    subscription: subscription.id,
  }
}

function redeemOnce(sandbox: Sandbox, session: CheckoutSession, { customer, discounts }: Guest) {
  const lines = bought(session).map(({ price, quantity }) => onceLine(sandbox, price, quantity))
  const target = { customer: customer?.id ?? '', subscription: null, checkout_session: session.id }
  const redeemed = redeemAll(sandbox, discounts, target)
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  refuseBelowMinimum(sandbox, redeemed, subtotal, session.currency ?? 'usd')
  return { lines, redeemed, subtotal }
}

function payInvoice(sandbox: Sandbox, session: CheckoutSession, buyer: Buyer) {
  const now = sandbox.clock.now()
  const { lines, redeemed } = redeemOnce(sandbox, session, buyer)
  const open = finalize(
    sandbox,
    draftInvoice(sandbox, {
      customer: buyer.customer,
      subscription: null,
      reason: 'manual',
      lines,
      discounts: redeemed,
      period: { start: now, end: now },
      metadata: session.metadata ?? {},
    }),
  )
  const invoice = open.amount_due === 0 ? settle(sandbox, open) : payNow(sandbox, open, buyer.method)
  const payment = sandbox.store.all('invoice_payment').find((each) => each.invoice === invoice.id)
  return {
    ...sums(invoice.subtotal, invoice.total),
    invoice: invoice.id,
    payment_intent: payment?.payment.payment_intent ?? null,
  }
}

function payAlone(sandbox: Sandbox, session: CheckoutSession, buyer: Guest) {
  const { lines, redeemed, subtotal } = redeemOnce(sandbox, session, buyer)
  const { description, metadata } = findSessionData(sandbox, session).intent
  const total = discounted(sandbox, lines, redeemed).reduce((sum, line) => sum + leftOf(line), 0)
  if (total === 0) return { ...sums(subtotal, total), payment_intent: null }
  const intent = createIntent(sandbox, {
    amount: total,
    currency: session.currency ?? 'usd',
    customer: buyer.customer?.id ?? null,
    description: description ?? null,
    metadata: metadata ?? {},
  })
  if (buyer.isLater) {
    change(sandbox, intent, { status: 'processing', payment_method: buyer.method.id }, 'payment_intent.processing')
    return { ...sums(subtotal, total), payment_intent: intent.id }
  }
  const charge = chargeCard(sandbox, intent, buyer.method, declineOf(buyer.method))
  if (!charge.paid) throw cardDeclined(declineOf(buyer.method), charge.id)
  return { ...sums(subtotal, total), payment_intent: intent.id }
}

const bought = ({ line_items }: CheckoutSession) =>
  (line_items?.data ?? []).flatMap(({ price, quantity }) => (price ? [{ price, quantity: quantity ?? 1 }] : []))

const findSessionData = (sandbox: Sandbox, { id }: CheckoutSession) => find(sandbox, 'session_data', id)

const sums = (subtotal: number, total: number) => ({
  amount_subtotal: subtotal,
  amount_total: total,
  total_details: { amount_discount: subtotal - total, amount_shipping: 0, amount_tax: 0 },
})

/** The page takes the code as a customer types it. */
function promotionCode({ store }: Sandbox, typed: string) {
  const code = store
    .all('promotion_code')
    .find(({ code, active }) => active && code.toLowerCase() === typed.toLowerCase())
  if (!code) throw invalid(`This code is invalid: ${typed}`, 'promotion_code', 'promotion_code_invalid')
  return code.id
}

const RESPONSE_TIME = 7 * 86_400

export const DISPUTE = {
  amount: integer,
  reason: oneOf('fraudulent', 'duplicate', 'product_not_received', 'subscription_canceled', 'general'),
  /** Asks first, and takes no money yet. */
  inquiry: flag,
  /** The business has sent its evidence. */
  respond: flag,
  close: oneOf('won', 'lost', 'dropped'),
  /** The currency of the account's balance, where it is not that of the charge. */
  settled_in: text,
}

const isInquiry = ({ status }: Dispute) => status.startsWith('warning_')
const CLOSED: Dispute['status'][] = ['won', 'lost', 'warning_closed', 'prevented']

/**
 * The customer's bank takes a payment back, or, with `close`, decides about it. A dispute after an inquiry is the same
 * dispute; an inquiry can be dropped.
 */
export function dispute(sandbox: Sandbox, id: string, params: Taken<typeof DISPUTE>): Dispute {
  const { amount, reason, inquiry, respond, close, settled_in } = params
  const charge = find(sandbox, 'charge', id)
  const open = sandbox.store.all('dispute').find((each) => each.charge === id && !CLOSED.includes(each.status))
  if ((close || respond) && !open) throw invalid('This charge has no open dispute.')
  if (open && close) return closeDispute(sandbox, open, close)
  if (open && respond) {
    const status = isInquiry(open) ? 'warning_under_review' : 'under_review'
    const evidence_details = { ...open.evidence_details, has_evidence: true, submission_count: 1 }
    return change(sandbox, open, { status, evidence_details }, 'charge.dispute.updated')
  }
  const balance = settled_in ?? charge.currency
  if (open && isInquiry(open) && !inquiry) return withdraw(sandbox, open, balance)
  if (open || !charge.paid) throw invalid('This charge cannot be disputed.')
  if (amount != null && amount <= 0) throw invalid('The amount of a dispute must be positive.', 'amount')
  change(sandbox, charge, { disputed: true }, 'charge.updated')
  const opened = newDispute(sandbox, charge, amount ?? charge.amount, reason ?? 'fraudulent')
  const status = inquiry ? 'warning_needs_response' : opened.status
  const made = add(sandbox, { ...opened, status }, 'charge.dispute.created')
  return inquiry ? made : withdraw(sandbox, made, balance)
}

function withdraw(sandbox: Sandbox, made: Dispute, balance: string): Dispute {
  const balance_transactions = [movement(sandbox, { id: made.id, currency: balance }, -made.amount, DISPUTE_FEE)]
  return change(sandbox, made, { status: 'needs_response', balance_transactions }, 'charge.dispute.funds_withdrawn')
}

function closeDispute(sandbox: Sandbox, open: Dispute, close: 'won' | 'lost' | 'dropped'): Dispute {
  if (isInquiry(open) !== (close === 'dropped')) throw invalid('An inquiry is dropped, a dispute is won or lost.')
  const evidence_details = { ...open.evidence_details, due_by: null }
  const status = close === 'dropped' ? 'warning_closed' : close
  const closed = change(sandbox, open, { status, evidence_details }, 'charge.dispute.closed')
  if (close !== 'won') return closed
  const { currency } = closed.balance_transactions[0] ?? closed
  const balance_transactions = [
    ...closed.balance_transactions,
    movement(sandbox, { id: closed.id, currency }, closed.amount, 0),
  ]
  return change(sandbox, closed, { balance_transactions }, 'charge.dispute.funds_reinstated')
}

/** What the provider keeps of a dispute, whoever wins it. */
const DISPUTE_FEE = 1500

const movement = (
  { clock }: Sandbox,
  { id, currency }: Pick<Dispute, 'id' | 'currency'>,
  amount: number,
  fee: number,
) => ({
  id: newId('txn'),
  object: 'balance_transaction' as const,
  amount,
  available_on: clock.now(),
  balance_type: 'payments' as const,
  created: clock.now(),
  currency,
  description: `Dispute ${id}`,
  exchange_rate: null,
  fee,
  fee_details:
    fee === 0
      ? []
      : [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' as const }],
  net: amount - fee,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: id,
  status: 'available',
  type: 'adjustment' as const,
})

const newDispute = ({ clock }: Sandbox, charge: Charge, amount: number, reason: string): Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: charge.id,
  created: clock.now(),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: { ...NO_EVIDENCE, customer_email_address: charge.billing_details.email },
  evidence_details: {
    due_by: clock.now() + RESPONSE_TIME,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method_details: {
    card: {
      brand: charge.payment_method_details?.card?.brand ?? 'visa',
      case_type: 'chargeback',
      network: charge.payment_method_details?.card?.network ?? 'visa',
      network_reason_code: null,
    },
    type: 'card',
  },
  reason,
  status: 'needs_response',
})

const NO_EVIDENCE: Dispute['evidence'] = {
  enhanced_evidence: {},
  ...unset(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
    'cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip',
    'customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id',
    'product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation',
    'service_date service_documentation shipping_address shipping_carrier shipping_date',
    'shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text',
  ),
}

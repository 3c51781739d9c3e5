import { cardDeclined, invalid } from '../errors.ts'
import { add, announce, change } from '../events/emit.ts'
import {
  type Customer,
  type Invoice,
  type InvoiceLine,
  newId,
  type Price,
  type Subscription,
  type TaxRate,
  unset,
} from '../records.ts'
import { embed } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { type DiscountParams, redeemAll } from './amounts/discounts.ts'
import { itemLine, type NewItem, newItem, nextEnd, onceLine, recurringOf } from './amounts/items.ts'
import { periodEnd } from './amounts/money.ts'
import { type ChangedItem, changeItems, pendingLines } from './amounts/prorate.ts'
import { bill } from './bill.ts'
import { current, finalize } from './invoices.ts'
import { finalizeAndCollect, methodFor } from './payment/pay.ts'

export type Order = {
  customer: Customer
  items: (NewItem & { priced: Price })[]
  /** What is bought once, with the first invoice. */
  extras: { price: Price; quantity: number }[]
  discounts: DiscountParams
  trialEnd: number | null
  cancelAt: number | 'period end' | null
  collection: 'charge_automatically' | 'send_invoice'
  daysUntilDue: number | null
  method: string | null
  description: string | null
  metadata: Record<string, string>
  payment: PaymentBehavior
  taxRates?: TaxRate[]
}

type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'

export function subscribe(sandbox: Sandbox, order: Order): Subscription {
  const { subscription, draft } = begin(sandbox, order)
  collectFirst(sandbox, draft, order)
  return current(sandbox, subscription)
}

/** A subscription whose first invoice is a draft yet. A preview stops here. */
export function begin(sandbox: Sandbox, order: Order): { subscription: Subscription; draft: Invoice } {
  const bare = add(sandbox, newSubscription(sandbox, order), 'customer.subscription.created')
  const subscription = sandbox.store.save({ ...bare, discounts: redeem(sandbox, order.discounts, bare) })
  const now = sandbox.clock.now()
  const draft = bill(sandbox, subscription, {
    reason: 'subscription_create',
    lines: [
      ...subscription.items.data.map((item) => itemLine(sandbox, subscription, item, order.trialEnd !== null)),
      ...order.extras.map(({ price, quantity }) => onceLine(sandbox, price, quantity, subscription.id)),
    ],
    period: { start: now, end: now },
  })
  return { subscription, draft }
}

const redeem = (sandbox: Sandbox, discounts: DiscountParams, { id, customer }: Subscription) =>
  redeemAll(sandbox, discounts, { customer, subscription: id }).map((discount) => discount.id)

function collectFirst(sandbox: Sandbox, draft: Invoice, { payment, collection }: Order) {
  const isAutomatic = collection === 'charge_automatically' && draft.amount_due > 0
  if (isAutomatic && payment === 'default_incomplete') {
    finalize(sandbox, draft)
    return
  }
  if (isAutomatic && !methodFor(sandbox, draft)) {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      undefined,
      'resource_missing',
    )
  }
  const invoice = finalizeAndCollect(sandbox, draft)
  if (isAutomatic && invoice.status !== 'paid' && payment === 'error_if_incomplete') throw cardDeclined()
  const isStarted = !isAutomatic || invoice.status === 'paid'
  const subscription = sandbox.store.find('subscription', draft.parent?.subscription_details?.subscription ?? '')
  if (isStarted && subscription?.status === 'incomplete') {
    change(sandbox, subscription, { status: 'active' }, 'customer.subscription.updated')
  }
}

function newSubscription(sandbox: Sandbox, order: Order): Subscription {
  const { customer, trialEnd } = order
  const now = sandbox.clock.now()
  const id = newId('sub')
  const anchor = trialEnd ?? now
  const items = order.items.map(({ priced, quantity, metadata }) =>
    newItem(
      sandbox,
      id,
      priced,
      { start: now, end: trialEnd ?? periodEnd(anchor, recurringOf(priced), now) },
      { quantity, metadata },
    ),
  )
  const subscription: Subscription = {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    cancel_at: typeof order.cancelAt === 'number' ? order.cancelAt : null,
    cancel_at_period_end: order.cancelAt === 'period end',
    canceled_at: order.cancelAt === null ? null : now,
    cancellation_details: NO_DETAILS,
    collection_method: order.collection,
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: customer.id,
    days_until_due: order.daysUntilDue,
    default_payment_method: order.method,
    default_tax_rates: order.taxRates ?? [],
    description: order.description,
    discounts: [],
    invoice_settings: { ...unset('account_tax_ids custom_fields description footer'), issuer: { type: 'self' } },
    items: embed(items, `/v1/subscription_items?subscription=${id}`),
    livemode: false,
    metadata: order.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd === null ? null : now,
    ...unset(
      'application application_fee_percent billing_cycle_anchor_config billing_thresholds customer_account',
      'default_source ended_at latest_invoice managed_payments next_pending_invoice_item_invoice on_behalf_of',
      'pause_collection pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock',
      'transfer_data',
    ),
  }
  return order.cancelAt === 'period end' ? { ...subscription, cancel_at: nextEnd(subscription) } : subscription
}

const PENDING_FOR = 23 * 3600

export type Update = {
  items: ChangedItem[]
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none'
  prorationDate: number | null
  resetAnchor: boolean
  trialEnd?: number | 'now'
  discounts?: DiscountParams | null
  cancelAt?: number | 'period end' | null
  payment?: PaymentBehavior
  rest: Partial<Subscription>
}

export function update(sandbox: Sandbox, before: Subscription, asked: Update): Subscription {
  const draft = apply(sandbox, before, asked)
  const applied = current(sandbox, before)
  const invoice = draft && finalizeAndCollect(sandbox, draft)
  const isUnpaid = invoice?.status === 'open' && invoice.collection_method === 'charge_automatically'
  if (isUnpaid && asked.payment === 'error_if_incomplete') throw cardDeclined()
  if (isUnpaid && asked.payment === 'pending_if_incomplete') return postpone(sandbox, before, applied)
  announce(sandbox, before, current(sandbox, before), 'customer.subscription.updated')
  return current(sandbox, before)
}

/** The change without its payment: a draft of what is due at once, if anything is. A preview stops here. */
export function apply(sandbox: Sandbox, before: Subscription, asked: Update): Invoice | undefined {
  const now = sandbox.clock.now()
  refuseDate(before, asked.prorationDate)
  const started = asked.trialEnd === undefined ? before : withTrial(before, asked.trialEnd, now)
  const { subscription, dueNow } = changeItems(sandbox, started, asked.items, {
    prorate: asked.prorationBehavior !== 'none',
    at: asked.prorationDate ?? now,
    resetAnchor: asked.resetAnchor || (before.status === 'trialing' && started.status === 'active'),
  })
  const discounts =
    asked.discounts === undefined ? subscription.discounts : redeem(sandbox, asked.discounts ?? [], before)
  const changed: Subscription = { ...subscription, ...asked.rest, discounts }
  const saved = sandbox.store.save(asked.cancelAt === undefined ? changed : withEnd(changed, asked.cancelAt, now))
  const isDue = dueNow.length > 0 || (asked.prorationBehavior === 'always_invoice' && asked.items.length > 0)
  return isDue ? billUpdate(sandbox, saved, dueNow) : undefined
}

function refuseDate({ items }: Subscription, date: number | null) {
  const isWithin = items.data.some(
    (item) => date !== null && date >= item.current_period_start && date <= item.current_period_end,
  )
  if (date !== null && !isWithin) {
    throw invalid('Cannot specify `proration_date` outside of the current period.', 'proration_date')
  }
}

function billUpdate(sandbox: Sandbox, subscription: Subscription, lines: InvoiceLine[]): Invoice | undefined {
  const now = sandbox.clock.now()
  if (lines.length === 0 && pendingLines(sandbox, subscription).length === 0) return undefined
  return bill(sandbox, subscription, { reason: 'subscription_update', lines, period: { start: now, end: now } })
}

/** The card was declined: everything stays as it was until the invoice is paid, or not at all. */
function postpone(sandbox: Sandbox, before: Subscription, applied: Subscription): Subscription {
  const now = current(sandbox, before)
  const waiting = sandbox.store.save<Subscription>({
    ...now,
    billing_cycle_anchor: before.billing_cycle_anchor,
    items: before.items,
    status: before.status,
    pending_update: {
      expires_at: sandbox.clock.now() + PENDING_FOR,
      subscription_items: applied.items.data,
      ...unset('billing_cycle_anchor cancel_at_period_end discount discounts metadata trial_end trial_from_plan'),
    },
  })
  announce(sandbox, before, waiting, 'customer.subscription.updated')
  return waiting
}

const withTrial = (subscription: Subscription, end: number | 'now', now: number): Subscription =>
  end === 'now'
    ? { ...subscription, status: subscription.status === 'trialing' ? 'active' : subscription.status, trial_end: now }
    : {
        ...subscription,
        billing_cycle_anchor: end,
        items: {
          ...subscription.items,
          data: subscription.items.data.map((item) => ({ ...item, current_period_end: end })),
        },
        status: 'trialing',
        trial_end: end,
        trial_start: subscription.trial_start ?? now,
      }

function withEnd(subscription: Subscription, end: number | 'period end' | null, now: number): Subscription {
  const details = subscription.cancellation_details ?? NO_DETAILS
  return {
    ...subscription,
    cancel_at: end === 'period end' ? nextEnd(subscription) : end,
    cancel_at_period_end: end === 'period end',
    canceled_at: end === null ? null : now,
    cancellation_details: { ...details, reason: end === null ? null : 'cancellation_requested' },
  }
}

export const NO_DETAILS = unset('comment feedback feedback_option reason')

import { cardDeclined, invalid, ProviderError } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import { newId } from '../ids.ts'
import { embed } from '../present.ts'
import type { Customer, Invoice, Price, Subscription } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'
import { type DiscountParams, redeemAll } from './amounts/discounts.ts'
import { itemLine, type NewItem, newItem, nextEnd, onceLine, recurringOf } from './amounts/items.ts'
import { periodEnd } from './amounts/money.ts'
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
  payment: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'
}

/** Starts a subscription with its first invoice, which is collected at once. */
export function subscribe(sandbox: Sandbox, order: Order): Subscription {
  const { subscription, draft } = begin(sandbox, order)
  collectFirst(sandbox, draft, order)
  return current(sandbox, subscription)
}

/** A subscription whose first invoice is a draft yet. A preview stops here. */
export function begin(sandbox: Sandbox, order: Order): { subscription: Subscription; draft: Invoice } {
  const bare = add(sandbox, newSubscription(sandbox, order), 'customer.subscription.created')
  const target = { customer: order.customer.id, subscription: bare.id }
  const discounts = redeemAll(sandbox, order.discounts, target).map(({ id }) => id)
  const subscription = sandbox.store.save({ ...bare, discounts })
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
  if (isAutomatic && invoice.status !== 'paid' && payment === 'error_if_incomplete') {
    const { status, details } = cardDeclined('')
    throw new ProviderError(status, { ...details, charge: undefined })
  }
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
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: typeof order.cancelAt === 'number' ? order.cancelAt : null,
    cancel_at_period_end: order.cancelAt === 'period end',
    canceled_at: order.cancelAt === null ? null : now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: order.collection,
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: order.daysUntilDue,
    default_payment_method: order.method,
    default_source: null,
    default_tax_rates: [],
    description: order.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: embed(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd === null ? null : now,
  }
  return order.cancelAt === 'period end' ? { ...subscription, cancel_at: nextEnd(subscription) } : subscription
}

import { cardDeclined, invalid, ProviderError } from '../errors.ts'
import { announce } from '../events/emit.ts'
import type { Invoice, InvoiceLine, Subscription } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'
import { type DiscountParams, redeemAll } from './amounts/discounts.ts'
import { nextEnd } from './amounts/items.ts'
import { type ChangedItem, changeItems } from './amounts/prorate.ts'
import { bill } from './bill.ts'
import { current } from './invoices.ts'
import { finalizeAndCollect } from './payment/pay.ts'

/** How long a change may wait for its payment. */
const PENDING_FOR = 23 * 3600

export type Update = {
  items: ChangedItem[]
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none'
  prorationDate: number | null
  resetAnchor: boolean
  trialEnd?: number | 'now'
  discounts?: DiscountParams | null
  cancelAt?: number | 'period end' | null
  payment?: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'
  rest: Partial<Subscription>
}

/** Changes a subscription and collects what is due for it now. */
export function update(sandbox: Sandbox, before: Subscription, asked: Update): Subscription {
  const draft = apply(sandbox, before, asked)
  const applied = current(sandbox, before)
  const invoice = draft && finalizeAndCollect(sandbox, draft)
  const isUnpaid = invoice?.status === 'open' && invoice.collection_method === 'charge_automatically'
  if (isUnpaid && asked.payment === 'error_if_incomplete') {
    const { status, details } = cardDeclined('')
    throw new ProviderError(status, { ...details, charge: undefined })
  }
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
    asked.discounts === undefined
      ? subscription.discounts
      : redeemAll(sandbox, asked.discounts ?? [], { customer: before.customer, subscription: before.id }).map(
          ({ id }) => id,
        )
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
  const hasPending = sandbox.store
    .all('invoiceitem')
    .some((item) => !item.invoice && item.parent?.subscription_details?.subscription === subscription.id)
  if (lines.length === 0 && !hasPending) return undefined
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
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: sandbox.clock.now() + PENDING_FOR,
      metadata: null,
      subscription_items: applied.items.data,
      trial_end: null,
      trial_from_plan: null,
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

export const NO_DETAILS = { comment: null, feedback: null, feedback_option: null, reason: null }

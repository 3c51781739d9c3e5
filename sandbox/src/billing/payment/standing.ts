import { change } from '../../events/emit.ts'
import { embed } from '../../present.ts'
import type { Invoice, Subscription } from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'
import { subscriptionOf } from '../invoices.ts'

/** What a payment does to the subscription it is for: it starts, recovers, or takes the change that was waiting. */
export function afterPayment(sandbox: Sandbox, invoice: Invoice) {
  const subscription = subscriptionOf(sandbox, invoice)
  if (!subscription || invoice.id !== subscription.latest_invoice) return
  const isRecovering = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
  const recovered = isRecovering
    ? change(sandbox, subscription, { status: 'active' }, 'customer.subscription.updated')
    : subscription
  setDelinquent(sandbox, subscription, false)
  if (recovered.pending_update) applyPendingUpdate(sandbox, recovered)
}

export function afterFailure(sandbox: Sandbox, invoice: Invoice) {
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

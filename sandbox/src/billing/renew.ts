import { change } from '../events/emit.ts'
import { embed } from '../present.ts'
import type { Invoice, Subscription } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'
import { nextEnd, recurringOf } from './amounts/items.ts'
import { itemLine } from './amounts/lines.ts'
import { periodEnd } from './amounts/periods.ts'
import { pendingLines } from './amounts/prorate.ts'
import { bill } from './bill.ts'

/** Begins the next period of every item whose period is over, or ends the subscription where that is what was asked. */
export function renew(sandbox: Sandbox, subscription: Subscription): Invoice | undefined {
  const now = sandbox.clock.now()
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    const ended = end(sandbox, subscription)
    // What was changed before is still charged for.
    if (pendingLines(sandbox, ended).length === 0) return undefined
    return bill(sandbox, ended, { reason: 'subscription_cycle', lines: [], period: { start: now, end: now } })
  }
  const period = {
    start: Math.min(...subscription.items.data.map((item) => item.current_period_start)),
    end: nextEnd(subscription),
  }
  const items = subscription.items.data.map((item) =>
    item.current_period_end > now
      ? item
      : {
          ...item,
          current_period_start: item.current_period_end,
          current_period_end: periodEnd(
            subscription.billing_cycle_anchor,
            recurringOf(item.price),
            item.current_period_end,
          ),
        },
  )
  const renewed = change(
    sandbox,
    subscription,
    {
      items: embed(items, subscription.items.url),
      status: subscription.status === 'trialing' ? 'active' : subscription.status,
    },
    'customer.subscription.updated',
  )
  const due = items.filter((item) => !subscription.items.data.includes(item))
  const lines = due.map((item) => itemLine(sandbox, renewed, item))
  return bill(sandbox, renewed, { reason: 'subscription_cycle', lines, period })
}

export function end(sandbox: Sandbox, subscription: Subscription, changes: Partial<Subscription> = {}): Subscription {
  const now = sandbox.clock.now()
  stopCollecting(sandbox, subscription)
  return change(
    sandbox,
    subscription,
    { canceled_at: subscription.canceled_at ?? now, ended_at: now, status: 'canceled', ...changes },
    'customer.subscription.deleted',
  )
}

/** Nothing more is asked for by itself; what is open may still be paid. */
function stopCollecting(sandbox: Sandbox, subscription: Subscription) {
  for (const invoice of sandbox.store.all('invoice')) {
    const isOurs = invoice.parent?.subscription_details?.subscription === subscription.id
    if (isOurs && (invoice.status === 'draft' || invoice.status === 'open')) {
      const rest = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null }
      change(sandbox, invoice, rest, 'invoice.updated')
    }
  }
}

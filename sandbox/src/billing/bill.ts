import { change, emit } from '../events/emit.ts'
import type { Invoice, InvoiceLine, Subscription } from '../records.ts'
import { embed, find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { discountsOf, refuseBelowMinimum, stillRuns } from './amounts/discounts.ts'
import { itemLine, nextEnd, type Period, recurringOf } from './amounts/items.ts'
import { periodEnd } from './amounts/money.ts'
import { notePending, pendingLines } from './amounts/prorate.ts'
import { current, draftInvoice } from './invoices.ts'

type Bill = { reason: NonNullable<Invoice['billing_reason']>; lines: InvoiceLine[]; period: Period }

/** A draft of what a subscription owes: what was waiting, and these lines. Coupons for one invoice are used up by it. */
export function bill(sandbox: Sandbox, subscription: Subscription, { reason, lines, period }: Bill): Invoice {
  const discounts = discountsOf(sandbox, subscription).filter(({ end }) => end === null || end > sandbox.clock.now())
  const invoice = draftInvoice(sandbox, {
    customer: find(sandbox, 'customer', subscription.customer),
    subscription,
    reason,
    lines: [...pendingLines(sandbox, subscription), ...lines],
    discounts,
    period,
  })
  refuseBelowMinimum(sandbox, reason === 'subscription_create' ? discounts : [], invoice.subtotal, invoice.currency)
  notePending(sandbox, subscription, invoice.id)
  const used = (invoice.total_discount_amounts ?? [])
    .filter(({ amount }) => amount !== 0)
    .map(({ discount }) => discount)
  const over = discounts.filter((discount) => used.includes(discount.id) && !stillRuns(sandbox, discount))
  endDiscounts(
    sandbox,
    subscription,
    over.map(({ id }) => id),
  )
  return invoice
}

export function endDiscounts(sandbox: Sandbox, subscription: Subscription, ids: string[]) {
  if (ids.length === 0) return
  const now = current(sandbox, subscription)
  change(sandbox, now, { discounts: now.discounts.filter((id) => !ids.includes(id)) }, 'customer.subscription.updated')
  for (const id of ids) {
    const discount = sandbox.store.find('discount', id)
    if (!discount) continue
    sandbox.store.remove(discount)
    emit(sandbox, 'customer.discount.deleted', discount)
  }
}

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
  const schedule = sandbox.store.find('subscription_schedule', subscription.schedule ?? '')
  if (schedule) {
    const over = { status: 'canceled' as const, canceled_at: now, current_phase: null }
    change(sandbox, schedule, over, 'subscription_schedule.canceled')
  }
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

import { change, emit } from '../events/emit.ts'
import type { Invoice, InvoiceLine, Subscription } from '../records.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { discountsOf, refuseBelowMinimum, stillRuns } from './amounts/discounts.ts'
import type { Period } from './amounts/lines.ts'
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

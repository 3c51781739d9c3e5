import { ProviderError } from '../errors.ts'
import { newId } from '../ids.ts'
import { either, flag, integer, object, oneOf, type Taken, text } from '../params.ts'
import type { Invoice, Subscription } from '../records.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { DISCOUNTS } from './amounts/discounts.ts'
import { itemPrice, nextEnd } from './amounts/items.ts'
import { CHANGED_ITEMS, creditRest, pendingLines } from './amounts/prorate.ts'
import { bill, renew } from './bill.ts'
import { current } from './invoices.ts'
import { begin } from './subscribe.ts'
import { apply } from './update.ts'

export const PREVIEW = {
  customer: text,
  discounts: DISCOUNTS,
  subscription: text,
  subscription_details: object({
    billing_cycle_anchor: oneOf('now', 'unchanged'),
    cancel_at: integer,
    cancel_at_period_end: flag,
    cancel_now: flag,
    items: CHANGED_ITEMS,
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    proration_date: integer,
    trial_end: either(integer, oneOf('now')),
  }),
}

/** Does what is asked about, reads the invoice it comes to, and undoes all of it: a preview cannot differ from the act. */
export function preview(sandbox: Sandbox, params: Taken<typeof PREVIEW>): Invoice {
  return sandbox.store.rehearse(() => {
    const invoice = params.subscription ? ofChange(sandbox, params.subscription, params) : ofStart(sandbox, params)
    if (!invoice) {
      throw new ProviderError(404, {
        type: 'invalid_request_error',
        code: 'invoice_upcoming_none',
        message: `No upcoming invoices for customer: ${params.customer ?? ''}`,
      })
    }
    const id = newId('upcoming_in')
    return {
      ...invoice,
      id,
      lines: { ...invoice.lines, data: invoice.lines.data.map((line) => ({ ...line, invoice: id })) },
    }
  })
}

function ofChange(sandbox: Sandbox, id: string, { subscription_details: asked, discounts }: Taken<typeof PREVIEW>) {
  const subscription = find(sandbox, 'subscription', id, 'subscription')
  if (subscription.status === 'canceled') return undefined
  if (asked?.cancel_now) return ofEnd(sandbox, subscription, asked.proration_date ?? sandbox.clock.now())
  const cancelAt = asked?.cancel_at ?? (asked?.cancel_at_period_end ? ('period end' as const) : undefined)
  const dueNow = apply(sandbox, subscription, {
    items: asked?.items ?? [],
    prorationBehavior: asked?.proration_behavior ?? 'create_prorations',
    prorationDate: asked?.proration_date ?? null,
    resetAnchor: asked?.billing_cycle_anchor === 'now',
    trialEnd: asked?.trial_end ?? undefined,
    discounts: discounts?.length === 0 ? undefined : discounts,
    cancelAt,
    rest: {},
  })
  const changed = current(sandbox, subscription)
  return dueNow ?? sandbox.clock.at(nextEnd(changed), () => renew(sandbox, changed))
}

/** What an end today would give back. */
function ofEnd(sandbox: Sandbox, subscription: Subscription, at: number) {
  creditRest(sandbox, subscription, at)
  if (pendingLines(sandbox, subscription).length === 0) return undefined
  return bill(sandbox, subscription, { reason: 'subscription_update', lines: [], period: { start: at, end: at } })
}

function ofStart(sandbox: Sandbox, { customer, discounts, subscription_details: asked }: Taken<typeof PREVIEW>) {
  const items = (asked?.items ?? []).map((item) => ({
    ...item,
    price: item.price ?? '',
    priced: itemPrice(sandbox, item.price),
  }))
  if (items.length === 0) return undefined
  const { draft } = begin(sandbox, {
    customer: find(sandbox, 'customer', customer ?? '', 'customer'),
    items,
    extras: [],
    discounts: discounts ?? [],
    trialEnd: typeof asked?.trial_end === 'number' ? asked.trial_end : null,
    cancelAt: null,
    collection: 'charge_automatically',
    daysUntilDue: null,
    method: null,
    description: null,
    metadata: {},
    payment: 'default_incomplete',
  })
  return draft
}

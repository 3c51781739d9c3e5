import { DISCOUNTS } from '../billing/amounts/discounts.ts'
import { itemPrice, nextEnd } from '../billing/amounts/items.ts'
import { CHANGED_ITEMS, creditRest, notePending, pendingLines } from '../billing/amounts/prorate.ts'
import { bill, renew } from '../billing/bill.ts'
import { current, finalize } from '../billing/invoices.ts'
import { cancelRequest, finalizeAndCollect, payNow, payOutOfBand, settle } from '../billing/payment/pay.ts'
import { endPhase } from '../billing/phases.ts'
import { apply, begin } from '../billing/subscribe.ts'
import { invalid, refusal } from '../errors.ts'
import { change, emit } from '../events/emit.ts'
import {
  either,
  flag,
  given,
  integer,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  range,
  type Taken,
  text,
} from '../params.ts'
import { type Invoice, newId, type Subscription } from '../records.ts'
import { find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const PREVIEW = {
  customer: text,
  discounts: DISCOUNTS,
  preview_mode: oneOf('next', 'recurring'),
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
function preview(sandbox: Sandbox, params: Taken<typeof PREVIEW>): Invoice {
  return sandbox.store.rehearse(() => {
    const invoice = params.subscription
      ? previewChange(sandbox, params.subscription, params)
      : previewStart(sandbox, params)
    if (!invoice) {
      const message = `No upcoming invoices for customer: ${params.customer ?? ''}`
      throw refusal(404, message, { code: 'invoice_upcoming_none' })
    }
    const id = newId('upcoming_in')
    return {
      ...invoice,
      id,
      lines: { ...invoice.lines, data: invoice.lines.data.map((line) => ({ ...line, invoice: id })) },
    }
  })
}

function previewChange(
  sandbox: Sandbox,
  id: string,
  { subscription_details: asked, discounts, preview_mode }: Taken<typeof PREVIEW>,
) {
  const subscription = find(sandbox, 'subscription', id, 'subscription')
  if (subscription.status === 'canceled') return undefined
  if (asked?.cancel_now) return previewEnd(sandbox, subscription, asked.proration_date ?? sandbox.clock.now())
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
  if (preview_mode === 'recurring') {
    // Without what the change itself adds or gives back.
    notePending(sandbox, changed, 'upcoming_in_before')
    return sandbox.clock.at(nextEnd(changed), () => renew(sandbox, changed))
  }
  return dueNow ?? sandbox.clock.at(nextEnd(changed), () => renewAsPlanned(sandbox, changed, asked?.items))
}

/** What is asked about itself comes before what a schedule plans. */
function renewAsPlanned(sandbox: Sandbox, subscription: Subscription, asked: unknown[] | null | undefined) {
  const schedule = sandbox.store.find('subscription_schedule', subscription.schedule ?? '')
  const ends = schedule?.current_phase?.end_date ?? Number.POSITIVE_INFINITY
  if (schedule && !asked && ends <= sandbox.clock.now()) endPhase(sandbox, schedule)
  return renew(sandbox, current(sandbox, subscription))
}

function previewEnd(sandbox: Sandbox, subscription: Subscription, at: number) {
  creditRest(sandbox, subscription, at)
  if (pendingLines(sandbox, subscription).length === 0) return undefined
  return bill(sandbox, subscription, { reason: 'subscription_update', lines: [], period: { start: at, end: at } })
}

function previewStart(sandbox: Sandbox, { customer, discounts, subscription_details: asked }: Taken<typeof PREVIEW>) {
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

const url = '/v1/invoices'

const collection = oneOf('charge_automatically', 'send_invoice')
const status = oneOf('draft', 'open', 'paid', 'uncollectible', 'void')

export const invoices: Route[] = [
  retrieve('invoice', url),
  listing(
    'invoice',
    url,
    { collection_method: collection, created: range, customer: text, due_date: range, status, subscription: text },
    { subscription: ({ parent }, id) => parent?.subscription_details?.subscription === id },
  ),
  sublist(`${url}/:id/lines`, {}, (sandbox, _, id) => find(sandbox, 'invoice', id).lines.data),
  route('POST', `${url}/create_preview`, PREVIEW, preview),
  route(
    'POST',
    `${url}/:id`,
    { auto_advance: flag, description: text, footer: text, metadata },
    (sandbox, params, id = '') => {
      const invoice = find(sandbox, 'invoice', id)
      return change(
        sandbox,
        invoice,
        {
          ...given(params, 'description', 'footer'),
          ...(params.auto_advance != null && { auto_advance: params.auto_advance }),
          metadata: mergeMetadata(invoice.metadata, params.metadata),
        },
        'invoice.updated',
      )
    },
  ),
  route('POST', `${url}/:id/finalize`, { auto_advance: flag }, (sandbox, params, id = '') => {
    const invoice = expect(sandbox, id, 'finalized', 'draft')
    if (params.auto_advance === false) return finalize(sandbox, { ...invoice, auto_advance: false })
    return finalizeAndCollect(sandbox, invoice)
  }),
  route(
    'POST',
    `${url}/:id/pay`,
    { forgive: flag, off_session: flag, paid_out_of_band: flag, payment_method: text },
    (sandbox, params, id = '') => {
      const found = find(sandbox, 'invoice', id)
      if (found.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
      const invoice =
        found.status === 'draft' ? finalize(sandbox, found) : expect(sandbox, id, 'paid', 'open', 'uncollectible')
      if (invoice.amount_due === 0) return settle(sandbox, invoice)
      if (params.paid_out_of_band) return payOutOfBand(sandbox, invoice)
      const method = params.payment_method
        ? find(sandbox, 'payment_method', params.payment_method, 'payment_method')
        : undefined
      return payNow(sandbox, invoice, method)
    },
  ),
  route('POST', `${url}/:id/void`, {}, (sandbox, _, id = '') =>
    voidInvoice(sandbox, expect(sandbox, id, 'voided', 'open', 'uncollectible')),
  ),
  route('POST', `${url}/:id/mark_uncollectible`, {}, (sandbox, _, id = '') => {
    const invoice = expect(sandbox, id, 'marked as uncollectible', 'open')
    const at = { ...invoice.status_transitions, marked_uncollectible_at: sandbox.clock.now() }
    return change(
      sandbox,
      invoice,
      { auto_advance: false, next_payment_attempt: null, status: 'uncollectible', status_transitions: at },
      'invoice.updated',
      'invoice.marked_uncollectible',
    )
  }),
  route('POST', `${url}/:id/send`, {}, (sandbox, _, id = '') => {
    const invoice = expect(sandbox, id, 'sent', 'open', 'paid')
    if (invoice.collection_method !== 'send_invoice')
      throw invalid("You can only manually send an invoice if its collection method is 'send_invoice'.")
    emit(sandbox, 'invoice.sent', invoice)
    return invoice
  }),
]

export function voidInvoice(sandbox: Sandbox, invoice: Invoice): Invoice {
  cancelRequest(sandbox, invoice)
  const at = { ...invoice.status_transitions, voided_at: sandbox.clock.now() }
  return change(
    sandbox,
    invoice,
    { amount_remaining: 0, auto_advance: false, next_payment_attempt: null, status: 'void', status_transitions: at },
    'invoice.updated',
    'invoice.voided',
  )
}

function expect(sandbox: Sandbox, id: string, done: string, ...allowed: string[]): Invoice {
  const invoice = find(sandbox, 'invoice', id)
  if (allowed.includes(invoice.status ?? '')) return invoice
  throw invalid(`This invoice cannot be ${done}: its status is ${invoice.status}.`, undefined, 'invoice_not_editable')
}

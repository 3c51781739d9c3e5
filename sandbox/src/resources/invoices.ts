import { finalize } from '../billing/invoices.ts'
import { cancelRequest, finalizeAndCollect, payNow, payOutOfBand, settle } from '../billing/payment/pay.ts'
import { PREVIEW, preview } from '../billing/preview.ts'
import { invalid } from '../errors.ts'
import { change, emit } from '../events/emit.ts'
import { flag, given, mergeMetadata, metadata, oneOf, range, text, within } from '../params.ts'
import type { Invoice } from '../records.ts'
import { find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const url = '/v1/invoices'

const collection = oneOf('charge_automatically', 'send_invoice')
const status = oneOf('draft', 'open', 'paid', 'uncollectible', 'void')

export const invoices: Route[] = [
  retrieve('invoice', url),
  listing(
    'invoice',
    url,
    { collection_method: collection, created: range, customer: text, due_date: range, status, subscription: text },
    (params) => (invoice) =>
      (!params.customer || invoice.customer === params.customer) &&
      (!params.status || invoice.status === params.status) &&
      (!params.collection_method || invoice.collection_method === params.collection_method) &&
      (!params.subscription || invoice.parent?.subscription_details?.subscription === params.subscription) &&
      (params.due_date == null || (invoice.due_date !== null && within(params.due_date, invoice.due_date))) &&
      within(params.created, invoice.created),
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

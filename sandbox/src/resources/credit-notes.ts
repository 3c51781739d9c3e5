import { cancelRequest, settle } from '../billing/payment/pay.ts'
import { lowerRequest } from '../billing/payment/payments.ts'
import { invalid } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import {
  integer,
  list,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  orNull,
  range,
  type Taken,
  text,
} from '../params.ts'
import { type CreditNote, type CreditNoteLine, type Invoice, link, newId, type Refund } from '../records.ts'
import { embed, find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { createRefund } from './payments.ts'

function newLines(invoice: Invoice, params: CreditNoteParams): CreditNoteLine[] {
  if (!params.lines) return [newLine(params.amount ?? params.refund_amount ?? 0, 'custom_line_item', null)]
  return params.lines.map((line) => {
    const credited = invoice.lines.data.find(({ id }) => id === line.invoice_line_item)
    if (line.type === 'invoice_line_item' && !credited) throw invalid('No such invoice line item', 'lines')
    const quantity = line.quantity ?? 1
    const amount = line.amount ?? (line.unit_amount ?? credited?.amount ?? 0) * (line.unit_amount ? quantity : 1)
    return {
      ...newLine(amount, line.type, line.description ?? credited?.description ?? null),
      ...(credited && { invoice_line_item: credited.id }),
      quantity: line.quantity ?? null,
      unit_amount: line.unit_amount ?? null,
      unit_amount_decimal: line.unit_amount == null ? null : String(line.unit_amount),
    }
  })
}

const newLine = (amount: number, type: CreditNoteLine['type'], description: string | null): CreditNoteLine => ({
  id: newId('cnli'),
  object: 'credit_note_line_item',
  amount,
  description,
  discount_amount: 0,
  discount_amounts: [],
  livemode: false,
  metadata: {},
  pretax_credit_amounts: [],
  quantity: null,
  tax_rates: [],
  taxes: [],
  type,
  unit_amount: null,
  unit_amount_decimal: null,
})

function newNote(
  sandbox: Sandbox,
  invoice: Invoice,
  params: CreditNoteParams,
  lines: CreditNoteLine[],
  amount: number,
  refunds: CreditNote['refunds'],
): CreditNote {
  const id = newId('cn')
  const count = sandbox.store.all('credit_note').filter((note) => note.invoice === invoice.id).length
  const isBefore = invoice.status === 'open'
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: sandbox.clock.now(),
    currency: invoice.currency,
    customer: invoice.customer ?? '',
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: sandbox.clock.now(),
    invoice: invoice.id,
    lines: embed(lines, `/v1/credit_notes/${id}/lines`),
    livemode: false,
    ...orNull(params, 'memo', 'out_of_band_amount', 'reason'),
    metadata: mergeMetadata(null, params.metadata),
    number: `${invoice.number}-CN-${String(count + 1).padStart(2, '0')}`,
    pdf: link(`/__sandbox/credit_notes/${id}/pdf`),
    post_payment_amount: isBefore ? 0 : amount,
    pre_payment_amount: isBefore ? amount : 0,
    pretax_credit_amounts: [],
    refunds,
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: isBefore ? 'pre_payment' : 'post_payment',
    voided_at: null,
  }
}

const url = '/v1/credit_notes'

const CREATE = {
  amount: integer,
  credit_amount: integer,
  invoice: needed(text),
  lines: list(
    object({
      amount: integer,
      description: text,
      invoice_line_item: text,
      quantity: integer,
      type: needed(oneOf('custom_line_item', 'invoice_line_item')),
      unit_amount: integer,
    }),
  ),
  memo: text,
  metadata,
  out_of_band_amount: integer,
  reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
  refund_amount: integer,
  refunds: list(object({ amount_refunded: integer, refund: needed(text), type: oneOf('refund') })),
}

type CreditNoteParams = Taken<typeof CREATE>

export const creditNotes: Route[] = [
  retrieve('credit_note', url),
  listing('credit_note', url, { created: range, customer: text, invoice: text }),
  sublist(`${url}/:id/lines`, {}, (sandbox, _, id) => find(sandbox, 'credit_note', id).lines.data),
  route('POST', url, CREATE, create),
]

/** Takes back a part of an invoice: before it is paid less is due, after it the money goes where the parameters say. */
function create(sandbox: Sandbox, params: CreditNoteParams): CreditNote {
  const invoice = find(sandbox, 'invoice', params.invoice, 'invoice')
  if (invoice.status !== 'open' && invoice.status !== 'paid') {
    throw invalid('Credit notes can only be issued for open and paid invoices.', 'invoice')
  }
  const lines = newLines(invoice, params)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  if (amount <= 0) throw invalid('The amount of a credit note must be positive.', 'amount')
  const before = invoice.status === 'open' ? amount : 0
  if (before > invoice.amount_remaining || (!before && amount > creditable(sandbox, invoice))) {
    throw invalid('The credit note is greater than what may still be credited on the invoice.', 'amount')
  }
  const refunds = before ? [] : giveBack(sandbox, invoice, amount, params)
  const note = add(sandbox, newNote(sandbox, invoice, params, lines, amount, refunds), 'credit_note.created')
  if (before) reduce(sandbox, invoice, amount)
  else {
    const credited = invoice.post_payment_credit_notes_amount + amount
    change(sandbox, invoice, { post_payment_credit_notes_amount: credited }, 'invoice.updated')
  }
  return note
}

const creditable = ({ store }: Sandbox, invoice: Invoice) =>
  invoice.total -
  store
    .all('credit_note')
    .filter((note) => note.invoice === invoice.id && note.status === 'issued')
    .reduce((sum, note) => sum + note.amount, 0)

/** What is refunded, credited and given back elsewhere must be the whole of it. Returns the refunds, new and linked. */
function giveBack(sandbox: Sandbox, invoice: Invoice, amount: number, params: CreditNoteParams): CreditNote['refunds'] {
  const { refund_amount, credit_amount, out_of_band_amount } = params
  for (const [name, part] of Object.entries({ refund_amount, credit_amount, out_of_band_amount })) {
    if ((part ?? 0) < 0) throw invalid('This part of a credit note must not be negative.', name)
  }
  const linked = (params.refunds ?? []).map((refund) => linkRefund(sandbox, invoice, refund))
  const inRefunds = (refund_amount ?? 0) + linked.reduce((sum, each) => sum + each.amount_refunded, 0)
  if (inRefunds + (credit_amount ?? 0) + (out_of_band_amount ?? 0) !== amount) {
    throw invalid(
      'The sum of credit amount, refund amount and out of band amount must equal the post payment credit note amount.',
      'refund_amount',
    )
  }
  if (credit_amount) {
    const customer = find(sandbox, 'customer', invoice.customer ?? '')
    change(sandbox, customer, { balance: customer.balance - credit_amount }, 'customer.updated')
  }
  if (!refund_amount) return linked
  const payment_intent = findPayment(sandbox, invoice)
  return [...linked, noteRefund(createRefund(sandbox, { payment_intent, amount: refund_amount }))]
}

const findPayment = ({ store }: Sandbox, invoice: Invoice) =>
  store.all('invoice_payment').find((each) => each.invoice === invoice.id && each.status === 'paid')?.payment
    .payment_intent

const noteRefund = ({ id, amount }: Refund, amount_refunded = amount): CreditNote['refunds'][number] => ({
  amount_refunded,
  payment_record_refund: null,
  refund: id,
  type: 'refund',
})

/** A refund that was made before is documented by one credit note at most. */
function linkRefund(
  sandbox: Sandbox,
  invoice: Invoice,
  { refund: id, amount_refunded }: NonNullable<CreditNoteParams['refunds']>[number],
) {
  const refund = find(sandbox, 'refund', id, 'refunds')
  const isNoted = sandbox.store.all('credit_note').some((note) => note.refunds.some((each) => each.refund === id))
  if (isNoted || refund.payment_intent !== findPayment(sandbox, invoice)) {
    throw invalid('This refund is not of this invoice, or another credit note has it.', 'refunds')
  }
  if ((amount_refunded ?? 0) > refund.amount) throw invalid('The refund is smaller than that.', 'refunds')
  return noteRefund(refund, amount_refunded ?? refund.amount)
}

function reduce(sandbox: Sandbox, invoice: Invoice, amount: number) {
  const due = invoice.amount_due - amount
  const reduced = change(
    sandbox,
    invoice,
    {
      amount_due: due,
      amount_remaining: due,
      pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
    },
    'invoice.updated',
  )
  if (due > 0) return lowerRequest(sandbox, reduced)
  cancelRequest(sandbox, reduced)
  settle(sandbox, reduced)
}

import { invalid } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { link } from '../../links.ts'
import { mergeMetadata } from '../../params.ts'
import { embed } from '../../present.ts'
import type { CreditNote, CreditNoteLine, Invoice } from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'
import type { CreditNoteParams } from './credit-notes.ts'

export function linesOf(invoice: Invoice, params: CreditNoteParams): CreditNoteLine[] {
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

export function newNote(
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
    memo: params.memo ?? null,
    metadata: mergeMetadata(null, params.metadata),
    number: `${invoice.number}-CN-${String(count + 1).padStart(2, '0')}`,
    out_of_band_amount: params.out_of_band_amount ?? null,
    pdf: link(`/__sandbox/credit_notes/${id}/pdf`),
    post_payment_amount: isBefore ? 0 : amount,
    pre_payment_amount: isBefore ? amount : 0,
    pretax_credit_amounts: [],
    reason: params.reason ?? null,
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

import { rate } from '../billing/amounts/lines.ts'
import { money } from '../billing/amounts/money.ts'
import { day } from '../billing/amounts/periods.ts'
import type { CreditNote, CreditNoteLine, Invoice, InvoiceLine } from '../records.ts'
import type { Sandbox } from '../sandbox.ts'

export type Row = string[]
export type InvoiceText = { title: string; number: string; head: Row[]; lines: Row[]; sums: Row[] }

/** What an invoice says, for the page and the PDF alike. */
export function invoiceText(sandbox: Sandbox, invoice: Invoice): InvoiceText {
  const amount = (value: number) => money(value, invoice.currency)
  const number = invoice.number ?? 'draft'
  return {
    title: `Invoice ${number}`,
    number,
    head: [
      ['Invoice number', number],
      ['Date of issue', day(invoice.effective_at ?? invoice.created)],
      ...(invoice.due_date === null ? [] : [['Date due', day(invoice.due_date)]]),
      ...(invoice.status_transitions.paid_at === null ? [] : [['Date paid', day(invoice.status_transitions.paid_at)]]),
      ['From', invoice.account_name ?? ''],
      ['Bill to', [invoice.customer_name, invoice.customer_email].filter(Boolean).join(', ')],
    ],
    lines: [
      ['Description', 'Qty', 'Unit price', 'Amount'],
      ...invoice.lines.data.map((line) => [
        line.description ?? '',
        String(line.quantity ?? 1),
        unitPrice(sandbox, line),
        amount(line.amount),
      ]),
    ],
    sums: [
      ['Subtotal', amount(invoice.subtotal)],
      ...discountRows(sandbox, invoice),
      ['Tax', amount((invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0))],
      ['Shipping', amount(invoice.amount_shipping)],
      ['Total', amount(invoice.total)],
      ...(invoice.starting_balance === 0 ? [] : [['Applied balance', amount(invoice.starting_balance)]]),
      ['Amount due', amount(invoice.amount_due)],
      ['Amount paid', amount(invoice.amount_paid)],
    ],
  }
}

export const creditNoteText = (note: CreditNote): InvoiceText => ({
  title: `Credit note ${note.number}`,
  number: note.number,
  head: [['Date of issue', day(note.created)]],
  lines: [['Description', 'Qty', '', 'Amount'], ...note.lines.data.map((line) => creditRow(line, note.currency))],
  sums: [['Total', money(note.total, note.currency)]],
})

const creditRow = ({ description, quantity, amount }: CreditNoteLine, currency: string): Row => [
  description ?? '',
  String(quantity ?? 1),
  '',
  money(amount, currency),
]

function unitPrice({ store }: Sandbox, { pricing }: InvoiceLine) {
  const price = store.recall('price', pricing?.price_details?.price ?? '')
  return price ? (rate(price).split(' / ')[0] ?? '') : ''
}

/** `Discount 25.5%` of a percentage, `Discount (CODE)` of an amount, and one row for each of several. */
function discountRows(sandbox: Sandbox, { total_discount_amounts, currency }: Invoice): Row[] {
  const used = (total_discount_amounts ?? []).filter(({ amount }) => amount !== 0)
  const rows = used.map(({ amount, discount }) => [label(sandbox, discount), money(-amount, currency)])
  if (rows.length === 0) return [['Discount', money(0, currency)]]
  if (rows.length === 1) return rows
  const sum = used.reduce((total, { amount }) => total + amount, 0)
  return [['Discounts', money(-sum, currency)], ...rows]
}

function label({ store }: Sandbox, id: string) {
  const discount = store.recall('discount', id)
  const coupon = store.recall('coupon', discount?.source.coupon ?? '')
  if (coupon?.percent_off) return `Discount ${coupon.percent_off}%`
  const code = store.recall('promotion_code', discount?.promotion_code ?? '')?.code
  return `Discount (${code ?? coupon?.name ?? coupon?.id ?? id})`
}

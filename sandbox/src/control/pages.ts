import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { rate } from '../billing/amounts/items.ts'
import { day, money } from '../billing/amounts/money.ts'
import type { CreditNote, Invoice, InvoiceLine } from '../records.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

export type Row = string[]
export type InvoiceText = { title: string; number: string; head: Row[]; lines: Row[]; sums: Row[] }

function invoiceText(sandbox: Sandbox, invoice: Invoice): InvoiceText {
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
      ...taxRows(sandbox, invoice),
      ['Shipping', amount(invoice.amount_shipping)],
      ['Total', amount(invoice.total)],
      ...(invoice.starting_balance === 0 ? [] : [['Applied balance', amount(invoice.starting_balance)]]),
      ['Amount due', amount(invoice.amount_due)],
      ['Amount paid', amount(invoice.amount_paid)],
      ...movedRows(sandbox, invoice),
      ['Balance', amount(invoice.amount_remaining)],
    ],
  }
}

const creditNoteText = (note: CreditNote): InvoiceText => ({
  title: `Credit note ${note.number}`,
  number: note.number,
  head: [['Date of issue', day(note.created)]],
  lines: [
    ['Description', 'Qty', '', 'Amount'],
    ...note.lines.data.map(({ description, quantity, amount }) => [
      description ?? '',
      String(quantity ?? 1),
      '',
      money(amount, note.currency),
    ]),
  ],
  sums: [['Total', money(note.total, note.currency)]],
})

function unitPrice({ store }: Sandbox, { pricing }: InvoiceLine) {
  const price = store.recall('price', pricing?.price_details?.price ?? '')
  return price ? (rate(price).split(' / ')[0] ?? '') : ''
}

function taxRows({ store }: Sandbox, { total_taxes, currency }: Invoice): Row[] {
  const rows = (total_taxes ?? []).map((tax) => {
    const rate = store.recall('tax_rate', tax.tax_rate_details?.tax_rate ?? '')
    const name = [rate?.jurisdiction, rate?.display_name].filter(Boolean).join(' ')
    const base =
      tax.taxability_reason === 'customer_exempt' ? ': exempt' : ` of ${money(tax.taxable_amount ?? 0, currency)}`
    const included = tax.tax_behavior === 'inclusive' ? ', included' : ''
    return [`${name}, ${rate?.percentage}%${base}${included}`, money(tax.amount, currency)]
  })
  return rows.length > 0 ? rows : [['Tax', money(0, currency)]]
}

/** What was paid elsewhere, and what became of the payment since: the same sums as on the console's receipt. */
function movedRows({ store }: Sandbox, invoice: Invoice): Row[] {
  const intents = store
    .all('invoice_payment')
    .filter((each) => each.invoice === invoice.id && each.status === 'paid')
    .map(({ payment }) => payment.payment_intent)
  const refunds = store.all('refund').filter(({ payment_intent: intent }) => intent && intents.includes(intent))
  const disputes = store.all('dispute').filter(({ payment_intent: intent }) => intent && intents.includes(intent))
  const notes = store.all('credit_note').filter((note) => note.invoice === invoice.id && note.status === 'issued')
  const add = <T>(rows: T[], amountOf: (row: T) => number) => rows.reduce((sum, row) => sum + amountOf(row), 0)
  const of = <T extends { amount: number; status: string | null }>(rows: T[], ...statuses: string[]) =>
    add(
      rows.filter(({ status }) => statuses.includes(status ?? '')),
      ({ amount }) => amount,
    )
  const refunded = of(refunds, 'succeeded')
  const lost = of(disputes, 'lost')
  const outside = add(notes, (note) => note.out_of_band_amount ?? 0)
  const toBalance = add(
    notes,
    (note) =>
      note.post_payment_amount - (note.out_of_band_amount ?? 0) - add(note.refunds, (each) => each.amount_refunded),
  )
  const left = refunded + lost + outside
  const rows: [string, number][] = [
    ['Paid outside Stripe', invoice.amount_paid_off_stripe ?? 0],
    ['Refunded', -refunded],
    ['Lost in a dispute', -lost],
    ['Given back outside', -outside],
    ['Net paid', left === 0 ? 0 : invoice.amount_paid - left],
    ['Refund on its way', of(refunds, 'pending', 'requires_action')],
    ['Held by the bank', of(disputes, 'needs_response', 'under_review')],
    ['Credited to the balance', toBalance],
  ]
  return rows
    .filter(([name, amount]) => amount !== 0 || (name === 'Net paid' && left > 0))
    .map(([name, amount]) => [name, money(amount, invoice.currency)])
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

const MARGIN = 56
const WIDTH = 595 - 2 * MARGIN
const ROW = 18
const FOOT = 842 - MARGIN - ROW

/** One page as long as it fits, in the fonts every reader has. */
async function invoicePdf({ title, head, lines, sums }: InvoiceText): Promise<Buffer> {
  // Loaded with the first that is asked for: it is larger than all the rest.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: title } })
  const done = buffer(pdf)
  pdf.fontSize(20).text(title).moveDown().fontSize(10)
  let y = pdf.y
  const row = (cells: Row, widths: number[], isBold = false) => {
    const height = Math.max(
      ROW,
      ...cells.map((cell, index) => pdf.heightOfString(cell, { width: widths[index] ?? 0 }) + 6),
    )
    if (y + height > FOOT) {
      pdf.addPage()
      y = MARGIN
    }
    pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    let x = MARGIN
    cells.forEach((cell, index) => {
      const width = widths[index] ?? 0
      pdf.text(cell, x, y, { width, align: index > 0 && widths.length !== HEAD.length ? 'right' : 'left' })
      x += width
    })
    y += height
  }
  for (const cells of head) row(cells, HEAD)
  y += ROW
  lines.forEach((cells, index) => {
    row(cells, LINE, index === 0)
  })
  y += ROW
  for (const [name = '', amount = ''] of sums) row(['', name, amount], SUMS, name === 'Total' || name === 'Amount due')
  pdf.end()
  return done
}

const HEAD = [110, WIDTH - 110]
const LINE = [WIDTH - 210, 40, 80, 90]
const SUMS = [WIDTH - 330, 230, 100]

/** What the provider shows to a customer: the hosted invoice, its PDF, a receipt. */
export function pages(server: FastifyInstance, sandbox: Sandbox) {
  const get = (path: string, show: (id: string, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>) =>
    server.get<{ Params: { id: string } }>(`/__sandbox/${path}`, ({ params }, reply) => show(params.id, reply))

  get('invoices/:id', (id, reply) => {
    const text = invoiceText(sandbox, find(sandbox, 'invoice', id))
    return sendPage(reply, text.title, [...text.head, ...text.lines, ...text.sums])
  })
  get('invoices/:id/pdf', async (id, reply) => {
    const text = invoiceText(sandbox, find(sandbox, 'invoice', id))
    reply.header('content-disposition', `attachment; filename="Invoice-${text.number}.pdf"`)
    return reply.type('application/pdf').send(await invoicePdf(text))
  })
  get('credit_notes/:id/pdf', async (id, reply) =>
    reply.type('application/pdf').send(await invoicePdf(creditNoteText(find(sandbox, 'credit_note', id)))),
  )
  get('checkout/:id', (id, reply) => {
    const { currency, line_items, amount_total, status, mode } = find(sandbox, 'checkout.session', id)
    const form = (act: string) =>
      `<form method="post" action="/__sandbox/checkout/${id}/done"><button>${act}</button></form>`
    if (mode === 'setup')
      return sendPage(reply, 'Save a payment method', [], status === 'open' ? form('Save card') : '')
    const amount = (value: number | null) => money(value ?? 0, currency ?? 'usd')
    const rows = (line_items?.data ?? []).map((item) => [item.description ?? '', amount(item.amount_total)])
    return sendPage(reply, 'Checkout', [...rows, ['Total', amount(amount_total)]], status === 'open' ? form('Pay') : '')
  })
  get('customers/:id', (id, reply) => {
    const { name, email, balance, currency, delinquent } = find(sandbox, 'customer', id)
    return sendPage(reply, `Customer ${name ?? id}`, [
      ['Email', email ?? ''],
      ['Balance', money(balance, currency ?? 'usd')],
      ['Past due', delinquent ? 'Yes' : 'No'],
    ])
  })
  get('promotion_codes/:id', (id, reply) => {
    const { code, active, times_redeemed, max_redemptions } = find(sandbox, 'promotion_code', id)
    return sendPage(reply, `Promotion code ${code}`, [
      ['Active', active ? 'Yes' : 'No'],
      ['Redemptions', max_redemptions === null ? `${times_redeemed}` : `${times_redeemed} of ${max_redemptions}`],
    ])
  })
  get('disputes/:id', (id, reply) => {
    const { amount, currency, reason, status, created, evidence_details } = find(sandbox, 'dispute', id)
    const { due_by, submission_count } = evidence_details
    return sendPage(reply, `Dispute ${id}`, [
      ['Amount', money(amount, currency)],
      ['Opened', day(created)],
      ['Reason', reason],
      ['Status', status],
      ['Evidence due', due_by ? day(due_by) : ''],
      ['Evidence', submission_count > 0 ? 'Submitted' : 'Not submitted'],
    ])
  })
  get('charges/:id/receipt', (id, reply) => {
    const charge = find(sandbox, 'charge', id)
    const card = charge.payment_method_details?.card
    const refunded = ['Refunded', money(-charge.amount_refunded, charge.currency)]
    return sendPage(reply, `Receipt ${charge.receipt_number ?? charge.id}`, [
      ['Date paid', day(charge.created)],
      ['Payment method', `${card?.brand} ending in ${card?.last4}`],
      ['Amount paid', money(charge.amount, charge.currency)],
      ...(charge.amount_refunded > 0 ? [refunded] : []),
    ])
  })
}

const sendPage = (reply: FastifyReply, title: string, rows: Row[], below = '') =>
  reply.type('text/html').send(page(title, rows) + below)

const page = (title: string, rows: Row[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>
<p>Sandbox: no money was moved.</p></html>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

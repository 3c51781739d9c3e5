import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { money } from '../billing/amounts/money.ts'
import { day } from '../billing/amounts/periods.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { creditNoteText, type InvoiceText, invoiceText, type Row } from './invoice-text.ts'

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
const SUMS = [WIDTH - 250, 150, 100]

/** What the provider shows to a customer: the hosted invoice, its PDF, a receipt. */
export function pages(server: FastifyInstance, sandbox: Sandbox) {
  server.get<{ Params: { id: string } }>('/__sandbox/invoices/:id', (request, reply) => {
    const text = invoiceText(sandbox, find(sandbox, 'invoice', request.params.id))
    return reply.type('text/html').send(page(text.title, [...text.head, ...text.lines, ...text.sums]))
  })
  server.get<{ Params: { id: string } }>('/__sandbox/invoices/:id/pdf', async (request, reply) => {
    const text = invoiceText(sandbox, find(sandbox, 'invoice', request.params.id))
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="Invoice-${text.number}.pdf"`)
      .send(await invoicePdf(text))
  })
  server.get<{ Params: { id: string } }>('/__sandbox/credit_notes/:id/pdf', async (request, reply) => {
    const text = creditNoteText(find(sandbox, 'credit_note', request.params.id))
    return reply.type('application/pdf').send(await invoicePdf(text))
  })
  server.get<{ Params: { id: string } }>('/__sandbox/checkout/:id', (request, reply) => {
    const { id, currency, line_items, amount_total, status } = find(sandbox, 'checkout.session', request.params.id)
    const amount = (value: number | null) => money(value ?? 0, currency ?? 'usd')
    const rows = (line_items?.data ?? []).map((item) => [item.description ?? '', amount(item.amount_total)])
    const form = `<form method="post" action="/__sandbox/checkout/${id}/pay"><button>Pay</button></form>`
    return reply
      .type('text/html')
      .send(page('Checkout', [...rows, ['Total', amount(amount_total)]]) + (status === 'open' ? form : ''))
  })
  server.get<{ Params: { id: string } }>('/__sandbox/charges/:id/receipt', (request, reply) => {
    const charge = find(sandbox, 'charge', request.params.id)
    const card = charge.payment_method_details?.card
    return reply
      .type('text/html')
      .send(
        page(`Receipt ${charge.receipt_number ?? charge.id}`, [
          ['Date paid', day(charge.created)],
          ['Payment method', `${card?.brand} ending in ${card?.last4}`],
          ['Amount paid', money(charge.amount, charge.currency)],
          ...(charge.amount_refunded > 0
            ? [['Refunded', money(-charge.amount_refunded, charge.currency)] satisfies Row]
            : []),
        ]),
      )
  })
}

const page = (title: string, rows: Row[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>
<p>Sandbox: no money was moved.</p></html>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

import { buffer } from 'node:stream/consumers'
import type { InvoiceText, Row } from './invoice-text.ts'

const MARGIN = 56
const WIDTH = 595 - 2 * MARGIN
const ROW = 18
const FOOT = 842 - MARGIN - ROW

/** One page as long as it fits, in the fonts every reader has. */
export async function invoicePdf({ title, head, lines, sums }: InvoiceText): Promise<Buffer> {
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

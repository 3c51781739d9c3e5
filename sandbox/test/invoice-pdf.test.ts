import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const { stripe } = await startSandbox()

/** The words of a PDF that pdfkit wrote: hexadecimal strings, parted for kerning, in compressed streams. */
function wordsOf(pdf: Buffer): string[] {
  const words: string[] = []
  for (const { index } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    const start = pdf.indexOf('\n', index) + 1
    let page: string
    try {
      page = inflateSync(pdf.subarray(start, pdf.indexOf('endstream', start))).toString('latin1')
    } catch {
      continue
    }
    for (const [, parts = ''] of page.matchAll(/\[(.*?)\] TJ/g)) {
      words.push(
        [...parts.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      )
    }
  }
  return words
}

async function pdfOf(coupons: Parameters<typeof stripe.coupons.create>[0][]) {
  const price = await aPlan(stripe, { unit_amount: 123_456 })
  const customer = await aCustomer(stripe)
  const discounts = []
  for (const coupon of coupons) discounts.push({ coupon: (await stripe.coupons.create(coupon)).id })
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 2 }],
    discounts,
    expand: ['latest_invoice'],
  })
  const { invoice_pdf, number } = latest_invoice as { invoice_pdf: string; number: string }
  const response = await fetch(invoice_pdf)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return { number, words: wordsOf(Buffer.from(await response.arrayBuffer())) }
}

test('an invoice says who owes what for what', async () => {
  const { number, words } = await pdfOf([{ percent_off: 25.5, duration: 'once' }])
  const text = words.join(' ')
  for (const said of [
    `Invoice ${number}`,
    'Masjid al-Noor, office@noor.example',
    '$1,234.56',
    'Subtotal $2,469.12',
    'Discount 25.5% -$629.63',
    'Tax $0.00',
    'Shipping $0.00',
    'Total $1,839.49',
    'Amount paid $1,839.49',
  ]) {
    expect(text).toContain(said)
  }
})

test('every tax stands there with its rate and base, and what became of the payment', async () => {
  const rate = { display_name: 'Sales tax', jurisdiction: 'Texas', inclusive: false, percentage: 6.25 }
  const taxes = [
    await stripe.taxRates.create(rate),
    await stripe.taxRates.create({ ...rate, display_name: 'city tax', jurisdiction: 'Plano', percentage: 2 }),
  ]
  const price = await aPlan(stripe, { unit_amount: 10_000 })
  const customer = await aCustomer(stripe)
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 2 }],
    default_tax_rates: taxes.map(({ id }) => id),
  })
  const invoice = latest_invoice as string
  await stripe.creditNotes.create({ invoice, amount: 3000, refund_amount: 3000 })
  await stripe.creditNotes.create({ invoice, amount: 2000, credit_amount: 2000 })
  const { invoice_pdf, total, total_taxes } = await stripe.invoices.retrieve(invoice)
  expect(total_taxes?.map(({ amount, taxable_amount }) => [amount, taxable_amount])).toEqual([
    [1250, 20_000],
    [400, 20_000],
  ])
  expect(total).toBe(21_650)
  const text = wordsOf(Buffer.from(await (await fetch(invoice_pdf!)).arrayBuffer())).join(' ')
  for (const said of [
    'Texas Sales tax, 6.25% of $200.00 $12.50',
    'Plano city tax, 2% of $200.00 $4.00',
    'Total $216.50',
    'Amount paid $216.50',
    'Refunded -$30.00',
    'Net paid $186.50',
    'Credited to the balance $20.00',
    'Balance $0.00',
  ]) {
    expect(text).toContain(said)
  }
})

test('a discount is named by what it is', async () => {
  expect((await pdfOf([])).words.join(' ')).toContain('Discount $0.00')
  const amount = await pdfOf([{ name: 'Welcome', amount_off: 500, currency: 'usd', duration: 'once' }])
  expect(amount.words.join(' ')).toContain('Discount (Welcome) -$5.00')
  const several = await pdfOf([
    { percent_off: 10, duration: 'once' },
    { percent_off: 50, duration: 'once' },
  ])
  expect(several.words.join(' ')).toContain('Discounts -$1,358.02 Discount 10% -$246.91 Discount 50% -$1,111.11')
})

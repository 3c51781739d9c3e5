import { invoices, isPaidOutside, taxLines } from '@hikmah/contract/invoices'
import { orders } from '@hikmah/contract/orders/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { stripeInvoices } from '../payments/table.ts'

const { admin, db, buy, control, provider, given, customerOf, price, as, sandboxUrl } = await startWithOrders()
const read = async (id: string) => (await admin(invoices.readInvoice, { params: { id } })).data

test('a receipt names its order, and the other invoices of it, newest first', async () => {
  const { session, order } = await buy()
  expect(await read(session.invoice)).toMatchObject({ order: { _id: order._id, orderNo: order.orderNo }, siblings: [] })
  await control('clock', { advanceS: 32 * 86_400 })
  await soon(async () => {
    const { siblings } = await read(session.invoice)
    expect(siblings).toMatchObject([{ status: 'paid', total: 73_250, currency: 'usd' }])
    const renewal = await read(siblings[0]!.id)
    expect(renewal.order?._id).toBe(order._id)
    expect(renewal.siblings.map(({ id }) => id)).toEqual([session.invoice])
  })
})

test('a receipt names every tax with its rate and base, and the plan beside its product', async () => {
  const customer = await customerOf(await given.organization())
  const taxes = []
  for (const [display_name, percentage] of [
    ['state tax', 7.25],
    ['county tax', 3],
  ] as const)
    taxes.push(
      await provider.taxRates.create({ display_name, jurisdiction: 'California', inclusive: false, percentage }),
    )
  const { product } = await price('DEENKIOSK', 89_900)
  const named = { product: product as string, currency: 'usd', unit_amount: 89_900, nickname: 'Standard' }
  const plan = await provider.prices.create({ ...named, recurring: { interval: 'month' } })
  const bought = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: plan.id }],
    default_tax_rates: taxes.map(({ id }) => id),
  })
  const id = bought.latest_invoice as string
  await soon(async () => expect((await read(id)).status).toBe('paid'))
  const receipt = await read(id)
  expect(receipt.taxes).toEqual([
    { name: 'California state tax', percentage: 7.25, base: 89_900, amount: 6518, isIncluded: false, isExempt: false },
    { name: 'California county tax', percentage: 3, base: 89_900, amount: 2697, isIncluded: false, isExempt: false },
  ])
  expect(receipt).toMatchObject({ subtotal: 89_900, tax: 9215, total: 99_115, amount_paid: 99_115 })
  expect(taxLines(receipt)[0]).toEqual({ label: 'California state tax, 7.25% of $899.00', amount: 6518 })
  await soon(async () => expect((await read(id)).lines.data[0]).toMatchObject({ plan_name: 'Standard' }))
})

test('an organization that is exempt pays no tax, and its receipt says so', async () => {
  const customer = await customerOf(await given.organization())
  await provider.customers.update(customer.id, { tax_exempt: 'exempt' })
  const rate = await provider.taxRates.create({ display_name: 'Texas sales tax', inclusive: false, percentage: 6.25 })
  const { latest_invoice } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await price('DEENWEB', 24_000)).id }],
    default_tax_rates: [rate.id],
  })
  await soon(async () => expect((await read(latest_invoice as string)).status).toBe('paid'))
  expect(taxLines(await read(latest_invoice as string))).toEqual([
    { label: 'Texas sales tax, 6.25%: exempt', amount: 0 },
  ])
})

test('what was paid by check says that no provider charged it', async () => {
  const customer = await customerOf(await given.organization())
  const { latest_invoice } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await price('DEENWEB', 24_000)).id }],
    collection_method: 'send_invoice',
    days_until_due: 30,
  })
  const id = latest_invoice as string
  await provider.invoices.pay(id, { paid_out_of_band: true })
  await soon(async () => expect((await read(id)).status).toBe('paid'))
  const receipt = await read(id)
  expect(receipt).toMatchObject({ payment: null, amount_paid: 24_000, paid_outside: 24_000 })
  expect(isPaidOutside(receipt)).toBe(true)
})

test('a credit note has its number and leads to a fresh PDF at the provider, not for managers', async () => {
  const { session } = await buy()
  const note = await provider.creditNotes.create({ invoice: session.invoice, amount: 500, credit_amount: 500 })
  await soon(async () =>
    expect((await read(session.invoice)).movements).toMatchObject([
      { kind: 'credit-note', id: note.id, number: note.number, amount: 500, toBalance: 500 },
    ]),
  )
  const params = { id: note.id }
  const link = (await admin(invoices.readCreditNoteLink, { params })).data.pdf
  expect(link.startsWith(sandboxUrl)).toBe(true)
  const pdf = await admin(invoices.readCreditNotePdf, { params })
  expect([pdf.status, pdf.headers.location]).toEqual([302, link])
  const manager = await as('manager')
  for (const endpoint of [invoices.readCreditNoteLink, invoices.readCreditNotePdf]) {
    expect((await manager(endpoint, { params })).status).toBe(403)
    expect((await admin(endpoint, { params: { id: 'cn_missing' } })).status).toBe(404)
    expect((await admin(endpoint, { params: { id: 'in_1' } })).error.fields).toHaveProperty('id')
  }
})

test('an order of many invoices tells how many there are, beside the newest twelve', async () => {
  const { session } = await buy()
  const [{ search: _search, ...first }] = (await db
    .select()
    .from(stripeInvoices)
    .where(eq(stripeInvoices.id, session.invoice))) as [typeof stripeInvoices.$inferSelect]
  await db.insert(stripeInvoices).values(Array.from({ length: 14 }, (_, month) => ({ ...first, id: `in_of${month}` })))
  const { siblings, siblings_total } = await read(session.invoice)
  expect([siblings.length, siblings_total]).toEqual([12, 14])
})

test('the number of an invoice or receipt finds its order, that of a renewal too', async () => {
  const { session, order } = await buy()
  const { number, receipt_number } = await read(session.invoice)
  const found = async (q: string) => (await admin(orders.listOrders, { query: { q } })).data.map(({ _id }) => _id)
  for (const text of [number!, receipt_number!, session.invoice]) expect(await found(text)).toEqual([order._id])
  expect(await found('0000-0000')).toEqual([])
  await db.update(stripeInvoices).set({ receiptNumber: null }).where(eq(stripeInvoices.id, session.invoice))
  for (const sign of ["'", 'ء']) expect(await found(sign)).toEqual([])
})

import { invoices } from '@hikmah/contract/invoices'
import { search } from '@hikmah/contract/search'
import { expect, test, vi } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'

const { app, house, as, callWith, sandboxUrl, given, provider, price, customerOf, control } = await startWithPayments({
  BILLED_FROM: 'Hikmah Platform, Inc.|600 Sample Ave, Suite 210|Irving, TX 75039',
  BILLED_EMAIL: 'billing@hikmah.example',
  BILLED_TAX_ID: '07-5551020',
})
const admin = await as('admin')
const manager = await as('manager')
const { listOrganizationInvoices, readInvoice, readInvoiceLinks, readInvoicePdf } = invoices

const organization = await given.organization({ name: 'Cedar Grove Masjid', email: 'accounts@cedargrove.example' })
const customer = await customerOf(organization)
const yearly = await price('DEENKIOSK Standard', 36_000, 'year')
const coupon = await provider.coupons.create({ percent_off: 10, duration: 'once' })
const promo = await provider.promotionCodes.create({
  promotion: { type: 'coupon', coupon: coupon.id },
  code: 'RAMADAN10',
})
const bought = await provider.subscriptions.create({
  customer: customer.id,
  items: [{ price: yearly.id, quantity: 2 }],
  discounts: [{ promotion_code: promo.id }],
})
const paidId = bought.latest_invoice as string
const decliner = await given.organization()
const open = await provider.subscriptions.create({
  customer: (await customerOf(decliner)).id,
  items: [{ price: yearly.id }],
  collection_method: 'send_invoice',
  days_until_due: 30,
})
await control('clock', { advanceS: 7200 })

const list = async (orgId = organization.id, query: object = {}) =>
  (await admin(listOrganizationInvoices, { params: { orgId }, query })).data

await soon(async () => {
  expect((await list()).map(({ status }) => status)).toEqual(['paid'])
  expect((await list(decliner.id)).map(({ status }) => status)).toEqual(['open'])
})

test('the invoices of an organization are an array, in minor units and seconds, with the cycle of each line', async () => {
  const [invoice] = await list()
  expect(invoice).toMatchObject({
    id: paidId,
    orgId: organization.id,
    number: expect.any(String),
    status: 'paid',
    currency: 'usd',
    subtotal: 72_000,
    discount: 7200,
    tax: 0,
    shipping: 0,
    total: 64_800,
    amount_paid: 64_800,
    amount_remaining: 0,
    customer_name: 'Cedar Grove Masjid',
    customer_email: 'accounts@cedargrove.example',
    discounts: [{ code: 'RAMADAN10', percentOff: 10, amountOff: null, amount: 7200 }],
    invoice_pdf: `/api/hikmah/invoices/${paidId}/pdf`,
  })
  expect(invoice!.lines.data).toEqual([
    expect.objectContaining({
      amount: 72_000,
      quantity: 2,
      unit_amount_decimal: '36000',
      plan: { interval: 'year', interval_count: 1 },
    }),
  ])
  expect(invoice!.created).toBeLessThan(100_000_000_000)
  expect(invoice!.subtotal - invoice!.discount + invoice!.tax + invoice!.shipping).toBe(invoice!.total)
})

test('a page has counts, and is found by number; by the email only for those who may see it', async () => {
  const orgId = organization.id
  const page = await admin(listOrganizationInvoices, { params: { orgId }, query: { page: 1 } })
  expect(page.meta).toMatchObject({ total: 1, page: 1, limit: 10, counts: { all: 1, paid: 1 }, whole: 1 })
  const [{ number } = { number: null }] = page.data
  const total = async (who: typeof admin, query: object) =>
    (await who(listOrganizationInvoices, { params: { orgId }, query })).meta.total
  expect(await total(admin, { q: number })).toBe(1)
  expect(await total(admin, { q: 'nothing of it' })).toBe(0)
  expect(await total(admin, { status: 'open' })).toBe(0)
  expect(await total(admin, { sort: '-total' })).toBe(1)
  expect(await total(admin, { subscription: bought.id })).toBe(1)
  expect(await total(admin, { subscription: open.id })).toBe(0)
  expect(await total(admin, { q: 'accounts@cedargrove' })).toBe(1)
  expect(await total(manager, { q: 'accounts@cedargrove' })).toBe(0)
  const found = async (who: typeof admin, q: string) =>
    (await who(search.findAnything, { query: { q } })).data.map(({ type, _id }) => `${type} ${_id}`)
  for (const q of [number!, paidId]) expect(await found(manager, q)).toContain(`invoice ${paidId}`)
  expect(await found(admin, 'accounts@cedargrove.example')).toContain(`invoice ${paidId}`)
  expect(await found(manager, 'accounts@cedargrove.example')).not.toContain(`invoice ${paidId}`)
})

test('a receipt says who bills, whom, and how it was paid; email and card are not for managers', async () => {
  const { data } = await admin(readInvoice, { params: { id: paidId } })
  expect(data).toMatchObject({
    orgName: 'Cedar Grove Masjid',
    seller: {
      name: 'Hikmah Platform, Inc.',
      address: ['600 Sample Ave, Suite 210', 'Irving, TX 75039'],
      email: 'billing@hikmah.example',
      phone: '',
      taxId: '07-5551020',
    },
    payment: { type: 'card', brand: 'visa', last4: '4242', others: 0 },
    paid_at: expect.any(Number),
    order: null,
  })
  const seen = (await manager(readInvoice, { params: { id: paidId } })).data
  expect(seen).toMatchObject({ total: 64_800, payment: null, customer_email: null })
  expect(
    JSON.stringify(await manager(listOrganizationInvoices, { params: { orgId: organization.id }, query: {} })),
  ).not.toContain('accounts@')
})

test('an invoice that is not paid says what is due and until when', async () => {
  const { data } = await admin(readInvoice, { params: { id: open.latest_invoice as string } })
  expect(data).toMatchObject({ status: 'open', amount_due: 36_000, amount_paid: 0, paid_at: null, payment: null })
  expect(data.due_date! - data.created).toBeGreaterThan(29 * 86_400)
})

test('the PDF is a fresh link of the provider, to which the call redirects', async () => {
  const links = await admin(readInvoiceLinks, { params: { id: paidId } })
  expect(links.data.invoice_pdf).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
  const pdf = await admin(readInvoicePdf, { params: { id: paidId } })
  expect(pdf.status).toBe(302)
  expect(pdf.headers.location).toBe(links.data.invoice_pdf)
  expect(pdf.headers['referrer-policy']).toBe('no-referrer')
})

test.each([
  ['https://evil.example/invoice.pdf', null],
  [sandboxUrl, 'https://evil.example/invoice'],
  [`${sandboxUrl}.evil.example/invoice.pdf`, null],
])('where the provider names another site, nobody is led there: %s', async (invoice_pdf, hosted_invoice_url) => {
  const answer = { object: 'invoice', id: paidId, invoice_pdf, hosted_invoice_url }
  const asking = vi.spyOn(house.stripe, 'ask').mockResolvedValue(answer as never)
  for (const endpoint of [readInvoiceLinks, readInvoicePdf]) {
    const refused = await admin(endpoint, { params: { id: paidId } })
    expect([refused.status, refused.error.code]).toEqual([502, 'UPSTREAM'])
    expect(refused.headers.location).toBeUndefined()
    expect(refused.text).not.toContain('evil')
  }
  asking.mockRestore()
})

test('a manager is not led to what the provider made of an invoice, which names card and email', async () => {
  for (const endpoint of [readInvoiceLinks, readInvoicePdf]) {
    const refused = await manager(endpoint, { params: { id: paidId } })
    expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN'])
    expect(refused.headers.location).toBeUndefined()
  }
  const own = JSON.stringify(await manager(readInvoice, { params: { id: paidId } }))
  const listed = JSON.stringify(await manager(listOrganizationInvoices, { params: { orgId: organization.id } }))
  for (const answer of [own, listed]) expect(answer).not.toContain(sandboxUrl)
})

test('what is not there, or is no id at all, is refused by name', async () => {
  const missing = { params: { id: 'in_missing' } }
  for (const endpoint of [readInvoice, readInvoiceLinks, readInvoicePdf]) {
    expect((await admin(endpoint, missing)).status).toBe(404)
    expect((await admin(endpoint, { params: { id: 'cus_1' } })).error.fields).toHaveProperty('id')
    expect((await callWith(undefined)(endpoint, missing)).status).toBe(401)
  }
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await admin(listOrganizationInvoices, { params: { orgId: nobody }, query: {} })).status).toBe(404)
  const sort = await admin(listOrganizationInvoices, { params: { orgId: organization.id }, query: { sort: 'card' } })
  expect(sort.error.fields).toHaveProperty('sort')
})

test('while the provider is away, receipts are shown as they were last read, and the PDF says why not', async () => {
  await control('faults', { status: 500, times: 100 })
  expect((await admin(readInvoice, { params: { id: paidId } })).data.total).toBe(64_800)
  expect(await list()).toHaveLength(1)
  const links = await admin(readInvoiceLinks, { params: { id: paidId } })
  expect(links.status).toBe(502)
  expect(links.error.code).toBe('UPSTREAM')
  await control('faults', { clear: true })
  expect(app.server.listening).toBe(true)
})

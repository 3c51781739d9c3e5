import { disputes } from '@hikmah/contract/disputes'
import { finance, invoiceAges } from '@hikmah/contract/finance'
import { sum } from '@hikmah/contract/money'
import type { DisputeOutcome } from '@hikmah/contract/money-account'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createAgreement } from '../../test/agreement.ts'
import { createBooks } from '../../test/books.ts'
import { catalogueOn } from '../../test/catalogue.ts'
import { startServer } from '../../test/start.ts'
import { applications } from '../applications/table.ts'
import { rowsOf as readRows } from '../kit/db/db.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { stripeCustomers, stripeInvoices } from '../payments/table.ts'
import { countOverdue, isOverdueAt } from './queries.ts'

const { readFinanceSummary, listInvoices, exportInvoices } = finance
const server = await startServer()
const { db, as, given, clock, audited } = server
const admin = await as('admin')
const books = createBooks(db)
const { rowsOf } = createAgreement(admin)
const DAY_S = 86_400
const ago = (days: number) => secondsAfter(clock.now(), -days * DAY_S)

afterEach(async () => {
  await db.delete(stripeInvoices)
  await db.delete(stripeCustomers)
})

const summary = async (period = 'last-12-months') => (await admin(readFinanceSummary, { query: { period } })).data
const block = async (currency = 'usd', period?: string) =>
  (await summary(period)).currencies.find((one) => one.currency === currency)!

test('what was paid is told by month and application, and what no line explains stands apart', async () => {
  const kiosk = await books.product('Deen Kiosk')
  await books.invoice({
    total: 5400,
    tax: 400,
    refunded: 1000,
    paidAt: ago(0),
    lines: [
      { productId: kiosk, amount: 4000, discount: 500 },
      { productId: null, amount: 1500 },
    ],
  })
  const { paid, revenue } = await block()
  expect(paid).toMatchObject({ amount: 5400, invoices: 1, refunded: 1000, previous: 0, percentage: 100 })
  expect(revenue.applications).toEqual([
    { name: 'Deen Kiosk', amount: 3500, place: null },
    { name: 'Other', amount: 1500, place: null },
    { name: 'Tax, shipping and credit', amount: 400, place: null },
  ])
  expect(revenue.months).toHaveLength(12)
  expect(revenue.months.at(-1)).toMatchObject({ amount: 5400, amounts: [3500, 1500, 400] })
})

test('what is paid for a product of two applications counts for the one in the catalogue', async () => {
  const stripeProductId = await books.product('Of the provider')
  const { addApplication } = await catalogueOn(server)
  const { data: older } = await addApplication({ stripeProductId, displayName: 'Retired' })
  await addApplication({ stripeProductId, displayName: 'In its place' })
  await books.invoice({
    total: 4000,
    paidAt: ago(0),
    lines: [{ productId: stripeProductId, amount: 4000 }],
  })
  const names = async () => (await block()).revenue.applications.map(({ name }) => name)
  expect(await names()).toEqual(['Retired'])
  await db.update(applications).set({ archivedAt: clock.now() }).where(eq(applications.id, older._id))
  expect(await names()).toEqual(['In its place'])
})

test.each([
  [0, 'not-due'],
  [0.9, 'not-due'],
  [1.1, '1-30'],
  [30.9, '1-30'],
  [31.1, '31-60'],
  [60.9, '31-60'],
  [61.1, '61-90'],
  [90.9, '61-90'],
  [91.1, 'over-90'],
] as const)('an open invoice that was due %d days ago is %s', async (days, age) => {
  await books.invoice({ status: 'open', createdAt: ago(200), dueAt: ago(days) })
  const { ageing } = await block()
  expect(ageing.filter(({ invoices }) => invoices > 0)).toMatchObject([{ age, amount: 1000, invoices: 1 }])
  expect(ageing.map((one) => one.age)).toEqual(invoiceAges)
  const [row] = await rowsOf({ age })
  expect(row).toMatchObject({ status: age === 'not-due' ? 'due' : 'overdue' })
})

test('one that is charged by itself is due when it is issued', async () => {
  await books.invoice({ status: 'open', createdAt: ago(40), finalizedAt: ago(40), dueAt: null })
  expect((await block()).overdue).toMatchObject({ amount: 1000, invoices: 1 })
})

test('amounts of two currencies are never added up, and the largest is told first', async () => {
  await books.invoice({ total: 700 })
  await books.invoice({ total: 300, currency: 'jpy' })
  const { currencies } = await summary()
  expect(currencies.map(({ currency, paid }) => [currency, paid.amount])).toEqual([
    ['usd', 700],
    ['jpy', 300],
  ])
})

test('each organization is told what it kept us before, and which invoices that was', async () => {
  const { id } = await given.organization({ name: 'Masjid As-Salam' })
  const lastYear = secondsAfter(ago(0), -366 * DAY_S)
  await books.invoice({ organizationId: id, total: 3000, refunded: 500 })
  await books.invoice({ organizationId: id, total: 2000, lost: 300, paidAt: lastYear, createdAt: lastYear })
  await books.invoice({ total: 400, paidAt: lastYear, createdAt: lastYear })
  await books.invoice({ total: 100 })
  const { organizations } = await block()
  expect(organizations).toMatchObject([
    { organization: { orgName: 'Masjid As-Salam' }, paid: { net: 2500 }, before: { amount: 1700, invoices: 1 } },
    { organization: null, paid: { net: 100 }, before: { amount: 400, invoices: 1 } },
  ])
  expect(await rowsOf(organizations[0]!.before.list)).toMatchObject([{ net: 1700 }])
})

test('beyond fifty organizations the others are told together', async () => {
  async function billed(n: number) {
    const { id } = await given.organization({ name: `Masjid ${n}` })
    await books.invoice({ organizationId: id, total: n * 100 })
    if (n < 3) await books.invoice({ organizationId: id, total: n, status: 'open', dueAt: ago(n === 1 ? 5 : -5) })
  }
  for (let n = 4; n <= 53; n += 1) await billed(n)
  expect((await block()).others).toBeNull()
  await billed(3)
  expect((await block()).others).toEqual({ organizations: 1, paid: 300, net: 300, due: 0, overdue: 0 })
  await billed(2)
  await billed(1)
  const { organizations, others } = await block()
  expect(organizations).toHaveLength(50)
  expect(organizations[0]).toMatchObject({
    organization: { orgName: 'Masjid 53' },
    paid: { amount: 5300, invoices: 1 },
  })
  expect(others).toEqual({ organizations: 3, paid: 600, net: 600, due: 2, overdue: 1 })
})

test('disputes opened in the period are counted by what became of them, and each figure opens its list', async () => {
  const { id } = await books.invoice()
  const dispute = (outcome: DisputeOutcome, amount: number, days: number, currency = 'usd') =>
    books.dispute(id, { outcome, amount, at: ago(days), currency })
  await dispute('open', 300, 0)
  await dispute('open', 500, 40)
  await dispute('won', 200, 1)
  await dispute('lost', 90, 0)
  await dispute('lost', 10, 1)
  await dispute('inquiry', 7000, 0)
  await dispute('open', 60, 1, 'eur')
  const figures = (await block('usd', 'last-7-days')).disputes
  expect(figures).toMatchObject([
    { outcome: 'open', disputes: 1, amount: 300 },
    { outcome: 'won', disputes: 1, amount: 200 },
    { outcome: 'lost', disputes: 2, amount: 100 },
  ])
  for (const { list, ...figure } of figures) {
    const { data, meta } = await admin(disputes.listDisputes, { query: { ...list, page: 1 } })
    expect([meta.total, sum(data, ({ amount }) => amount)]).toEqual([figure.disputes, figure.amount])
    expect(meta.counts).toMatchObject({ open: 1, won: 1, lost: 2, inquiry: 1 })
  }
  // In a currency in which nothing was paid there are disputes all the same.
  expect((await block('eur', 'last-7-days')).disputes[0]).toMatchObject({ disputes: 1, amount: 60 })
  const { status, error } = await admin(disputes.listDisputes, { query: { openedFrom: 'ever', currency: 'dollars' } })
  expect([status, Object.keys(error.fields ?? {}).sort()]).toEqual([400, ['currency', 'openedFrom']])
})

test('an invoice is found by number, organization and email, and the tabs say how many there are', async () => {
  const organization = await given.organization({ name: 'Masjid Bilal of Lansing' })
  const { number } = await books.invoice({ organizationId: organization.id, customerEmail: 'pay@bilal.example' })
  await books.invoice({ status: 'open', dueAt: ago(5) })
  await books.invoice({ status: 'open', dueAt: ago(-5) })
  await books.invoice({ status: 'void' })
  await books.invoice({ status: 'draft' })
  for (const q of [number, 'bilal of lansing', 'pay@bilal.example']) {
    const { data } = await admin(listInvoices, { query: { q } })
    expect(data.map((row) => row.number)).toEqual([number])
  }
  const { meta, data } = await admin(listInvoices, { query: { page: 1 } })
  expect(meta.counts).toEqual({ all: 4, due: 1, overdue: 1, paid: 1, failed: 1, uncollectible: 0 })
  expect(data.every(({ status }) => status !== ('draft' as never))).toBe(true)
  for (const status of ['due', 'overdue', 'failed'] as const) {
    expect((await rowsOf({ status })).map((row) => row.status)).toEqual([status])
  }
  const found = await admin(listInvoices, { query: { q: 'books', page: 1 } })
  expect(found.meta.counts).toEqual(meta.counts)
})

test('invoices are found by the organization, however many it shares its word with: each once, in order, in its tab', async () => {
  await db.execute(sql`
    with named as (
      insert into organizations (id, name, short_name, type, email, admin, status, created_at, line1, city, state, country, postal_code, primary_phone)
      select gen_random_uuid(), 'Qubba ' || n, 'Q', 'Masjid', n || '@qubba.example', 'A', 'approved', now(), '1 A St', 'Zawiyatown', 'TX', 'US', '75001', '+12145550100'
      from generate_series(1, 800) n returning id, name),
    billed as (
      insert into stripe_customers (id, organization_id, created_at, fetched_at)
      select 'cus_' || name, id, now(), now() from named returning id, organization_id)
    insert into stripe_invoices (id, customer_id, organization_id, number, status, currency, subtotal, discount, tax, shipping, total, amount_due, amount_paid, amount_remaining, discounts, customer_name, created_at, fetched_at)
    select 'in_' || i || b.id, b.id, b.organization_id, 'Q-' || i, case i when 1 then 'void' else 'paid' end, 'usd', t, 0, 0, 0, t, t, t, 0, '[]', case when i = 2 then 'Qubba' else '' end, now(), now()
    from billed b, generate_series(1, 3) i, lateral (select i * 1000 + hashtext(b.id) % 100 as t) as totals`)
  await books.invoice({ total: 9_000_000 })

  for (const q of ['qubba', 'zawiyatown', 'qubba zawiyatown']) {
    const pages = [1, 2, 80].map((page) =>
      admin(listInvoices, { query: { q, sort: '-total', page, status: 'failed' } }),
    )
    const [first, second, last] = await Promise.all(pages)
    const totals = [first!, second!, last!].flatMap(({ data }) => data.map(({ total }) => total))
    expect([totals.length, totals]).toEqual([30, totals.toSorted((a, b) => b - a)])
    expect(totals.every((total) => total < 2000)).toBe(true)
    expect([first!.meta.total, new Set([...first!.data, ...second!.data].map(({ id }) => id)).size]).toEqual([800, 20])
    const all = await admin(listInvoices, { query: { q, sort: '-total', page: 1 } })
    expect([all.meta.total, all.data.every(({ total }) => total > 2900 && total < 4000)]).toEqual([1000, true])
  }
  const { data, meta } = await admin(listInvoices, { query: { q: 'qubba 17', page: 1 } })
  expect([data.length, meta.counts]).toEqual([
    10,
    { all: 33, due: 0, overdue: 0, paid: 22, failed: 11, uncollectible: 0 },
  ])
})

test('the tab of overdue invoices counts them to the moment, also when they are paid or given more time', async () => {
  const at = new Date('2026-11-20T15:00:00Z')
  const dueAt = (text: string) => books.invoice({ status: 'open', createdAt: ago(400), dueAt: new Date(text) })
  const overdue = async () => {
    const [row] = await readRows<{ n: number }>(db, sql`select ${countOverdue(at)} as n`)
    return row!.n
  }
  await dueAt('2025-02-01T00:00:00Z')
  const { id } = await dueAt('2026-11-18T23:59:59.999Z')
  await dueAt('2026-11-19T00:00:00Z')
  await dueAt('2026-11-19T15:00:00Z')
  await dueAt('2026-11-19T15:00:00.001Z')
  await dueAt('2026-11-20T01:00:00Z')
  expect(await overdue()).toBe(4)
  const invoices = await db.select().from(stripeInvoices)
  expect(invoices.filter((invoice) => isOverdueAt(invoice.dueAt!, at))).toHaveLength(4)
  const change = (set: object) => db.update(stripeInvoices).set(set).where(eq(stripeInvoices.id, id))
  await change({ dueAt: new Date('2026-12-01T00:00:00Z') })
  expect(await overdue()).toBe(3)
  await change({ dueAt: null, finalizedAt: new Date('2026-10-01T00:00:00Z') })
  expect(await overdue()).toBe(4)
  await change({ status: 'paid' })
  expect(await overdue()).toBe(3)
  await db.delete(stripeInvoices)
  expect(await overdue()).toBe(0)
})

test('the export opens in Excel with Arabic names, says how each invoice came to its net, and runs no formula', async () => {
  const organization = await given.organization({ name: '=HYPERLINK("http://evil.example")' })
  const kiosk = await books.product('Deen Kiosk')
  const { id } = await books.invoice({
    organizationId: organization.id,
    subtotal: 130000,
    discount: 10000,
    tax: 3450,
    total: 123450,
    customerName: 'مسجد النور',
    customerEmail: 'noor@books.example',
    receiptNumber: '2026-0001',
    refunded: 2000,
    returnedOutside: 400,
    credited: 300,
    disputed: 700,
    lost: 1000,
    disputeFees: 1500,
    payment: {
      chargeId: 'ch_1',
      receiptNumber: null,
      receiptUrl: null,
      type: 'card',
      brand: 'visa',
      last4: '4242',
      others: 0,
    },
    lines: [{ productId: kiosk, amount: 120000 }],
  })
  const placed = await given.order(organization.id, { invoiceId: id, subtotal: 1, total: 1 })
  await books.invoice({ status: 'open', total: 500, currency: 'jpy' })
  const { status, text, headers } = await admin(exportInvoices, { query: { status: 'paid' } })
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('text/csv')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(`"'=HYPERLINK(`)
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [titles, values] = text
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))
  const row = Object.fromEntries(titles!.map((title, i) => [title, values![i]]))
  expect(row).toEqual({
    'Invoice number': expect.stringMatching(/^BOOKS-\d+$/),
    'Receipt number': '2026-0001',
    Organization: `'=HYPERLINK(""http://evil.example"")`,
    Customer: 'مسجد النور',
    Email: 'noor@books.example',
    Status: 'Paid',
    'Date (UTC)': expect.stringMatching(/^2\d{3}-/),
    'Due date (UTC)': expect.stringMatching(/^2\d{3}-/),
    'Paid (UTC)': expect.stringMatching(/^2\d{3}-/),
    Shipping: '0.00',
    'Given back outside': '4.00',
    'Credited to the balance': '3.00',
    'Held by the bank': '7.00',
    Order: `#${placed.orderNo}`,
    Plan: 'Deen Kiosk',
    Method: 'VISA 4242',
    Currency: 'USD',
    Subtotal: '1300.00',
    Discount: '100.00',
    Tax: '34.50',
    Total: '1234.50',
    'Amount paid': '1234.50',
    'Amount remaining': '0.00',
    Refunded: '20.00',
    'Lost in a dispute': '10.00',
    'Dispute fees': '15.00',
    'Dispute fees in another currency': '',
    Net: '1200.50',
  })
  expect((await admin(exportInvoices, { query: {} })).text).toContain('"500","0","500","0"')
  expect(await audited('')).toContain('invoice.list-exported')
})

test('why revenue changed is told by product and by reason, and a month is compared with the one before', async () => {
  const kiosk = await books.product('Deen Kiosk')
  const player = await books.product('Player')
  const [stayed, left, came] = [await given.organization(), await given.organization(), await given.organization()]
  const pay = (organizationId: string, months: number, productId: string, total: number, more = {}) =>
    books.invoice({ organizationId, total, paidAt: monthAgo(months), lines: [{ productId, amount: total }], ...more })
  await pay(stayed.id, 1, kiosk, 1000)
  await pay(stayed.id, 0, kiosk, 1500, { refunded: 200 })
  await pay(left.id, 1, player, 4000, { lost: 300 })
  await pay(came.id, 0, kiosk, 700)
  const month = (await block()).revenue.months.at(-1)!.from
  const query = { period: 'last-12-months', currency: 'usd', month }
  const { data } = await admin(finance.readRevenueChange, { query })
  expect(data.net).toEqual({ now: 2000, before: 4700, difference: -2700 })
  expect(data.products).toMatchObject([
    { name: 'Player', now: 0, before: 4000, difference: -4000 },
    { name: 'Deen Kiosk', now: 2200, before: 1000, difference: 1200 },
  ])
  expect(data.reasons).toEqual([
    { reason: 'new', difference: 700, organizations: 1 },
    { reason: 'lost', difference: -4000, organizations: 1 },
    { reason: 'more', difference: 500, organizations: 1 },
    { reason: 'less', difference: 0, organizations: 0 },
    { reason: 'refunds', difference: -200, organizations: 1 },
    { reason: 'disputes', difference: 300, organizations: 1 },
  ])
  const { data: lost } = await admin(finance.readRevenueChangeRows, { query: { ...query, reason: 'lost' } })
  expect(lost.rows).toMatchObject([{ organization: { _id: left.id }, now: 0, before: 4000, difference: -4000 }])
  expect(await rowsOf(lost.rows[0]!.listBefore)).toMatchObject([{ amountPaid: 4000 }])
  const none = await admin(finance.readRevenueChange, { query: { ...query, month: '2020-01-01T00:00:00.000Z' } })
  expect(none.error.fields).toHaveProperty('month')
  const nothing = await admin(finance.readRevenueChangeRows, { query })
  expect(nothing.error.fields).toHaveProperty('reason')
})

test('every open invoice, due or overdue, is one list', async () => {
  await books.invoice({ status: 'open', total: 500, dueAt: ago(-3) })
  await books.invoice({ status: 'open', total: 700, dueAt: ago(40) })
  await books.invoice({ total: 900 })
  const { open } = await block()
  expect(open).toMatchObject({ amount: 1200, invoices: 2 })
  expect((await rowsOf(open.list)).map(({ total }) => total).sort()).toEqual([500, 700])
})

/** The first of the month that many months ago, in UTC. */
const monthAgo = (months: number) =>
  new Date(Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth() - months, 1, 12))

test('bad filters are refused by name', async () => {
  const { status, error } = await admin(listInvoices, { query: { currency: 'dollars', age: 'old', orgId: 'x' } })
  expect(status).toBe(400)
  expect(Object.keys(error.fields ?? {}).sort()).toEqual(['age', 'currency', 'orgId'])
})

import { disputes } from '@hikmah/contract/disputes'
import { orders as orderEndpoints } from '@hikmah/contract/orders/endpoints'
import { payments } from '@hikmah/contract/payments'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { staffNotices } from '../notices/table.ts'
import { compareMovements } from '../orders/follow-orders.ts'
import { keptCheckoutsJob } from '../orders/take-checkout.ts'
import { moneyMovements, stripeCustomers, stripeEvents, stripeInvoices } from '../payments/table.ts'
import { compareDisputes, disputesJob } from './tell-disputes.ts'

const { admin, as, audited, buy, clock, control, db, given, house, price, provider, read } = await startWithOrders()
const billing = await given.staff('admin')
await given.staff('manager')

const DAY = 86_400

/** Everything that ever happened here may come again. */
const patiently = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 25 })

/** Until everything of the last disputes that the provider tells has been worked on. */
async function caughtUp() {
  const events = await provider.events.list({ limit: 20 })
  const ids = events.data.filter(({ type }) => type.startsWith('charge.dispute.')).map(({ id }) => id)
  const isDone = and(eq(stripeEvents.state, 'done'), inArray(stripeEvents.id, ids))
  await patiently(async () => expect(await db.$count(stripeEvents, isDone)).toBe(ids.length))
  await patiently(async () => expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0))
}

/** An order of $98.00, and what a bank may do with its payment. */
async function paid98() {
  const { order, organization, session } = await buy({ items: [['DEENFUND', 9800]] })
  const { data } = await provider.charges.list({ customer: session.customer })
  const charge = data[0]!.id
  const act = async (body: object = {}) => {
    const { id } = (await control(`charges/${charge}/dispute`, body)) as { id: string }
    await caughtUp()
    return id
  }
  return { order, organization, session, charge, act, ledger: async () => (await read(order._id)).ledger }
}

const noticesOf = async (about: string) => {
  const rows = await db
    .select({ line: staffNotices.line, path: staffNotices.path })
    .from(staffNotices)
    .where(and(eq(staffNotices.staffId, billing.id), eq(staffNotices.topic, 'disputes')))
    .orderBy(staffNotices.id)
  return rows.filter(({ line, path }) => line.includes(about) || path.includes(about))
}
const listed = async (query: object = {}) =>
  (await admin(disputes.listDisputes, { query: { limit: 100, ...query } })).data
const again = async (how: object) => {
  await control('events/replay', how)
  await caughtUp()
}

test('a dispute is told once when it opens, when its deadline comes near, and when it is decided', async () => {
  const { order, organization, act } = await paid98()
  const id = await act({ amount: 4410, reason: 'product_not_received' })
  expect(await audited(id)).toEqual(['dispute.opened'])
  const [opened, ...more] = await noticesOf(order._id)
  expect(more).toEqual([])
  expect(opened?.path).toBe(`/order/order-details?id=${order._id}`)
  expect(opened?.line).toContain(`The dispute of $44.10 of ${organization.name} was opened. The product did not arrive`)
  expect(opened?.line).toMatch(/Evidence is due \w{3} \d+, \d{4}\.$/)

  const [row] = await db.select().from(moneyMovements).where(eq(moneyMovements.id, id))
  const due = new Date((row!.movement as { evidenceDueAt: string }).evidenceDueAt)
  clock.advance((due.getTime() - clock.now().getTime()) / 1000 - 3 * DAY - 3600)
  await disputesJob.work(house, {})
  expect(await noticesOf(order._id)).toHaveLength(1)
  clock.advance(2 * 3600)
  await Promise.all([
    disputesJob.work(house, {}),
    disputesJob.work(house, {}),
    compareDisputes(house, { compared: 0, differed: 0 }),
  ])
  expect((await noticesOf(order._id)).map(({ line }) => line)[1]).toContain('needs evidence. Evidence is due')

  await act({ close: 'won' })
  expect(await audited(id)).toEqual(['dispute.opened', 'dispute.won'])
  const told = await noticesOf(order._id)
  expect(told).toHaveLength(3)
  expect(told[2]?.line).toBe(`The dispute of $44.10 of ${organization.name} was won.`)

  await again({ duplicate: true, reverse: true })
  await compareMovements(house, { compared: 0, differed: 0 })
  await compareDisputes(house, { compared: 0, differed: 0 })
  expect(await noticesOf(order._id)).toEqual(told)
  expect(await audited(id)).toEqual(['dispute.opened', 'dispute.won'])
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry).toMatchObject({
    actorName: 'Payment provider',
    organizationId: organization.id,
    entityName: order.orderNo,
  })
  const activities = await db.$count(
    auditEntries,
    and(eq(auditEntries.organizationId, organization.id), sql`action like 'dispute.%'`),
  )
  expect(activities).toBe(2)
})

test('what no event told is told by the nightly comparison, also one that is lost already', async () => {
  const { order, session, act } = await paid98()
  const id = await act()
  await act({ close: 'lost' })
  await db.delete(moneyMovements).where(eq(moneyMovements.id, id))
  await db.update(stripeInvoices).set({ lost: 0 }).where(eq(stripeInvoices.id, session.invoice))
  await db.delete(staffNotices).where(eq(staffNotices.staffId, billing.id))
  await compareMovements(house, { compared: 0, differed: 0 })
  await compareDisputes(house, { compared: 0, differed: 0 })
  const lines = (await noticesOf(order._id)).map(({ line }) => line)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('was lost')
  expect((await read(order._id)).ledger).toMatchObject({ lost: 9800, netPaid: 0 })
})

test('an inquiry holds no money, and may become a dispute', async () => {
  const { order, act, ledger } = await paid98()
  const id = await act({ inquiry: true })
  expect(await ledger()).toMatchObject({ disputed: 0, netPaid: 9800 })
  expect(await listed({ status: 'inquiry' })).toMatchObject([
    { id, outcome: 'inquiry', evidenceDueAt: expect.any(String) },
  ])
  await act({})
  expect(await ledger()).toMatchObject({ disputed: 9800, netPaid: 9800 })
  await act({ respond: true })
  expect(await listed({ status: 'open' })).toMatchObject([{ id, hasEvidence: true, evidenceDueAt: null, fee: 1500 }])
  await act({ close: 'lost' })
  expect(await ledger()).toMatchObject({ disputed: 0, lost: 9800, netPaid: 0 })
  expect(await audited(id)).toEqual(['dispute.inquired', 'dispute.opened', 'dispute.lost'])
  expect((await noticesOf(order._id)).map(({ line }) => line.replace(/^.*(was \w+|inquires).*$/, '$1'))).toEqual([
    'inquires',
    'was opened',
    'was lost',
  ])
})

test('two disputes over parts of one payment are two, and what was won is reinstated', async () => {
  const { order, charge, act, ledger } = await paid98()
  const first = await act({ amount: 3000 })
  await act({ close: 'lost' })
  const second = await act({ amount: 2000 })
  expect(second).not.toBe(first)
  expect(await ledger()).toMatchObject({ lost: 3000, disputed: 2000, netPaid: 6800 })
  await provider.refunds.create({ charge, amount: 1000 })
  await act({ close: 'won' })
  expect(await ledger()).toMatchObject({ lost: 3000, disputed: 0, refunded: 1000, netPaid: 5800 })
  const mine = (await listed()).filter((row) => row.order?._id === order._id)
  expect(mine.map(({ outcome, fee }) => [outcome, fee])).toEqual(
    expect.arrayContaining([
      ['lost', 1500],
      ['won', 1500],
    ]),
  )
})

/** A payment of $50.00 without an invoice, and a dispute over $20.00 of it. */
async function disputedCheckout(buyer: object) {
  const { id } = await provider.prices.create({ product_data: { name: 'Player' }, currency: 'usd', unit_amount: 5000 })
  const session = await provider.checkout.sessions.create({
    mode: 'payment',
    customer_creation: 'always',
    success_url: 'https://masjid.example',
    line_items: [{ price: id, quantity: 1 }],
    ...buyer,
  })
  const paid = await control(`checkout/${session.id}/pay`, {})
  const { customer, payment_intent } = paid as { customer: string; payment_intent: string }
  const { data } = await provider.charges.list({ payment_intent })
  const dispute = (await control(`charges/${data[0]!.id}/dispute`, { amount: 2000 })) as { id: string }
  await caughtUp()
  return { customer, dispute: dispute.id }
}

test('a payment without an invoice is disputed, before or after it has an order', async () => {
  const [known, linked] = [await given.organization(), await given.organization()]
  const first = await disputedCheckout({ client_reference_id: known.id })
  const second = await disputedCheckout({})
  await soon(async () =>
    expect(
      (await admin(payments.linkCustomer, { params: { id: second.customer }, body: { orgId: linked.id } })).status,
    ).toBe(200),
  )
  await keptCheckoutsJob.work(house, {})
  for (const [organization, { dispute }] of [
    [known, first],
    [linked, second],
  ] as const) {
    await soon(async () => {
      const orders = await admin(orderEndpoints.listOrganizationOrders, {
        params: { orgId: organization.id },
        query: { limit: 10 },
      })
      expect(orders.data).toMatchObject([{ isDisputed: true, refunded: 0 }])
      expect((await read(orders.data[0]!._id)).ledger).toMatchObject({ paid: 5000, disputed: 2000, netPaid: 5000 })
    })
    expect(await listed({ orgId: organization.id })).toMatchObject([
      { id: dispute, invoice: null, orgId: { _id: organization.id }, order: { orderNo: expect.any(String) } },
    ])
    await disputesJob.work(house, {})
    expect(await audited(dispute)).toEqual(['dispute.opened'])
  }
})

test('a dispute of a customer who is linked to nobody is listed, told, and names no organization', async () => {
  const { id } = await price('DEENFUND', 4900, 'month')
  const customer = await provider.customers.create({ name: 'Sister Amina', email: 'amina@nobody.example' })
  const method = await provider.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const { latest_invoice } = await provider.subscriptions.create({
    customer: customer.id,
    default_payment_method: method.id,
    items: [{ price: id }],
  })
  const { data } = await provider.charges.list({ customer: customer.id })
  const dispute = (await control(`charges/${data[0]!.id}/dispute`, {})) as { id: string }
  await caughtUp()
  expect((await listed()).find((row) => row.id === dispute.id)).toMatchObject({
    orgId: null,
    order: null,
    invoice: { id: latest_invoice },
    customerEmail: 'amina@nobody.example',
  })
  const [told] = await noticesOf('Sister Amina')
  expect(told?.path).toBe('/disputes')
  const [copy] = await db.select().from(stripeCustomers).where(eq(stripeCustomers.id, customer.id))
  expect(copy?.organizationId).toBeNull()
})

test('the list begins with the nearest deadline, counts by outcome, and hides the payer from managers', async () => {
  const dues = (await listed({ status: 'open' })).map(({ evidenceDueAt }) => evidenceDueAt ?? '9')
  expect(dues).toEqual(dues.toSorted())
  const page = await admin(disputes.listDisputes, { query: { status: 'lost', limit: 1 } })
  expect(page.meta.counts).toMatchObject({ open: dues.length, lost: expect.any(Number) })
  expect(page.data).toHaveLength(1)
  const manager = await as('manager')
  const seen = (await manager(disputes.listDisputes, { query: { limit: 100 } })).data
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.every((row) => !('customerEmail' in row))).toBe(true)
  expect((await manager(disputes.readDisputeLink, { params: { id: seen[0]!.id } })).status).toBe(403)
  expect((await admin(disputes.readDisputeLink, { params: { id: 'du_nobody' } })).status).toBe(404)
  const { data } = await admin(disputes.readDisputeLink, { params: { id: seen[0]!.id } })
  expect(await (await fetch(data.url)).text()).toContain('Evidence due')
  expect((await admin(disputes.listDisputes, { query: { status: 'all' } } as never)).error.fields).toHaveProperty(
    'status',
  )
})

test('what waits is the number of open disputes with the nearest deadline, and what banks hold', async () => {
  const { data } = await admin(disputes.readOpenDisputes, {})
  const rows = await listed()
  const open = rows.filter(({ outcome }) => outcome === 'open')
  expect(data.held).toEqual([
    { currency: 'usd', disputes: open.length, amount: open.reduce((sum, { amount }) => sum + amount, 0) },
  ])
  expect(data.waiting).toBe(open.length)
  const deadlines = open.flatMap((row) => (row.hasEvidence ? [] : (row.evidenceDueAt ?? [])))
  expect(data.nextDueAt).toBe(deadlines.sort()[0])
})

test('a month of events, twice and in reverse, leaves the account as it is', { timeout: 90_000 }, async () => {
  const { order, session, act, charge } = await paid98()
  await provider.refunds.create({ charge, amount: 500 })
  await act({ amount: 1000 })
  await act({ close: 'lost' })
  await act({ amount: 700, inquiry: true })
  await act({ close: 'dropped' })
  await control('clock', { advanceS: 31 * DAY })
  await caughtUp()
  const before = await read(order._id)
  const invoice = () => db.select().from(stripeInvoices).where(eq(stripeInvoices.id, session.invoice))
  const [saved] = await invoice()
  for (const how of [{ duplicate: true }, { reverse: true }]) {
    await db.delete(stripeEvents)
    await again(how)
    const { ledger, money } = await read(order._id)
    expect(ledger).toEqual(before.ledger)
    expect(money).toEqual(before.money)
  }
  const [after] = await invoice()
  expect({ ...after, fetchedAt: null }).toEqual({ ...saved, fetchedAt: null })
})

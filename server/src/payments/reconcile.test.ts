import { payments } from '@hikmah/contract/payments'
import { eq, ne, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { missedEventsJob } from '../jobs.ts'
import { compareAll } from './reconcile.ts'
import { stripeCustomers, stripeEvents, stripeInvoices, stripeSubscriptions } from './table.ts'

const { house, as, db, clock, given, provider, customerOf, price } = await startWithPayments()
const admin = await as('admin')

async function paidInvoice() {
  const customer = await customerOf(await given.organization())
  const monthly = await price('DEENKIOSK Standard', 3900)
  const subscription = await provider.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  const id = subscription.latest_invoice as string
  await soon(async () => {
    const [row] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, id))
    expect(row?.status).toBe('paid')
    expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0)
  })
  return id
}

test('what differs from the provider is repaired, and told field by field', async () => {
  const id = await paidInvoice()
  await db.update(stripeInvoices).set({ status: 'open', amountPaid: 0 }).where(eq(stripeInvoices.id, id))
  await compareAll(house)
  const [row] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, id))
  expect(row).toMatchObject({ status: 'paid', amountPaid: 3900 })
  const { data } = await admin(payments.readReconciliation, {})
  const told = data.drift.filter(({ objectId }) => objectId === id)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'status', local: 'open', remote: 'paid' }),
      expect.objectContaining({ field: 'amountPaid', local: '0', remote: '3900' }),
    ]),
  )
  expect(data.walks[0]).toMatchObject({ problem: '', differed: 1 })
  await compareAll(house)
  const again = (await admin(payments.readReconciliation, {})).data
  expect(again.walks[0]).toMatchObject({ differed: 0 })
  expect(again.drift.filter(({ objectId }) => objectId === id)).toHaveLength(told.length)
})

test('an event that never came is fetched, and worked on as if it had', async () => {
  const id = await paidInvoice()
  await db.delete(stripeEvents)
  await db.delete(stripeInvoices).where(eq(stripeInvoices.id, id))
  await missedEventsJob.work(house, {})
  await soon(async () => expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, id))).toBe(1))
})

test.each(['failed', 'received'] as const)(
  'an event that is left %s, without a job, is worked on again',
  async (state) => {
    const id = await paidInvoice()
    const problem = 'The provider was away'
    await db.update(stripeEvents).set({ state, problem, workedAt: null }).where(eq(stripeEvents.objectId, id))
    const left = () => db.$count(stripeEvents, eq(stripeEvents.problem, problem))
    await missedEventsJob.work(house, {})
    expect(await left(), 'their own jobs may still come').toBeGreaterThan(0)
    clock.advance(601)
    await missedEventsJob.work(house, {})
    const undone = () => db.$count(stripeEvents, ne(stripeEvents.state, 'done'))
    await soon(async () => expect([await left(), await undone()]).toEqual([0, 0]))
  },
)

/** As before this console was: nothing is known of a customer, nor of what was billed to them. */
async function forgetCustomerOf(invoiceId: string) {
  const [invoice] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, invoiceId))
  const { customerId, subscriptionId } = invoice!
  await db.delete(stripeInvoices).where(eq(stripeInvoices.customerId, customerId))
  await db.delete(stripeSubscriptions).where(eq(stripeSubscriptions.customerId, customerId))
  await db.delete(stripeCustomers).where(eq(stripeCustomers.id, customerId))
  return { customerId, subscriptionId: subscriptionId! }
}

test('what was billed to a customer who is deleted at the provider is brought in, as nobody’s', async () => {
  const id = await paidInvoice()
  const [invoice] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, id))
  await provider.customers.del(invoice!.customerId)
  await soon(async () => {
    const [customer] = await db.select().from(stripeCustomers).where(eq(stripeCustomers.id, invoice!.customerId))
    expect(customer?.isDeleted).toBe(true)
    expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0)
  })
  const { customerId } = await forgetCustomerOf(id)
  await compareAll(house, { isImport: true })
  const [row] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, id))
  expect(row).toMatchObject({ status: 'paid', customerId, organizationId: null })
  const [customer] = await db.select().from(stripeCustomers).where(eq(stripeCustomers.id, customerId))
  expect(customer).toMatchObject({ isDeleted: true, organizationId: null })
  expect((await admin(payments.readReconciliation, {})).data.walks[0]).toMatchObject({ problem: '' })
})

test('one that cannot be brought in is told of at the end, and holds up none of the others', async () => {
  const [bad, good] = [await paidInvoice(), await paidInvoice()]
  await forgetCustomerOf(bad)
  await forgetCustomerOf(good)
  await db.execute(sql.raw(`alter table stripe_invoices add constraint no_bad check (id <> '${bad}')`))
  const others = vi.fn(async () => undefined)
  await compareAll(house, { isImport: true, others: [others] })
  await db.execute(sql`alter table stripe_invoices drop constraint no_bad`)
  expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, good))).toBe(1)
  expect(others).toHaveBeenCalledOnce()
  const [walk] = (await admin(payments.readReconciliation, {})).data.walks
  expect(walk!.problem).toMatch(new RegExp(`^1 could not be compared, the first was invoice ${bad}: `))
  await compareAll(house, { isImport: true })
  expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, bad))).toBe(1)
})

test('an event that cannot be kept holds up none of the others', async () => {
  const good = await paidInvoice()
  const bad = await paidInvoice()
  await db.delete(stripeEvents)
  await db.delete(stripeInvoices).where(eq(stripeInvoices.id, good))
  await db.execute(sql.raw(`alter table stripe_events add constraint no_bad check (object_id <> '${bad}')`))
  await missedEventsJob.work(house, {})
  await db.execute(sql`alter table stripe_events drop constraint no_bad`)
  await soon(async () => expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, good))).toBe(1))
})

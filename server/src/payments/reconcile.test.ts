import { payments } from '@hikmah/contract/payments/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { missedEventsJob } from '../payment-jobs.ts'
import { compareAll } from './reconcile.ts'
import { stripeEvents, stripeInvoices } from './table.ts'

const { house, as, db, given, provider, customerOf, price } = await startWithPayments()
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
  expect(data.walks[0]).toMatchObject({ problem: '' })
  await compareAll(house)
  const again = (await admin(payments.readReconciliation, {})).data
  expect(again.drift.filter(({ objectId }) => objectId === id)).toHaveLength(told.length)
})

test('an event that never came is fetched, and worked on as if it had', async () => {
  const id = await paidInvoice()
  await db.delete(stripeEvents)
  await db.delete(stripeInvoices).where(eq(stripeInvoices.id, id))
  await missedEventsJob.work(house, {})
  await soon(async () => expect(await db.$count(stripeInvoices, eq(stripeInvoices.id, id))).toBe(1))
})

import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { stripeInvoices } from '../payments/table.ts'

const { db, clock, admin, buy, control } = await startWithOrders()
const { cancelOrder, readRefundChoices } = endpoints

const DAY_S = 86_400

const choicesOf = async ({ _id }: { _id: string }) => (await admin(readRefundChoices, { params: { id: _id } })).data
const cancelled = (order: { _id: string }, refund: string) =>
  admin(cancelOrder, { params: { id: order._id }, body: { reason: 'Moved', refund } })

/** Forty days go by, with the renewal of a monthly subscription on the way. */
async function renewed({ subscription }: { subscription: string }, status: 'open' | 'paid') {
  await control('clock', { advanceS: 40 * DAY_S })
  clock.advance(40 * DAY_S)
  await soon(async () => {
    const invoices = await db.select().from(stripeInvoices).where(eq(stripeInvoices.subscriptionId, subscription))
    expect(invoices.map((one) => [one.billingReason, one.status]).toSorted()).toEqual([
      ['subscription_create', 'paid'],
      ['subscription_cycle', status],
    ])
  })
}

test('what goes back of a renewal stands with the money that moved, and takes nothing off what was paid for the order', async () => {
  const { order, session } = await buy()
  await renewed(session, 'paid')
  const { prorated } = await choicesOf(order)
  expect(prorated).toBeGreaterThan(order.totalAmount * 0.5)
  const { data } = await cancelled(order, 'prorated')
  expect(data.ledger).toMatchObject({ refunded: 0, refundPending: 0, netPaid: order.totalAmount })
  expect(data.money.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: -prorated! }])
})

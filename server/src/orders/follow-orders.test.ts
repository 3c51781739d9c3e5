import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon } from '../../test/payments.ts'
import { startWithPlans } from '../../test/plans.ts'
import { compareAllJob } from '../jobs.ts'
import { orderItems, orders } from './table.ts'

const { house, db, admin, given, provider, customerOf, monthly, premium, checkOut } = await startWithPlans()

const read = async (id: string) => (await admin(endpoints.readOrder, { params: { id } })).data

/** An order of two Standard plans by the month. */
async function bought() {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const session = await checkOut(organization.id, customer.id, monthly.id, 2)
  let id = ''
  await soon(async () => {
    const [row] = await db.select({ id: orders.id }).from(orders).where(eq(orders.checkoutId, session.id))
    expect(row).toBeDefined()
    id = row!.id
  })
  return { subscription: session.subscription, order: await read(id) }
}

test('a plan that is changed on the page of plans is changed in its order', async () => {
  const { subscription, order } = await bought()
  expect(order.orderItems).toMatchObject([{ planType: 'Standard', qty: 2, unitAmount: 2900, amount: 5800 }])
  const { items: billed } = await provider.subscriptions.retrieve(subscription)
  const asked = { itemId: billed.data[0]!.id, priceId: premium.id, quantity: 3 }
  const params = { id: subscription }
  const { data: preview } = await admin(organizationPlans.previewPlanChange, { params, query: asked })
  const body = { ...asked, prorationDate: preview.prorationDate }
  expect((await admin(organizationPlans.changePlan, { params, body })).status).toBe(200)
  await soon(async () => {
    const { orderItems: items, version } = await read(order._id)
    expect(items).toMatchObject([
      { _id: order.orderItems[0]!._id, planType: 'Premium', qty: 3, unitAmount: 4900, amount: 14_700 },
    ])
    expect(version).toBe(order.version + 1)
  })
  // Who still sees the order as it was bought does not reduce it by saving that.
  const late = { items: [{ _id: order.orderItems[0]!._id, qty: 2 }], version: order.version }
  expect((await admin(endpoints.updateOrder, { params: { id: order._id }, body: late })).status).toBe(409)
  const items = [{ _id: order.orderItems[0]!._id, qty: 4 }]
  const shown = await admin(endpoints.previewOrder, { params: { id: order._id }, body: { items } })
  expect(shown.data.total).toBeGreaterThan(0)
})

test('another cycle at the provider is that of the order', async () => {
  const { subscription, order } = await bought()
  const { items } = await provider.subscriptions.retrieve(subscription)
  const { product } = items.data[0]!.price
  const yearly = await provider.prices.create({
    product: product as string,
    currency: 'usd',
    unit_amount: 30_000,
    recurring: { interval: 'year' },
  })
  await provider.subscriptionItems.update(items.data[0]!.id, { price: yearly.id })
  await soon(async () => {
    expect((await read(order._id)).orderItems).toMatchObject([{ frequency: 'annually', qty: 2, amount: 60_000 }])
  })
})

test('the comparison of every night brings an order up to its subscription, and touches no other', async () => {
  const [{ order: stale }, { order: right }] = [await bought(), await bought()]
  await db.update(orderItems).set({ quantity: 1, amount: 2900 }).where(eq(orderItems.orderId, stale._id))
  await db.update(orders).set({ total: 2900 }).where(eq(orders.id, stale._id))
  await compareAllJob.work(house, {})
  expect(await read(stale._id)).toMatchObject({
    orderItems: [{ qty: 2, amount: 5800 }],
    totalAmount: stale.totalAmount,
    version: stale.version + 1,
  })
  expect((await read(right._id)).version).toBe(right.version)
})

import { type Campaign, campaigns } from '@hikmah/contract/campaigns'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'
import { orders } from './table.ts'

const { db, admin, buy, checkout, orderOf, read, promoCode, provider, control } = await startWithOrders()
const { applyPromo, removePromo } = endpoints

const apply = ({ _id }: { _id: string }, code: string) => admin(applyPromo, { params: { id: _id }, body: { code } })

/** A code that is a campaign for so many organizations. */
async function campaignFor(organizationLimit: number | null, code: string) {
  const made = await promoCode(code, 10)
  const imported = (await admin(campaigns.createCampaign, { body: { promoCode: made.id } })).data as Campaign
  const params = { id: imported._id }
  const allow = (limit: number | null) =>
    admin(campaigns.updateCampaign, { params, body: { organizationLimit: limit } })
  expect((await allow(organizationLimit)).data.organizationLimit).toBe(organizationLimit)
  return { code, allow }
}

const discountsAt = async ({ subscription }: { subscription: string }) =>
  (await provider.subscriptions.retrieve(subscription)).discounts.length

test('a campaign for one organization is refused to another one, which is told why, until it is for more', async () => {
  const { code, allow } = await campaignFor(1, 'FORONE')
  const [first, second] = [await buy(), await buy()]
  expect((await apply(first.order, code)).status).toBe(200)
  const because =
    'This promo code is for one organization only, and another one already uses it. Its campaign can allow more.'
  const { status, error } = await apply(second.order, code)
  expect([status, error.code, error.fields]).toEqual([422, 'VALIDATION', { code: because }])
  expect(await read(second.order._id)).toMatchObject({ promo: null, version: second.order.version })
  expect(await discountsAt(second.session)).toBe(0)
  expect(await db.$count(stripeOperations, eq(stripeOperations.target, second.session.subscription))).toBe(0)

  await allow(2)
  expect((await apply(second.order, code)).data.promo).toMatchObject({ code })
})

test('an organization that uses the code may use it for another order too', async () => {
  const { code } = await campaignFor(1, 'ONCEMORE')
  const { organization, order } = await buy({ promo: code })
  expect(order.promo).toMatchObject({ code })
  const again = await orderOf((await checkout(organization)).id)
  expect((await apply(again, code)).status).toBe(200)
  const other = await buy()
  expect((await apply(other.order, code)).status).toBe(422)
})

test('a code that was taken off before it took anything off leaves its place to another organization', async () => {
  const { code } = await campaignFor(1, 'TAKENOFF')
  const [first, second] = [await buy(), await buy()]
  expect((await apply(first.order, code)).status).toBe(200)
  expect((await admin(removePromo, { params: { id: first.order._id } })).status).toBe(200)
  expect((await apply(second.order, code)).status).toBe(200)
})

test('while it is being applied to one order, another organization is refused', async () => {
  const { code } = await campaignFor(1, 'UNDERWAY')
  const [first, second] = [await buy(), await buy()]
  await control('faults', { only: 'POST /v1/subscriptions', holdMs: 60_000 })
  const applied = apply(first.order, code)
  const isUnderWay = and(eq(stripeOperations.target, first.session.subscription), eq(stripeOperations.state, 'pending'))
  await soon(async () => expect(await db.$count(stripeOperations, isUnderWay)).toBe(1))
  expect((await apply(second.order, code)).status).toBe(422)
  await control('faults', { clear: true })
  expect((await applied).status).toBe(200)
  expect(await discountsAt(second.session)).toBe(0)
})

test('of five organizations that ask at once as many are served as it is for', async () => {
  const { code } = await campaignFor(2, 'RACEOFFIVE')
  const bought = []
  for (let count = 0; count < 5; count += 1) bought.push(await buy())
  const replies = await Promise.all(bought.map(({ order }) => apply(order, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422])
  expect(replies.find(({ status }) => status === 422)!.error.message).toContain(
    'for 2 organizations only, and 2 others already use it',
  )
  const discounts = await Promise.all(bought.map(({ session }) => discountsAt(session)))
  expect(discounts.filter((count) => count > 0)).toHaveLength(2)
  expect(await db.$count(orders, eq(orders.promoCode, code))).toBe(2)
})

test('a campaign without a limit is for any number', async () => {
  const { code } = await campaignFor(null, 'FORALL')
  const bought = [await buy(), await buy()]
  for (const { order } of bought) expect((await apply(order, code)).status).toBe(200)
})

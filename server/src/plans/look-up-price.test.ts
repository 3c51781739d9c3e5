import { FRACTIONAL_PRICE, plans, TIERED_PRICE } from '@hikmah/contract/plans'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { MAX_VISITS } from '../outside/stripe/provider.ts'
import { stripePrices } from '../payments/table.ts'

const { as, db, clock, call, price, fractionalPrice, tieredPrice, provider, control } = await startWithPayments({
  TRUSTED_PROXIES: '127.0.0.1',
})
const look = ({ id }: { id: string }) => call(plans.getStripePlan, { params: { priceId: id } })
let visitors = 0
/** Each time from another address. */
const visit = ({ id }: { id: string }) => {
  visitors += 1
  const headers = { 'x-forwarded-for': `203.0.113.${visitors}` }
  return call(plans.getStripePlan, { params: { priceId: id } }, { headers })
}

test('a price of the provider answers its amount, its currency and its rhythm', async () => {
  const yearly = await price('DEENWEB Standard', 34_800, 'year')
  expect((await look(yearly)).data).toEqual({
    id: yearly.id,
    amount: 34_800,
    currency: 'usd',
    interval: 'year',
    intervalCount: 1,
  })
})

test('a price that has no single amount is refused, and it is said why', async () => {
  const byTheMinute = await fractionalPrice('By the minute', '12.5')
  const byTheDozen = await tieredPrice('By the dozen')
  for (const [made, words] of [
    [byTheMinute, FRACTIONAL_PRICE],
    [byTheDozen, TIERED_PRICE],
  ] as const) {
    const { status, error } = await look(made)
    expect([status, error.code, error.fields]).toEqual([422, 'VALIDATION', { priceId: words }])
  }
})

test('a whole amount that is written with places is one', async () => {
  const written = await fractionalPrice('Written out', '3950.00')
  expect((await look(written)).data).toMatchObject({ amount: 3950 })
})

test('what is not there, or no longer sold, is not found', async () => {
  const once = await price('Sold once', 3900)
  await provider.prices.update(once.id, { active: false })
  for (const gone of [once, { id: 'price_1QmStdMo29' }]) expect((await look(gone)).status).toBe(404)
})

test('a price that is sold again is found a few seconds later', async () => {
  const again = await price('Sold again', 3900)
  await provider.prices.update(again.id, { active: false })
  expect([(await look(again)).status, (await look(again)).status]).toEqual([404, 404])
  await provider.prices.update(again.id, { active: true })
  clock.advance(5)
  expect((await look(again)).data).toMatchObject({ amount: 3900 })
})

test('many addresses that look up prices at once wait in a short line, which others are turned away from', async () => {
  await control('faults', { only: 'GET /v1/prices', delayMs: 3000, times: 1000 })
  const asked = Array.from({ length: MAX_VISITS + 1 }, (_, n) => visit({ id: `price_unknown${n}` }))
  expect(await Promise.race(asked)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    error: { code: 'UNAVAILABLE', message: 'Too many requests to the payment provider right now. Try again soon.' },
  })
  await control('faults', { clear: true })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array(MAX_VISITS).fill(404), 503])
})

test('however many look up the same price at once, the provider is asked for it once', async () => {
  const popular = await price('Popular', 4900)
  // What follows its event would take the first fault for itself.
  await soon(async () => expect(await db.$count(stripePrices, eq(stripePrices.id, popular.id))).toBe(1))
  await control('faults', { only: 'GET /v1/prices', delayMs: 1000, times: 1 })
  await control('faults', { only: 'GET /v1/prices', status: 500, times: 1000 })
  const replies = await Promise.all(Array.from({ length: 30 }, () => visit(popular)))
  await control('faults', { clear: true })
  expect(replies.map(({ data }) => data?.amount)).toEqual(Array(30).fill(4900))
})

test('those who are signed in are counted by the person, not by the office they share', async () => {
  const shared = await price('Shared', 2500)
  const [one, other] = [await as('admin'), await as('admin')]
  const ask = (who: typeof one) => who(plans.getStripePlan, { params: { priceId: shared.id } })
  for (let i = 0; i < 20; i++) expect((await ask(one)).status).toBe(200)
  expect((await ask(one)).status).toBe(429)
  expect((await ask(other)).status).toBe(200)
})

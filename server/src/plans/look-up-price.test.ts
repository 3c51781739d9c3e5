import { plans } from '@hikmah/contract/plans/endpoints'
import { FRACTIONAL_PRICE, TIERED_PRICE } from '@hikmah/contract/plans/words'
import { expect, test } from 'vitest'
import { startWithPayments } from '../../test/payments.ts'

const { call, price, fractionalPrice, tieredPrice, provider } = await startWithPayments()
const look = ({ id }: { id: string }) => call(plans.getStripePlan, { params: { priceId: id } })

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

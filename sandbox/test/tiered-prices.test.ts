import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const { stripe } = await startSandbox()

/** Ten for $10.00 each, up to fifty for $8.00 and $5.00 in all, the rest for half a cent more than $6.00. */
const tiers: Stripe.PriceCreateParams.Tier[] = [
  { up_to: 10, unit_amount: 1000 },
  { up_to: 50, unit_amount: 800, flat_amount: 500 },
  { up_to: 'inf', unit_amount_decimal: Stripe.Decimal.from('600.5') },
]
type Mode = Stripe.PriceCreateParams.TiersMode
const inTiers = (tiers_mode: Mode, more: object = {}) => ({
  billing_scheme: 'tiered' as const,
  tiers_mode,
  tiers,
  ...more,
})
const aTieredPlan = (mode: Mode) => aPlan(stripe, { unit_amount: undefined, ...inTiers(mode) })

test('a price in tiers has no single amount, and shows its tiers to those who ask', async () => {
  const { id, ...made } = await aTieredPlan('graduated')
  expect(made).toMatchObject({ billing_scheme: 'tiered', unit_amount: null, unit_amount_decimal: null })
  expect(made).not.toHaveProperty('tiers')
  const { tiers: asked } = await stripe.prices.retrieve(id, { expand: ['tiers'] })
  expect(asked).toMatchObject([
    { up_to: 10, unit_amount: 1000, flat_amount: null },
    { up_to: 50, unit_amount: 800, flat_amount: 500 },
    { up_to: null, unit_amount: null },
  ])
  expect(String(asked![2]!.unit_amount_decimal)).toBe('600.5')
})

test.each<[Mode, number, number]>([
  ['graduated', 10, 10_000],
  ['graduated', 12, 10_000 + 2 * 800 + 500],
  ['graduated', 51, 10_000 + 40 * 800 + 500 + 601],
  ['volume', 10, 10_000],
  ['volume', 12, 12 * 800 + 500],
  ['volume', 51, 30_626],
])('%s: %i cost what their tiers say', async (mode, quantity, total) => {
  const { id: price } = await aTieredPlan(mode)
  const customer = await aCustomer(stripe)
  const { items, latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price, quantity }],
    expand: ['latest_invoice'],
  })
  expect((latest_invoice as Stripe.Invoice).total).toBe(total)
  expect(items.data[0]!.price).toMatchObject({ billing_scheme: 'tiered', tiers_mode: mode })
  expect(items.data[0]!.price).not.toHaveProperty('tiers')
})

test.each<[string, object, string]>([
  ['without tiers', { tiers: undefined }, 'tiers'],
  ['without a mode', { tiers_mode: undefined }, 'tiers_mode'],
  ['with an amount beside them', { unit_amount: 100 }, 'unit_amount'],
  ['with an end', { tiers: tiers.slice(0, 2) }, 'tiers'],
  ['in disorder', { tiers: [tiers[1], tiers[0], tiers[2]] }, 'tiers'],
  ['with a tier without an amount', { tiers: [{ up_to: 'inf' }] }, 'tiers[0]'],
  ['that are not asked for', { billing_scheme: 'per_unit', unit_amount: 100 }, 'tiers'],
])('tiers %s are refused', async (_, more, param) => {
  const refused = aPlan(stripe, { unit_amount: undefined, ...inTiers('volume', more) })
  await expect(refused).rejects.toMatchObject({ statusCode: 400, param })
})

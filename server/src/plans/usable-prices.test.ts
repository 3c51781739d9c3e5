import { applications } from '@hikmah/contract/applications/endpoints'
import { integrations } from '@hikmah/contract/integrations/endpoints'
import { expect, test } from 'vitest'
import { catalogueOn } from '../../test/catalogue.ts'
import { startWithPayments } from '../../test/payments.ts'

const server = await catalogueOn(await startWithPayments())
const { admin, provider, control, price, tieredPrice, billing, plan, addApplication, addIntegration } = server
const UNKNOWN = 'price_1QmStdMo29'

const withPrice = (stripePlanId: string, dollars = 29) => [
  plan({ monthlyBilling: { ...billing('Monthly', dollars), stripePlanId } }),
]
const pricedBy = (stripePlanId: string) => ({
  pricing: {
    pricingType: 'Paid',
    monthlyBilling: { ...billing('Monthly', 29), stripePlanId },
    annuallyBilling: billing('Annually', 290),
  },
})

test('a price id that the provider does not sell is refused by its field, in a plan and in an integration', async () => {
  const once = await price('Sold once', 2900)
  await provider.prices.update(once.id, { active: false })
  const euros = await provider.prices.create({ currency: 'eur', unit_amount: 2900, product_data: { name: 'In euros' } })
  const refused = [
    [UNKNOWN, 'No such price'],
    [once.id, 'No such price'],
    [euros.id, 'This price is in EUR, and prices here are in US dollars'],
    [(await tieredPrice('By the dozen')).id, 'This price depends on the quantity, so it has no single amount'],
  ] as const
  const { _id } = (await addApplication()).data
  for (const [id, words] of refused) {
    const fields = (field: string) => [400, { [field]: `${id}: ${words}` }]
    const added = await addApplication({ plans: withPrice(id) })
    expect([added.status, added.error?.fields]).toEqual(fields('plans.0.monthlyBilling.stripePlanId'))
    const integrated = await addIntegration(_id, pricedBy(id))
    expect([integrated.status, integrated.error?.fields]).toEqual(fields('pricing.monthlyBilling.stripePlanId'))
  }
})

test('a price that is sold no more stays with its plan, and takes no other price', async () => {
  const sold = await price('Sold for now', 2900)
  const { data: application } = await addApplication({ plans: withPrice(sold.id) })
  const { data: integration } = await addIntegration(application._id, pricedBy(sold.id))
  await provider.prices.update(sold.id, { active: false })

  const save = (more: object) =>
    admin(applications.updateApplication, { params: { id: application._id }, body: { ...application, ...more } })
  expect((await save({ plans: withPrice(sold.id, 39) })).status).toBe(400)
  expect((await save({ shortDescription: 'Other words' })).status).toBe(200)

  const { pricing } = integration
  const saved = (more: object) =>
    admin(integrations.updateIntegration, { params: { id: integration._id }, body: { ...integration, ...more } })
  expect(
    (await saved({ pricing: { ...pricing, monthlyBilling: { ...billing('Monthly', 39), stripePlanId: sold.id } } }))
      .status,
  ).toBe(400)
  expect((await saved({ shortDescription: 'Other words' })).status).toBe(200)
})

test('while the provider does not answer, a price id is taken as it is', async () => {
  await control('faults', { only: 'GET /v1/prices', status: 500, times: 1000 })
  expect((await addApplication({ plans: withPrice(UNKNOWN) })).status).toBe(200)
  await control('faults', { clear: true })
})

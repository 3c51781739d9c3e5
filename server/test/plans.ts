import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import type { PlanMark } from '@hikmah/contract/organizations/words'
import { expect } from 'vitest'
import { catalogueOn } from './catalogue.ts'
import { soon, startWithPayments } from './payments.ts'

/** A server bound to a payment sandbox, with a catalogue of plans, and organizations that subscribe to them. */
export async function startWithPlans() {
  const server = await catalogueOn(await startWithPayments())
  const { as, given, provider, customerOf, addApplication, billing, plan } = server
  /** A session of its own each time: some of these tests let months go by. */
  const admin: typeof server.admin = async (...asked) => (await as('admin'))(...asked)

  const product = await provider.products.create({ name: 'Provider’s own name' })
  const priceOf = (unit_amount: number, interval: 'month' | 'year') =>
    provider.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } })
  const monthly = await priceOf(2900, 'month')
  const yearly = await priceOf(29_580, 'year')
  const premium = await priceOf(4900, 'month')

  const both = (month: [number, string], year: [number, string]) => ({
    monthlyBilling: { ...billing('Monthly', month[0]), stripePlanId: month[1] },
    annuallyBilling: { ...billing('Annually', year[0]), stripePlanId: year[1] },
  })
  const added = await addApplication({
    stripeProductId: product.id,
    plans: [
      plan({ id: 'standard-plan', name: 'Standard', ...both([29, monthly.id], [295.8, yearly.id]) }),
      plan({ id: 'premium-plan', name: 'Premium', ...both([49, premium.id], [0, '']) }),
    ],
    status: 'Available',
  })
  expect(added.status, added.text).toBe(200)

  /** An organization that has the Standard plan, by the month. */
  async function subscriber(more: object = {}, card?: string) {
    const organization = await given.organization()
    const customer = await customerOf(organization, card)
    const subscription = await provider.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      ...more,
    })
    await soon(async () => {
      expect((await plansOf(organization.id)).stripeData.length).toBe(subscription.items.data.length)
    })
    const [item] = subscription.items.data
    return { organization, subscription, id: subscription.id, itemId: item!.id }
  }

  const plansOf = async (orgId: string, who = admin, mark?: PlanMark) =>
    (await who(organizationPlans.getOrganizationPlan, { params: { orgId }, query: { mark } })).data
  const read = async (id: string, itemId: string) =>
    (await admin(organizationPlans.readOrganizationPlan, { params: { id, itemId } })).data

  return { ...server, admin, monthly, yearly, premium, both, added, subscriber, plansOf, read }
}

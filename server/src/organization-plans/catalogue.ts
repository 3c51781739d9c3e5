import type { PlanDetails, PlanRow } from '@hikmah/contract/organization-plans/endpoints'
import { eq, inArray } from 'drizzle-orm'
import { applications, preferredFirst, pricesOf } from '../applications/table.ts'
import { integrations, preferredFirst as meantFirstOfIntegrations } from '../integrations/table.ts'
import type { Db } from '../kit/db/db.ts'
import { mediaUrl } from '../media/queries.ts'
import { stripePrices, stripeProducts } from '../payments/table.ts'

/** The rows of our catalogue and the provider's that name what is billed. */
export async function readCatalogue(db: Db, productIds: string[]) {
  const products = await db.select().from(stripeProducts).where(inArray(stripeProducts.id, productIds))
  const prices = await db.select().from(stripePrices).where(eq(stripePrices.isActive, true))
  return {
    applications: await db
      .select()
      .from(applications)
      .orderBy(...preferredFirst),
    integrations: await db
      .select()
      .from(integrations)
      .orderBy(...meantFirstOfIntegrations),
    productNames: new Map(products.map(({ id, name }) => [id, name])),
    prices: new Map(prices.map((price) => [price.id, price])),
  }
}

export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>

type Choices = PlanDetails['choices']

interface Named {
  product: PlanRow['product']
  plan: string
  planType: string
  choices: Choices
}

type Billings = Record<'monthlyBilling' | 'annuallyBilling', { stripePlanId: string; priceCents: number }>

/**
 * Found by the linked product of the provider, or by the price; the first where several share one. Names are
 * never compared. What is no longer sold keeps its name, and offers nothing to change to.
 */
export function nameBilled(
  catalogue: Catalogue,
  { productId, priceId }: { productId: string; priceId: string },
): Named {
  const choicesFor = (planName: string, planCurrency: string, { monthlyBilling, annuallyBilling }: Billings) => {
    const billings = [
      { ...monthlyBilling, frequency: 'monthly' },
      { ...annuallyBilling, frequency: 'annually' },
    ]
    return billings.flatMap(({ stripePlanId, priceCents, frequency }): Choices => {
      if (!stripePlanId) return []
      const price = catalogue.prices.get(stripePlanId) ?? { unitAmount: priceCents, currency: planCurrency }
      return [{ priceId: stripePlanId, planName, frequency, amount: price.unitAmount, currency: price.currency }]
    })
  }
  const isMeant = (linked: string, prices: string[]) =>
    (linked !== '' && linked === productId) || prices.includes(priceId)

  const application = catalogue.applications.find((one) => isMeant(one.stripeProductId, one.plans.flatMap(pricesOf)))
  if (application) {
    const plan = application.plans.find((one) => pricesOf(one).includes(priceId))
    return {
      product: {
        kind: 'application',
        _id: application.id,
        name: application.name,
        displayName: application.displayName,
        status: application.status,
        pricingType: '',
        imageUrl: mediaUrl(application.iconMediaId),
      },
      plan: application.displayName,
      planType: plan?.name ?? catalogue.prices.get(priceId)?.nickname ?? '',
      choices: application.archivedAt
        ? []
        : application.plans
            .filter((one) => one.status !== 'Not Available' || one === plan)
            .flatMap((one) => choicesFor(one.name, application.currency, one)),
    }
  }
  const integration = catalogue.integrations.find(({ stripeProductId, pricing }) =>
    isMeant(stripeProductId, pricing.pricingType === 'Paid' ? pricesOf(pricing) : []),
  )
  if (integration) {
    const { pricing } = integration
    return {
      product: {
        kind: 'integration',
        // A deleted integration has no page.
        _id: integration.deletedAt ? null : integration.id,
        name: integration.name,
        displayName: integration.name,
        status: integration.status,
        pricingType: pricing.pricingType,
        imageUrl: mediaUrl(integration.imageMediaId),
      },
      plan: integration.name,
      planType: '',
      choices:
        pricing.pricingType === 'Paid' && !integration.deletedAt
          ? choicesFor(integration.name, integration.currency, pricing)
          : [],
    }
  }
  const name = catalogue.productNames.get(productId) ?? productId
  const unknown = { kind: 'other' as const, _id: null, status: '', pricingType: '', imageUrl: '' }
  return {
    product: { ...unknown, name, displayName: name },
    plan: name,
    planType: catalogue.prices.get(priceId)?.nickname ?? '',
    choices: [],
  }
}

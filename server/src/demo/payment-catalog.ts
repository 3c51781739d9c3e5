import { ApplicationUpdate } from '@hikmah/contract/applications'
import { IntegrationUpdate } from '@hikmah/contract/integrations'
import { asc, eq, isNull } from 'drizzle-orm'
import { readApplication } from '../applications/queries.ts'
import { updateApplication } from '../applications/routes.ts'
import { applications } from '../applications/table.ts'
import type { House } from '../house.ts'
import { readIntegration } from '../integrations/queries.ts'
import { updateIntegration } from '../integrations/routes.ts'
import { integrations } from '../integrations/table.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { organizations } from '../organizations/table.ts'

type Interval = 'month' | 'year'
type Billing = Record<'monthlyBilling' | 'annuallyBilling', { price: number }>

interface Offer {
  name: string
  prices: Record<Interval, string>
}
export interface Offers {
  plans: (Offer & { application: string })[]
  integrations: Offer[]
  players: { application: string; price: string }[]
}

/** Puts the demo catalog up for sale: products and prices at the provider, and their ids in our catalog. */
export async function offerCatalog(house: House, by: StaffActor): Promise<Offers> {
  const offers: Offers = { plans: [], integrations: [], players: [] }
  const addProduct = (name: string) => house.stripe.ask('work', (sdk) => sdk.products.create({ name }))
  const addPrice = async (product: string, nickname: string, dollars: number, interval?: Interval) => {
    const unit_amount = Math.round(dollars * 100)
    const price = { product, nickname, currency: 'usd', unit_amount, ...(interval && { recurring: { interval } }) }
    return (await house.stripe.ask('work', (sdk) => sdk.prices.create(price))).id
  }
  const addPrices = async (product: string, nickname: string, { monthlyBilling, annuallyBilling }: Billing) => ({
    month: await addPrice(product, nickname, monthlyBilling.price, 'month'),
    year: await addPrice(product, nickname, annuallyBilling.price, 'year'),
  })

  const onSale = await house.db
    .select({ id: applications.id })
    .from(applications)
    .where(isNull(applications.archivedAt))
  for (const { id } of onSale) {
    const application = await readApplication(house.db, id)
    const product = await addProduct(application.displayName)
    for (const plan of application.plans) {
      const { name, monthlyBilling, annuallyBilling } = plan
      if (monthlyBilling.price === 0) continue
      const prices = await addPrices(product.id, name, plan)
      monthlyBilling.stripePlanId = prices.month
      annuallyBilling.stripePlanId = prices.year
      offers.plans.push({ application: application.name, name, prices })
    }
    for (const { name, price } of application.hardware) {
      const player = await addProduct(name)
      offers.players.push({ application: application.name, price: await addPrice(player.id, '', price) })
    }
    const draft = ApplicationUpdate.parse({ ...application, stripeProductId: product.id })
    await updateApplication(house, by, id, draft)
  }

  const paid = await house.db
    .select({ id: integrations.id })
    .from(integrations)
    .where(eq(integrations.status, 'Available'))
  for (const { id } of paid) {
    const integration = await readIntegration(house.db, id)
    const { pricing } = integration
    if (pricing.pricingType !== 'Paid') continue
    const product = await addProduct(integration.name)
    const { monthlyBilling, annuallyBilling } = pricing
    const prices = await addPrices(product.id, 'Integration', pricing)
    const draft = IntegrationUpdate.parse({
      ...integration,
      stripeProductId: product.id,
      pricing: {
        ...pricing,
        monthlyBilling: { ...monthlyBilling, stripePlanId: prices.month },
        annuallyBilling: { ...annuallyBilling, stripePlanId: prices.year },
      },
    })
    await updateIntegration(house, by, id, draft)
    offers.integrations.push({ name: integration.name, prices })
  }
  return offers
}

/** Each tax id makes the sandbox end the check in another way (sandbox/README.md). Without one, it is still to be given. */
const TAX_IDS = ['000000000', '000000000', '222222222', '111111111', undefined]

/** Connects the oldest organizations, one in each state of verification; the others have no account yet. */
export async function connectAccounts({ db, stripe, clock }: House): Promise<void> {
  const oldest = await db
    .select({ id: organizations.id, name: organizations.name, email: organizations.email })
    .from(organizations)
    .where(eq(organizations.status, 'approved'))
    .orderBy(asc(organizations.createdAt))
    .limit(TAX_IDS.length)
  for (const [n, { id, name, email }] of oldest.entries()) {
    const tax_id = TAX_IDS[n]
    await stripe.ask('work', (sdk) =>
      sdk.accounts.create({
        type: 'custom',
        country: 'US',
        business_type: 'non_profit',
        email,
        metadata: { orgId: id },
        company: { name, ...(tax_id && { tax_id }) },
        external_account: { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789' },
        tos_acceptance: { date: Math.floor(clock.now().getTime() / 1000), ip: '127.0.0.1' },
      }),
    )
  }
}

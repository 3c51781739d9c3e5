import type { Application } from '@hikmah/contract/applications/schemas'
import type { Integration } from '@hikmah/contract/integrations'
import { isCustomPlan, NEW_DAYS, type ProductStatus } from '@hikmah/contract/plans'
import { dollarsAndCents } from '../kit/format/money.ts'
import { plural } from '../kit/format/texts.ts'

/** An application or an integration, as far as a row of its list shows it. */
export interface ProductRow {
  _id: string
  name: string
  about: string
  logo: string
  features: number
  /** `Off`, or the number of players; integrations have none. */
  hardware: string
  price: string
  /** The text below the price. */
  priceNote: string
  status: ProductStatus
  statusSince: string
  isArchived: boolean
}

const dollars = (price: number) => dollarsAndCents(price * 100)
const aMonth = (price: number) => `${dollars(price)} /mo`

export const rowOfApplication = (application: Application): ProductRow => ({
  ...common(application),
  name: application.displayName,
  logo: application.iconMetaData.iconUrl || application.imageMetaData.imageUrl,
  hardware: application.showHardware ? plural(application.hardware.length, 'player') : 'Off',
  price: pricesOf(application.plans),
  priceNote: plural(application.plans.length, 'plan'),
  isArchived: application.archivedAt !== null,
})

export const rowOfIntegration = (integration: Integration): ProductRow => ({
  ...common(integration),
  name: integration.name,
  logo: integration.imageMetaData.imageUrl,
  hardware: '',
  price: integration.pricing.pricingType === 'Free' ? 'Free' : aMonth(integration.pricing.monthlyBilling.price),
  priceNote:
    integration.pricing.pricingType === 'Free' ? '' : `${dollars(integration.pricing.annuallyBilling.price)} /yr`,
  isArchived: false,
})

const common = ({ _id, shortDescription, features, status, statusSince }: Application | Integration) => ({
  _id,
  about: shortDescription,
  features: features.length,
  status,
  statusSince,
})

/** From the lowest to the highest of the available plans. The price of a custom plan is by agreement. */
function pricesOf(plans: Application['plans']): string {
  const prices = plans
    .filter((plan) => plan.status !== 'Not Available' && !isCustomPlan(plan))
    .map(({ monthlyBilling }) => monthlyBilling.price)
  if (prices.length === 0) return 'On request'
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return low === high ? aMonth(low) : `${dollars(low)} to ${aMonth(high)}`
}

const DAY = 86_400_000

/** How many whole days a product has had its status. */
export const daysSince = (since: string, now = Date.now()) =>
  Math.max(0, Math.floor((now - new Date(since).getTime()) / DAY))

/** The last day on which a product counts as new. */
export const newUntil = (since: string) => new Date(since).getTime() + NEW_DAYS * DAY

/** It has been New for longer than allowed. */
export const isPastNew = ({ status, statusSince }: Pick<ProductRow, 'status' | 'statusSince'>) =>
  status === 'New' && daysSince(statusSince) >= NEW_DAYS

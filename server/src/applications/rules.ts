import { isDeepStrictEqual } from 'node:util'
import { type Application, type ApplicationDraft, MAY_NOT_PRICE, MAY_NOT_SELL } from '@hikmah/contract/applications'
import { changesAvailability, defaultPlans } from '@hikmah/contract/plans'

type Shown = Pick<Application, keyof ApplicationDraft>

/** A new application is compared with this. */
const nothing = {
  stripeProductId: '',
  features: [],
  plans: defaultPlans.map(({ id, name }) => ({
    id,
    name,
    status: 'Available' as const,
    monthlyBilling: { stripePlanId: '', price: 0, billingPeriod: 'Monthly' as const, discountPercentage: 0 as const },
    annuallyBilling: { stripePlanId: '', price: 0, billingPeriod: 'Annually' as const, discountPercentage: 0 as const },
    features: [],
  })),
  hardware: [],
  showHardware: false,
  status: undefined,
}

/** The first changed field that takes the right to set prices: provider id, plans, prices, and a status to or from Available. */
export function pricedChange(
  before: Shown | undefined,
  after: ApplicationDraft,
): { field: string; reason: string } | undefined {
  const was = before ?? nothing
  const priced = (field: string) => ({ field, reason: MAY_NOT_PRICE })
  if (was.stripeProductId !== after.stripeProductId) return priced('stripeProductId')
  if (!isDeepStrictEqual(was.plans, after.plans)) return priced(planField(was.plans, after.plans))
  const feature = pricedFeature(was.features, after.features)
  if (feature) return priced(feature)
  if (!isDeepStrictEqual(was.hardware.map(priceOf), after.hardware.map(priceOf))) {
    const i = after.hardware.findIndex(
      (item, at) => !isDeepStrictEqual(priceOf(item), was.hardware[at] && priceOf(was.hardware[at])),
    )
    return priced(i < 0 ? 'hardware' : `hardware.${i}.price`)
  }
  if (changesAvailability(was.status, after.status)) return { field: 'status', reason: MAY_NOT_SELL }
  return undefined
}

function planField(was: readonly unknown[], plans: readonly unknown[]) {
  const i = plans.findIndex((plan, at) => !isDeepStrictEqual(plan, was[at]))
  return i < 0 ? 'plans' : `plans.${i}`
}

/** The name counts too: it is chosen from a list, so another name is another device for the price. */
const priceOf = ({ name, price, setupCost, billingPeriod }: Shown['hardware'][number]) => ({
  name,
  price,
  setupCost,
  billingPeriod,
})

interface PricedFeature {
  title: string
  featureType: string
  price: number
}

/**
 * A feature is known again by its title, each of those that share one; a new title takes the place of one that is gone
 * and had this price, or is Free.
 */
function pricedFeature(was: readonly PricedFeature[], features: readonly PricedFeature[]): string | undefined {
  const gone = [...was]
  const take = (isIt: (one: PricedFeature) => boolean) => {
    const at = gone.findIndex(isIt)
    return at >= 0 && gone.splice(at, 1)
  }
  const isPricedAs = (one: PricedFeature) => (other: PricedFeature) =>
    one.price === other.price && one.featureType === other.featureType
  const isSame = (one: PricedFeature) => (other: PricedFeature) => one.title === other.title && isPricedAs(one)(other)
  const others = features.filter((feature) => !take(isSame(feature)))
  const changed = others.find(
    (feature) => gone.some(({ title }) => title === feature.title) || (!take(isPricedAs(feature)) && feature.price > 0),
  )
  if (changed) return `features.${features.indexOf(changed)}.price`
  return gone.some(({ price }) => price > 0) ? 'features' : undefined
}

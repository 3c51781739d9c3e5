import { isDeepStrictEqual } from 'node:util'
import type { Application, ApplicationDraft } from '@hikmah/contract/applications/schemas'
import { changesAvailability, defaultPlans } from '@hikmah/contract/plans'

type Shown = Pick<Application, keyof ApplicationDraft>

/** What an application is compared with that is not there yet. */
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

/**
 * The first changed field that takes more than the right to edit the texts: provider id, plans, prices, and the status
 * to or from Available. Undefined if there is none.
 */
export function pricedChange(
  before: Shown | undefined,
  after: ApplicationDraft,
): { field: string; what: string } | undefined {
  const was = before ?? nothing
  if (was.stripeProductId !== after.stripeProductId) return { field: 'stripeProductId', what: 'a provider id' }
  if (!isDeepStrictEqual(was.plans, after.plans)) return { field: planField(was.plans, after.plans), what: 'the plans' }
  const feature = pricedFeature(was.features, after.features)
  if (feature) return { field: feature, what: 'a price' }
  if (!isDeepStrictEqual(was.hardware.map(priceOf), after.hardware.map(priceOf))) {
    const i = after.hardware.findIndex(
      (item, at) => !isDeepStrictEqual(priceOf(item), was.hardware[at] && priceOf(was.hardware[at])),
    )
    return { field: i < 0 ? 'hardware' : `hardware.${i}.price`, what: 'a price' }
  }
  if (changesAvailability(was.status, after.status)) return { field: 'status', what: 'the status to or from Available' }
  return undefined
}

function planField(was: readonly unknown[], plans: readonly unknown[]) {
  const i = plans.findIndex((plan, at) => !isDeepStrictEqual(plan, was[at]))
  return i < 0 ? 'plans' : `plans.${i}`
}

/** Of hardware the name too: it is one of a list, so that another name is another device for the price. */
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

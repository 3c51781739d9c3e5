import { perMonthOf } from '../money.ts'

/** X3: one list of statuses. Applications are taken off with Not Available, integrations with Hidden. */
export const productStatuses = ['Available', 'Coming Soon', 'New', 'Not Available', 'Hidden'] as const
export const applicationStatuses = ['Available', 'Coming Soon', 'New', 'Not Available'] as const
export const integrationStatuses = ['Available', 'Coming Soon', 'New', 'Hidden'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** A product counts as new for two to three weeks; after this many days it should be made Available. */
export const NEW_DAYS = 21

export const featureTypes = ['Free', 'Paid'] as const
export const planFeatureTypes = ['Add-on', 'Included'] as const
export const billingPeriods = ['Monthly', 'Annually'] as const
export const discounts = [0, 5, 10, 15, 20, 25] as const

export const MAX_FEATURE_TITLE = 50
export const MAX_FEATURE_DESCRIPTION = 175
export const MAX_SHORT_DESCRIPTION = 100
export const MAX_LONG_DESCRIPTION = 500
/** Features, plans and hardware of one product, each. */
export const MAX_PARTS = 200

export const WHOLE_PRICE = 'A whole number of US dollars'
export const PRICE_ABOVE_ZERO = 'Enter a price above 0'
export const SETUP_COST_ABOVE_ZERO = 'Enter a cost above 0, or leave it empty'
export const PRICE_WITH_CENTS = 'US dollars with at most two decimals'
export const MAX_PRICE = 999_999

/** The plans an application begins with (third seed, section 3). */
export const defaultPlans = [
  { id: 'free-plan', name: 'Free' },
  { id: 'standard-plan', name: 'Standard' },
  { id: 'premium-plan', name: 'Premium' },
  { id: 'custom-plan', name: 'Custom' },
] as const

interface Priced {
  price: number
}

/** As much of a plan as decides whether it may be saved. */
export interface SavedPlan {
  id: string
  name: string
  status: string
  monthlyBilling: Priced
  annuallyBilling: Priced
  features: readonly unknown[]
}

/**
 * What keeps the form of a plan from being saved, if so (CAT-16). Every plan has a name; beside that one that is Not
 * Available and a Custom one always may be saved, Free asks for a feature, any other for both prices.
 */
export function planProblem({ id, name, status, monthlyBilling, annuallyBilling, features }: SavedPlan) {
  if (name.trim() === '') return 'Enter a name'
  if (status === 'Not Available' || isCustomPlan({ id, name })) return undefined
  if (isFreePlan({ id, name })) return features.length > 0 ? undefined : 'A Free plan needs at least one feature'
  if (!(monthlyBilling.price > 0)) return 'Needs a monthly price above 0, or the status Not Available'
  if (!(annuallyBilling.price > 0)) return 'Needs an annual price above 0, or the status Not Available'
  return undefined
}

const isKind = (kind: string, { id, name }: { id: string; name: string }) =>
  id === `${kind}-plan` || name.trim().toLowerCase() === kind
export const isFreePlan = (plan: { id: string; name: string }) => isKind('free', plan)
export const isCustomPlan = (plan: { id: string; name: string }) => isKind('custom', plan)

/** The year's price a month, in dollars with two decimals. */
export const perMonth = (annualPrice: number) => (perMonthOf(Math.round(annualPrice * 100)) / 100).toFixed(2)

interface ShownBilling extends Priced {
  stripePlanId: string
  discountPercentage: number
}

/** As the audit trail says it: `$29.00 price_1QmStdMo29, 15% off`. */
export const billingWords = ({ price, stripePlanId, discountPercentage }: ShownBilling) =>
  [`$${price.toFixed(2)}`, stripePlanId].filter(Boolean).join(' ') +
  (discountPercentage > 0 ? `, ${discountPercentage}% off` : '')

/** Whether a status is changed to or from Available, which puts something on sale or takes it off. */
export const changesAvailability = (before: string | undefined, after: string) =>
  before !== after && (before === 'Available' || after === 'Available')

/** A price id of the payment provider: `price_` or `plan_` and letters and digits. */
export const PRICE_ID = /^(price|plan)_[A-Za-z0-9]{6,64}$/
export const PRICE_ID_INVALID = 'Enter a price id like price_1QmStdMo29'
export const TIERED_PRICE = 'This price depends on the quantity, so it has no single amount'
export const FRACTIONAL_PRICE =
  'This price has no whole amount of cents: it has fractions of a cent, or the customer chooses it'

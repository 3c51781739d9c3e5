import { z } from 'zod'
import { LongText, PatternText, RequiredText, Text } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { PRICE_ABOVE_ZERO, perMonthOf } from './money.ts'
import { PROVIDER_AWAY } from './payments.ts'

/** X3: one list of statuses. Applications are taken off with Not Available, integrations with Hidden. */
export const productStatuses = ['Available', 'Coming Soon', 'New', 'Not Available', 'Hidden'] as const
export const applicationStatuses = ['Available', 'Coming Soon', 'New', 'Not Available'] as const
export const integrationStatuses = ['Available', 'Coming Soon', 'New', 'Hidden'] as const
export type ProductStatus = (typeof productStatuses)[number]
export const productStatusTones = {
  Available: 'success',
  New: 'success',
  'Coming Soon': 'discontinued',
  'Not Available': 'failed',
  Hidden: 'failed',
} as const satisfies Record<ProductStatus, string>

export const isTakenOff = (status: ProductStatus) => status === 'Not Available' || status === 'Hidden'

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
export const MAX_PARTS = 200

export const WHOLE_PRICE = 'A whole number of US dollars'
export const SETUP_COST_ABOVE_ZERO = 'Enter a cost above 0, or leave it empty'
export const PRICE_WITH_CENTS = 'US dollars with at most two decimals'
export const PRICE_BELOW_ZERO = 'Enter a price of 0 or more'
export const MAX_PRICE = 999_999
/** Of a price with cents, in dollars. */
const MAX_DOLLARS = 999_999.99
export const MAX_PRICE_CENTS = 99_999_999
export const PRICE_TOO_HIGH = 'At most $999,999.99'
export const NO_PLANS = 'No Plans added'
export const PROVIDER_PRODUCT_ID = 'Stripe product ID'
export const PROVIDER_ID_INVALID = 'Letters, digits, - and _ only'
export const NOT_A_NUMBER = 'Enter a number'
export const ZERO_OR_MORE = 'Enter 0 or more'
export const AT_MOST_100 = 'At most 100'

/** The plans an application begins with (third seed, section 3). */
export const defaultPlans = [
  { id: 'free-plan', name: 'Free' },
  { id: 'standard-plan', name: 'Standard' },
  { id: 'premium-plan', name: 'Premium' },
  { id: 'custom-plan', name: 'Custom' },
] as const

/**
 * What keeps the form of a plan from being saved, if so (CAT-16). Every plan has a name; beside that one that is Not
 * Available and a Custom one always may be saved, Free asks for a feature, any other for both prices.
 */
export function planProblem({ id, name, status, monthlyBilling, annuallyBilling, features }: Plan) {
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

type ShownBilling = Record<'price' | 'discountPercentage', number> & { stripePlanId: string }

/** As the audit trail says it: `$29.00 price_1QmStdMo29, 15% off`. */
export const billingWords = ({ price, stripePlanId, discountPercentage }: ShownBilling) =>
  [`$${price.toFixed(2)}`, stripePlanId].filter(Boolean).join(' ') +
  (discountPercentage > 0 ? `, ${discountPercentage}% off` : '')

export const changesAvailability = (before: string | undefined, after: string) =>
  before !== after && (before === 'Available' || after === 'Available')

/** A price id of the payment provider: `price_` or `plan_` and letters and digits. */
export const PRICE_ID = /^(price|plan)_[A-Za-z0-9]{6,64}$/
export const PRICE_ID_INVALID = 'Enter a price id like price_1QmStdMo29'
export const TIERED_PRICE = 'This price depends on the quantity, so it has no single amount'
export const FRACTIONAL_PRICE =
  'This price has no whole amount of cents: it has fractions of a cent, or the customer chooses it'

const wholeDollars = (least: 0 | 1, tooLow: string) =>
  z.number({ error: WHOLE_PRICE }).int(WHOLE_PRICE).min(least, tooLow).max(MAX_PRICE, `At most ${MAX_PRICE}`)

export const WholeDollars = wholeDollars(0, PRICE_ABOVE_ZERO)
export const HardwarePrice = wholeDollars(1, PRICE_ABOVE_ZERO)
export const SetupCost = wholeDollars(1, SETUP_COST_ABOVE_ZERO)

/**
 * US dollars with at most two decimals, 0 or more. What stands for it in cents is exact: the number is read as it is
 * written, so that 0.1 + 0.2, which is more than 0.3, is refused.
 */
export const Dollars = z
  .number({ error: PRICE_WITH_CENTS })
  .min(0, PRICE_BELOW_ZERO)
  .max(MAX_DOLLARS, PRICE_TOO_HIGH)
  .refine((price) => /^\d+(\.\d{1,2})?$/.test(String(price)), PRICE_WITH_CENTS)

/** A part without a place gets the one it was sent in. */
export const withOrder = <T extends { order?: number | undefined }>(parts: T[]) =>
  parts.map((part, i) => ({ ...part, order: part.order ?? i + 100 }))

export const ProviderId = Text(100).refine((id) => /^[\w-]*$/.test(id), PROVIDER_ID_INVALID)

const PlanPriceId = Text(100).refine((id) => id === '' || PRICE_ID.test(id), PRICE_ID_INVALID)

function billingWith<Discount extends z.ZodType>(discountPercentage: Discount) {
  const billing = (period: (typeof billingPeriods)[number]) =>
    z.object({
      stripePlanId: PlanPriceId.optional().default(''),
      price: Dollars,
      billingPeriod: z.literal(period).optional().default(period),
      discountPercentage,
    })
  return { monthlyBilling: billing('Monthly'), annuallyBilling: billing('Annually') }
}

const planDiscount = z.literal([...discounts], { error: `One of ${discounts.join(', ')}` })

export const IntegrationBilling = billingWith(
  z.number(NOT_A_NUMBER).min(0, ZERO_OR_MORE).max(100, AT_MOST_100).optional().default(0),
)

const PlanFeature = z.object({
  title: RequiredText(MAX_FEATURE_TITLE),
  description: LongText(MAX_FEATURE_DESCRIPTION).optional().default(''),
  featureType: z.enum(planFeatureTypes),
})

export const Plan = z.object({
  /** Its name for clients and orders; never two of one application. */
  id: RequiredText(60).refine((id) => /^[\w-]+$/.test(id), PROVIDER_ID_INVALID),
  name: RequiredText(50),
  status: z.enum(applicationStatuses),
  ...billingWith(planDiscount.optional().default(0)),
  features: z.array(PlanFeature).max(MAX_PARTS, `At most ${MAX_PARTS}`).optional().default([]),
})
export type Plan = z.output<typeof Plan>

export const plans = describeEndpoints('Plans', {
  /** X8. */
  getStripePlan: {
    call: 'GET /stripe/getStripePlan/:priceId',
    summary: 'Look up a price of the payment provider',
    description:
      'At most 20 a minute for each person who sends a token, and from one address without. A price is kept for five minutes, a refusal for five seconds.',
    refusals: {
      404: 'NOT_FOUND: there is no such price, or it is not active',
      422: 'VALIDATION: the price has no single whole amount',
      429: 'RATE_LIMITED: too many look-ups',
      502: PROVIDER_AWAY,
      503: 'UNAVAILABLE: the payment provider is not configured, or gets too many requests right now',
    },
    allow: 'public',
    params: z.object({ priceId: PatternText(100, PRICE_ID, PRICE_ID_INVALID) }),
    /** `amount` in minor units of `currency`; `interval` such as `month`, null for a price that is paid once. */
    response: z.object({
      id: z.string(),
      amount: z.int(),
      currency: z.string(),
      interval: z.string().nullable(),
      intervalCount: z.int().nullable(),
    }),
  },
})

import { z } from 'zod'
import { LongText, RequiredText, Text } from '../common.ts'
import {
  applicationStatuses,
  type billingPeriods,
  discounts,
  MAX_FEATURE_DESCRIPTION,
  MAX_FEATURE_TITLE,
  MAX_PARTS,
  MAX_PRICE,
  PRICE_ABOVE_ZERO,
  PRICE_ID,
  PRICE_ID_INVALID,
  PRICE_WITH_CENTS,
  planFeatureTypes,
  SETUP_COST_ABOVE_ZERO,
  WHOLE_PRICE,
} from './words.ts'

const wholeDollars = (least: 0 | 1, tooLow: string) =>
  z.number({ error: WHOLE_PRICE }).int(WHOLE_PRICE).min(least, tooLow).max(MAX_PRICE, `At most ${MAX_PRICE}`)

/** Whole US dollars, 0 or more. */
export const WholeDollars = wholeDollars(0, PRICE_ABOVE_ZERO)
export const HardwarePrice = wholeDollars(1, PRICE_ABOVE_ZERO)
export const SetupCost = wholeDollars(1, SETUP_COST_ABOVE_ZERO)

/**
 * US dollars with at most two decimals, 0 or more. What stands for it in cents is exact: the number is read as it is
 * written, so that 0.1 + 0.2, which is more than 0.3, is refused.
 */
export const Dollars = z
  .number({ error: PRICE_WITH_CENTS })
  .min(0, 'Enter a price of 0 or more')
  .max(MAX_PRICE, `At most ${MAX_PRICE}`)
  .refine((price) => /^\d+(\.\d{1,2})?$/.test(String(price)), PRICE_WITH_CENTS)

/** Empty, or an id of the payment provider. */
export const ProviderId = Text(100).refine((id) => /^[\w-]*$/.test(id), 'Letters, digits, - and _ only')

const PlanPriceId = Text(100).refine((id) => id === '' || PRICE_ID.test(id), PRICE_ID_INVALID)

/** A price for one period, or for the other. */
const billing = <Discount extends z.ZodType>(discountPercentage: Discount) => ({
  of: (period: (typeof billingPeriods)[number]) =>
    z.object({
      stripePlanId: PlanPriceId.optional().default(''),
      price: Dollars,
      billingPeriod: z.literal(period).optional().default(period),
      discountPercentage,
    }),
})

const planBilling = billing(
  z
    .literal([...discounts], { error: `One of ${discounts.join(', ')}` })
    .optional()
    .default(0),
)

/** Of an integration, whose discount is any. */
const anyBilling = billing(
  z.number('Enter a number').min(0, 'Enter 0 or more').max(100, 'At most 100').optional().default(0),
)

export const IntegrationBilling = { monthly: anyBilling.of('Monthly'), annually: anyBilling.of('Annually') }

const PlanFeature = z.object({
  title: RequiredText(MAX_FEATURE_TITLE),
  description: LongText(MAX_FEATURE_DESCRIPTION).optional().default(''),
  featureType: z.enum(planFeatureTypes),
})

export const Plan = z.object({
  /** Its name for clients and orders; never two of one application. */
  id: RequiredText(60).refine((id) => /^[\w-]+$/.test(id), 'Letters, digits, - and _ only'),
  name: RequiredText(50),
  status: z.enum(applicationStatuses),
  monthlyBilling: planBilling.of('Monthly'),
  annuallyBilling: planBilling.of('Annually'),
  features: z.array(PlanFeature).max(MAX_PARTS, `At most ${MAX_PARTS}`).optional().default([]),
})
export type Plan = z.output<typeof Plan>

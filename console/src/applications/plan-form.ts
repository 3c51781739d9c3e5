import { Dollars, type discounts, MAX_FEATURE_TITLE, type Plan, type planFeatureTypes } from '@hikmah/contract/plans'
import { priceIdProblem } from '../plans/PriceIdField.tsx'
import {
  amountProblem,
  type BillingValues,
  billingValues,
  sentBilling,
  textProblem,
} from '../products/product-fields.tsx'
import type { Feature, Status } from './application-form.ts'

export type PlanFeatureType = (typeof planFeatureTypes)[number]
export const MAX_PLAN_NAME = MAX_FEATURE_TITLE

export interface PlanValues {
  name: string
  status: Status
  monthly: BillingValues
  annual: BillingValues
  /** By title. */
  features: Record<string, PlanFeatureType>
}

export const planValues = (plan: Plan): PlanValues => ({
  name: plan.name,
  status: plan.status,
  monthly: billingValues(plan.monthlyBilling),
  annual: billingValues(plan.annuallyBilling),
  features: Object.fromEntries(plan.features.map(({ title, featureType }) => [title, featureType])),
})

const planBilling = (values: BillingValues) => {
  const billing = sentBilling(values)
  // The choices of the field are these.
  return { ...billing, discountPercentage: billing.discountPercentage as (typeof discounts)[number] }
}

export type Offered = Pick<Feature, 'title' | 'description'> & { isGone?: boolean }

/** What a plan may have: the features of the application in their order, then those that it alone still names. */
export const featuresFor = (plan: Plan, features: readonly Feature[]): Offered[] => [
  ...features,
  ...plan.features
    .filter(({ title }) => !features.some((one) => one.title === title))
    .map((gone) => ({ ...gone, isGone: true })),
]

export const toPlan = (values: PlanValues, id: string, features: readonly Offered[]): Plan => ({
  id,
  name: values.name.trim(),
  status: values.status,
  monthlyBilling: { ...planBilling(values.monthly), billingPeriod: 'Monthly' },
  annuallyBilling: { ...planBilling(values.annual), billingPeriod: 'Annually' },
  features: features.flatMap(({ title, description }) => {
    const featureType = values.features[title]
    return featureType ? [{ title, description, featureType }] : []
  }),
})

/** Empty means 0. Whether the plan may cost that is the rule of the whole plan. */
const price = (typed: string) => (typed.trim() === '' ? undefined : amountProblem(typed, Dollars))
const billing = { price, stripePlanId: priceIdProblem }

export const planRules = {
  name: (name: string) => textProblem(name, MAX_PLAN_NAME),
  monthly: billing,
  annual: billing,
}

/** `gold-plan` for Gold, and a number where another plan has that id. */
export function newPlanId(name: string, taken: readonly string[]): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  const id = [slug, 'plan'].filter(Boolean).join('-')
  if (!taken.includes(id)) return id
  let number = 2
  while (taken.includes(`${id}-${number}`)) number += 1
  return `${id}-${number}`
}

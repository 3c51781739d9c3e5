import type { PlanRow } from '@hikmah/contract/organization-plans/schemas'

/** DEENWEB Standard. */
export const planName = ({ subscription_plan, subscription_plan_type }: PlanRow) =>
  [subscription_plan, subscription_plan_type].filter(Boolean).join(' ')

const kinds = { application: 'Application', integration: 'Integration', other: '' }

/** The type of product: an application, or an integration that is Free or Paid. */
export const productType = ({ kind, pricingType }: PlanRow['product']) =>
  [kinds[kind], pricingType].filter(Boolean).join(', ')

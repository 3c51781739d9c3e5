import { formatMoney } from '@hikmah/contract/money'
import type { PlanRow } from '@hikmah/contract/organization-plans/schemas'

/** DEENWEB Standard. */
export const planName = ({ subscription_plan, subscription_plan_type }: PlanRow) =>
  [subscription_plan, subscription_plan_type].filter(Boolean).join(' ')

export const frequencyText = (frequency: string) => frequency.charAt(0).toUpperCase() + frequency.slice(1)

const per: Record<string, string> = { monthly: '/mo', annually: '/yr' }

interface Priced {
  amount: number | null
  currency: string
  frequency: string
}

/** $29/mo, $12.50/mo. */
export const priceText = ({ amount, currency, frequency }: Priced) =>
  formatMoney(amount, currency, { isShort: true }) + (amount === null ? '' : (per[frequency] ?? ` ${frequency}`))

const kinds = { application: 'Application', integration: 'Integration', other: '' }

/** What the product is: an application, or an integration that is Free or Paid. */
export const productType = ({ kind, pricingType }: PlanRow['product']) =>
  [kinds[kind], pricingType].filter(Boolean).join(', ')

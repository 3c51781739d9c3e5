import { formatMoney } from '../money.ts'
import type { Campaign } from './schemas.ts'

type Coupon = Campaign['coupon']

/** Of the code or of its coupon, whichever is lower; null for any number. */
export function redemptionLimit({ max_redemptions, coupon }: Campaign): number | null {
  const limits = [max_redemptions, coupon.max_redemptions].filter((limit) => limit !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** 3/10, 3/unlimited. */
export const redemptionsText = (campaign: Campaign) =>
  `${campaign.times_redeemed}/${redemptionLimit(campaign) ?? 'unlimited'}`

export const discountType = ({ percent_off }: Coupon) => (percent_off === null ? 'Fixed amount' : 'Percentage')

/** 25.5%, or $5.00. */
export const valueText = ({ percent_off, amount_off, currency }: Coupon) =>
  percent_off === null ? formatMoney(amount_off, currency ?? 'usd') : `${percent_off}%`

/** The provider may know more of them than we do. */
export function durationText({ duration, duration_in_months: months }: Coupon): string {
  if (duration === 'once') return 'Once'
  if (duration === 'forever') return 'Forever'
  if (duration === 'repeating' && months !== null) return months === 1 ? '1 month' : `${months} months`
  return duration
}

export const appliesText = ({ applies_to }: Coupon) =>
  applies_to.length === 0 ? 'All products' : applies_to.map(({ id, name }) => name || id).join(', ')

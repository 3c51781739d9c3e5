import type Stripe from 'stripe'
import { idOf } from '../outside/stripe/ids.ts'
import { couponOf } from '../outside/stripe/promotion-codes.ts'

/** Times at the provider are in epoch seconds. */
const momentOf = (seconds: number) => new Date(seconds * 1000)

export const codeColumns = (code: Stripe.PromotionCode, fetchedAt: Date) => ({
  promoId: code.id,
  code: code.code,
  isActive: code.active,
  timesRedeemed: code.times_redeemed,
  maxRedemptions: code.max_redemptions,
  issuedAt: momentOf(code.created),
  firstTimeOnly: code.restrictions.first_time_transaction,
  minimumAmount: code.restrictions.minimum_amount,
  minimumCurrency: code.restrictions.minimum_amount_currency,
  customerId: idOf(code.customer),
  fetchedAt,
})

/** Nothing when the coupon was deleted, so that what was known of it stays. */
export function couponColumns(code: Stripe.PromotionCode) {
  const coupon = couponOf(code)
  if (!coupon) return undefined
  const ends = [code.expires_at, coupon.redeem_by].filter((end) => typeof end === 'number')
  return {
    expiresAt: ends.length > 0 ? momentOf(Math.min(...ends)) : null,
    couponId: coupon.id,
    couponName: coupon.name ?? '',
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    duration: coupon.duration as string,
    durationInMonths: coupon.duration_in_months,
    couponTimesRedeemed: coupon.times_redeemed,
    couponMaxRedemptions: coupon.max_redemptions,
    productIds: coupon.applies_to?.products ?? [],
  }
}

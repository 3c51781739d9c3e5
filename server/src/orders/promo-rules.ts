import { formatMoney } from '@hikmah/contract/money'
import type Stripe from 'stripe'
import { idOf } from '../outside/stripe/ids.ts'
import { couponOf } from '../outside/stripe/promotion-codes.ts'

interface Wanted {
  customerId: string | null
  currency: string
  subtotal: number
  productIds: string[]
  /** The customer has paid before. */
  hasPaid: boolean
  now: Date
}

/** Why a code cannot be applied to an order, if so: it must be active, within its limits and for what was ordered. */
export function unusableBecause(code: Stripe.PromotionCode, order: Wanted): string | undefined {
  const coupon = couponOf(code)
  const { max_redemptions, times_redeemed, expires_at, restrictions } = code
  if (!coupon) return 'The coupon of this promo code no longer exists'
  const isUsedUp = (most: number | null, times: number) => most !== null && times >= most
  if (isUsedUp(max_redemptions, times_redeemed) || isUsedUp(coupon.max_redemptions, coupon.times_redeemed)) {
    return 'This promo code has reached its redemption limit'
  }
  const ends = [expires_at, coupon.redeem_by].filter((end) => end !== null)
  if (ends.some((end) => end * 1000 <= order.now.getTime())) return 'This promo code has expired'
  if (!code.active || !coupon.valid) return 'This promo code is not active'
  const owner = idOf(code.customer)
  if (owner && owner !== order.customerId) return 'This promo code belongs to another customer'
  if (restrictions.first_time_transaction && order.hasPaid) return 'This promo code is for a first payment only'
  const products = coupon.applies_to?.products
  if (products && !order.productIds.some((id) => products.includes(id))) {
    return 'This promo code does not apply to any item of this order'
  }
  if (coupon.amount_off !== null && coupon.currency !== order.currency) return 'This promo code is for another currency'
  const { minimum_amount: least, minimum_amount_currency: currency } = restrictions
  if (least !== null && currency && (currency !== order.currency || order.subtotal < least)) {
    return `This promo code needs an order of at least ${formatMoney(least, currency)}`
  }
  return undefined
}

/** Why a code that so many other organizations use is not for another one, if so. */
export function tooManyBecause(limit: number, others: number): string | undefined {
  if (others < limit) return undefined
  const allowed = limit === 1 ? 'one organization' : `${limit} organizations`
  const used = others === 1 ? 'another one already uses it' : `${others} others already use it`
  return `This promo code is for ${allowed} only, and ${used}. Its campaign can allow more.`
}

import type Stripe from 'stripe'
import type { PaymentProvider, Use } from './provider.ts'
import { allOf, collect, requireId, undefinedIfMissing } from './requests.ts'

/** What a coupon applies to comes only where it is asked for. */
const COUPON = ['promotion.coupon.applies_to']

export const readPromotionCode = (stripe: PaymentProvider, use: Use, id: string) =>
  undefinedIfMissing(stripe.ask(use, (sdk) => sdk.promotionCodes.retrieve(requireId(id), { expand: COUPON })))

/** Those with a code, in upper or lower case. It is unique only among the active ones of a customer. */
export async function findPromotionCodes(stripe: PaymentProvider, use: Use, code: string) {
  const found = await collect(
    allOf(stripe, use, (sdk, paging) =>
      sdk.promotionCodes.list({ ...paging, code, expand: COUPON.map((path) => `data.${path}`) }),
    ),
  )
  return found.filter((one) => one.code.toLowerCase() === code.toLowerCase())
}

/** Nobody can use it from then on. One that the provider no longer has is as good as that. */
export async function deactivatePromotionCode(stripe: PaymentProvider, id: string, key: string): Promise<void> {
  await undefinedIfMissing(
    stripe.ask('work', (sdk) => sdk.promotionCodes.update(requireId(id), { active: false }, { idempotencyKey: key })),
  )
}

/** The coupon of a code, once it was asked for; a deleted one is gone. */
export const couponOf = ({ promotion }: Stripe.PromotionCode) =>
  typeof promotion.coupon === 'object' && promotion.coupon !== null ? promotion.coupon : undefined

import { invalid } from '../../errors.ts'
import { change, emit } from '../../events/emit.ts'
import { list, object, text } from '../../params.ts'
import {
  type Coupon,
  type Discount,
  type InvoiceLine,
  newId,
  type PromotionCode,
  type Subscription,
} from '../../records.ts'
import { find } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { addIntervals, rounded, shares } from './money.ts'

export const DISCOUNTS = list(object({ coupon: text, discount: text, promotion_code: text }))
export type DiscountParams = NonNullable<ReturnType<typeof DISCOUNTS.read>>

type Target = { customer: string; subscription: string | null; checkout_session?: string }

/** Turns what was asked for into discounts: those that are there already stay, a coupon or code is redeemed. */
export const redeemAll = (sandbox: Sandbox, asked: DiscountParams, target: Target): Discount[] =>
  asked.map(({ discount, coupon, promotion_code }) => {
    if (discount) return find(sandbox, 'discount', discount, 'discounts[discount]')
    const code = promotion_code ? find(sandbox, 'promotion_code', promotion_code, 'discounts[promotion_code]') : null
    const redeemed = find(sandbox, 'coupon', coupon ?? code?.promotion.coupon ?? '', 'discounts[coupon]')
    if (code) refuseCode(sandbox, code, target)
    if (!redeemed.valid) throw invalid(`Coupon expired: ${redeemed.id}`, 'discounts', 'coupon_expired')
    return redeem(sandbox, redeemed, code, target)
  })

function redeem(sandbox: Sandbox, coupon: Coupon, code: PromotionCode | null, target: Target): Discount {
  const start = sandbox.clock.now()
  const months = { interval: 'month', interval_count: coupon.duration_in_months ?? 0 }
  const discount = sandbox.store.save<Discount>({
    id: newId('di'),
    object: 'discount',
    checkout_session: target.checkout_session ?? null,
    customer: target.customer,
    customer_account: null,
    end: coupon.duration === 'repeating' ? addIntervals(start, months) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: target.subscription,
    subscription_item: null,
  })
  emit(sandbox, 'customer.discount.created', discount)
  const times = coupon.times_redeemed + 1
  const isLast = coupon.max_redemptions !== null && times >= coupon.max_redemptions
  change(sandbox, coupon, { times_redeemed: times, valid: !isLast }, 'coupon.updated')
  for (const each of sandbox.store.all('promotion_code')) {
    const count = each.times_redeemed + (each.id === code?.id ? 1 : 0)
    const isOver = each.max_redemptions !== null && count >= each.max_redemptions
    const active = each.active && !isOver && !(isLast && each.promotion.coupon === coupon.id)
    change(sandbox, each, { times_redeemed: count, active }, 'promotion_code.updated')
  }
  return discount
}

function refuseCode({ store }: Sandbox, code: PromotionCode, { customer }: Target) {
  const refuse = (why: string) => {
    throw invalid(why, 'discounts', 'promotion_code_invalid')
  }
  if (!code.active) refuse('This promotion code is no longer active.')
  if (code.customer && code.customer !== customer) refuse('This promotion code belongs to another customer.')
  const hasPaid = store.all('charge').some((charge) => charge.customer === customer && charge.paid)
  if (code.restrictions.first_time_transaction && hasPaid) {
    refuse('This promotion code cannot be redeemed because the associated customer has prior transactions.')
  }
}

/** The smallest sum of an order for which the code may be used; known only when the order is. */
export function refuseBelowMinimum({ store }: Sandbox, discounts: Discount[], subtotal: number, currency: string) {
  for (const { promotion_code } of discounts) {
    const { minimum_amount = null, minimum_amount_currency = null } =
      store.find('promotion_code', promotion_code ?? '')?.restrictions ?? {}
    if (minimum_amount !== null && (minimum_amount_currency !== currency || subtotal < minimum_amount)) {
      throw invalid('This promotion code needs a larger order.', 'discounts', 'promotion_code_invalid')
    }
  }
}

/** Takes each discount off what the ones before it have left, and spreads it over the lines it is meant for. */
export function discounted({ store }: Sandbox, lines: InvoiceLine[], discounts: Discount[]): InvoiceLine[] {
  return discounts.reduce((sofar, discount) => {
    const coupon = store.recall('coupon', discount.source.coupon ?? '')
    if (!coupon) return sofar
    const weights = sofar.map((line) => (line.discountable && appliesTo(coupon, line) ? leftOf(line) : 0))
    const base = weights.reduce((sum, weight) => sum + weight, 0)
    const parts = shares(takenOff(coupon, base, sofar[0]?.currency ?? ''), weights)
    return sofar.map((line, index) => withDiscount(line, discount.id, parts[index] ?? 0))
  }, lines)
}

function takenOff({ percent_off, amount_off, currency }: Coupon, base: number, of: string) {
  // The provider keeps two digits of a percentage.
  if (percent_off !== null) return rounded(base * Math.round(percent_off * 100), 10_000)
  return currency === of ? Math.max(0, Math.min(amount_off ?? 0, base)) : 0
}

const appliesTo = ({ applies_to }: Coupon, line: InvoiceLine) =>
  !applies_to || applies_to.products.includes(line.pricing?.price_details?.product ?? '')

export const leftOf = (line: InvoiceLine) =>
  line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

const withDiscount = (line: InvoiceLine, discount: string, amount: number): InvoiceLine =>
  amount === 0
    ? line
    : {
        ...line,
        discount_amounts: [...(line.discount_amounts ?? []), { amount, discount }],
        pretax_credit_amounts: [...(line.pretax_credit_amounts ?? []), { amount, discount, type: 'discount' }],
      }

/** What it takes off for one invoice only goes away with that invoice, the rest when its time is over. */
export const stillRuns = ({ store, clock }: Sandbox, { end, source }: Discount) =>
  (end === null || end > clock.now()) && store.recall('coupon', source.coupon ?? '')?.duration !== 'once'

export const discountsOf = ({ store }: Sandbox, { discounts }: Subscription): Discount[] =>
  discounts.flatMap((id) => store.find('discount', id) ?? [])

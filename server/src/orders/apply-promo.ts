import type { Parsed } from '@hikmah/contract/endpoint'
import { formatMoney } from '@hikmah/contract/money'
import type { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { invalidPromoCode, MAX_NEAR_CODES } from '@hikmah/contract/orders/words'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { holdOrganizationLimit, organizationsThatUsed } from '../campaigns/queries.ts'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, invalid, unprocessable } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type Operation, openOperationStates, perform, stripeOperations } from '../outside/stripe/operations.ts'
import { idOf } from '../outside/stripe/requests.ts'
import { couponOf, findNearPromotionCodes, findPromotionCodes, setPromo } from '../outside/stripe/subscriptions.ts'
import { stripeInvoices } from '../payments/table.ts'
import {
  answerRefreshed,
  holdOpenOrder,
  readItems,
  readLiveSubscription,
  readOpenOrder,
  withoutKey,
} from './hold-order.ts'
import { aboutOrder, lockOrder, saveOrder } from './queries.ts'
import { orders } from './table.ts'

interface PromoTarget {
  customerId: string | null
  currency: string
  subtotal: number
  productIds: string[]
  hasPaid: boolean
  now: Date
}

/** Only the provider knows its codes. A code must be active, within its limits and for what was ordered. */
function whyPromoCannotBeUsed(code: Stripe.PromotionCode, order: PromoTarget): string | undefined {
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

function whyNoMoreOrganizations(limit: number, others: number): string | undefined {
  if (others < limit) return undefined
  const allowed = limit === 1 ? 'one organization' : `${limit} organizations`
  const used = others === 1 ? 'another one already uses it' : `${others} others already use it`
  return `This promo code is for ${allowed} only, and ${used}. Its campaign can allow more.`
}

interface Params {
  orderId: string
  version: number
  subscriptionId: string
  /** None is in force afterwards where it is null. */
  promo: { id: string; code: string } | null
  /** The code in force before, for the audit trail: by the time of settling, the mirror may have the new one. */
  before?: string
}

export const orderPromoOperation: Operation<Params, object> = {
  kind: 'order.promo',
  check: async (tx, { orderId, version, promo }) => {
    const { organizationId } = await holdOpenOrder(tx, orderId, version)
    if (promo) await assertForOneMore(tx, promo.id, organizationId)
  },
  run: async (stripe, { subscriptionId, promo }, key) => {
    await setPromo(stripe, subscriptionId, promo?.id ?? null, key)
    return {}
  },
  settle: async (tx, { orderId, promo, before = '' }) => {
    const order = await lockOrder(tx, orderId)
    const shown = promo ?? (await firstPromo(tx, order.invoiceId))
    await saveOrder(tx, orderId, {
      promoCode: shown?.code ?? '',
      promoId: shown?.id ?? '',
      promoAt: promo ? tx.at : null,
    })
    record(tx, {
      ...aboutOrder(order),
      action: promo ? 'order.promo-applied' : 'order.promo-removed',
      before: { promo: before },
      after: { promo: promo?.code ?? '' },
    })
  },
}

/** A campaign may be for so many organizations only. One that uses the code already may use it again. */
async function assertForOneMore(tx: Tx, promoId: string, organizationId: string) {
  const limit = await holdOrganizationLimit(tx, promoId)
  if (limit === null) return
  // The order matters: the second query finds a change that is settled between the two.
  const organizations = new Set([
    ...(await organizationsApplying(tx, promoId)),
    ...(await organizationsThatUsed(tx, promoId)),
  ])
  if (organizations.has(organizationId)) return
  const why = whyNoMoreOrganizations(limit, organizations.size)
  if (why) throw unprocessable('code', why)
}

/** Organizations to whose orders the code is being applied at the provider. */
async function organizationsApplying(tx: Tx, promoId: string): Promise<string[]> {
  const { kind, state, params } = stripeOperations
  const isUnderWay = and(eq(kind, orderPromoOperation.kind), inArray(state, openOperationStates))
  const rows = await tx
    .selectDistinct({ id: orders.organizationId })
    .from(stripeOperations)
    .innerJoin(orders, sql`${orders.id} = (${params} ->> 'orderId')::uuid`)
    .where(and(isUnderWay, sql`${params} -> 'promo' ->> 'id' = ${promoId}`))
  return rows.map(({ id }) => id)
}

/** The code that the order was bought with is found by it also when none is in force any more. */
async function firstPromo(db: Db, invoiceId: string | null) {
  if (!invoiceId) return undefined
  const [invoice] = await db
    .select({ discounts: stripeInvoices.discounts })
    .from(stripeInvoices)
    .where(eq(stripeInvoices.id, invoiceId))
  const [first] = invoice?.discounts ?? []
  return first && { id: first.promotionCodeId ?? '', code: first.code }
}

/** Puts a promo code in the place of the one in force. It counts from the next invoice on. */
export async function applyPromo(
  house: House,
  actor: StaffActor,
  id: string,
  { code, version }: Parsed<typeof endpoints.applyPromo>['body'],
) {
  const { db, stripe, clock } = house
  const order = await readOpenOrder(db, actor.role, id, version)
  const { id: subscriptionId, discounts } = await readLiveSubscription(db, order)
  const [inForce] = discounts
  const matching = await findPromotionCodes(stripe, 'page', code)
  const usable = matching.filter(({ active, customer }) => active && [null, order.customerId].includes(idOf(customer)))
  const promo = usable[0] ?? matching[0]
  // Applying it again would use up one of its redemptions.
  if (promo && promo.id === inForce?.promotionCodeId) throw invalid('code', `${promo.code} is already applied`)
  const items = await readItems(db, id)
  const productIds = items.map(({ productId }) => productId)
  // The invoices would not do: the credit for a removed item is less its discount.
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0)
  const paid = and(eq(stripeInvoices.customerId, order.customerId ?? ''), gt(stripeInvoices.amountPaid, 0))
  const hasPaid = (await db.$count(stripeInvoices, paid)) > 0
  const target = { ...order, subtotal, productIds, hasPaid, now: clock.now() }
  if (!promo) {
    const near = (await findNearPromotionCodes(stripe, code)).filter(
      (one) => one.id !== inForce?.promotionCodeId && !whyPromoCannotBeUsed(one, target),
    )
    throw invalid('code', invalidPromoCode(near.slice(0, MAX_NEAR_CODES).map((one) => one.code)))
  }
  const why = whyPromoCannotBeUsed(promo, target)
  if (why) throw invalid('code', why)
  await perform(house, withoutKey(actor), orderPromoOperation, subscriptionId, {
    orderId: id,
    version: order.version,
    subscriptionId,
    promo: { id: promo.id, code: promo.code },
    before: inForce?.code ?? '',
  })
  return answerRefreshed(house, actor, order, [])
}

export async function removePromo(house: House, actor: StaffActor, id: string) {
  const order = await readOpenOrder(house.db, actor.role, id)
  const { id: subscriptionId, discounts } = await readLiveSubscription(house.db, order)
  const [inForce] = discounts
  if (!inForce) throw conflict('No promo code is applied')
  const params = { orderId: id, version: order.version, subscriptionId, promo: null, before: inForce.code }
  await perform(house, withoutKey(actor), orderPromoOperation, subscriptionId, params)
  return answerRefreshed(house, actor, order, [])
}

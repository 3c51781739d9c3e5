import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House, Payments, Reads, Writes } from '../house.ts'
import type { Tx } from '../kit/write/tx.ts'
import { editedFields } from '../media/queries.ts'
import type { Use } from '../outside/stripe/provider.ts'
import { idOf } from '../outside/stripe/requests.ts'
import { couponOf, readPromotionCode } from '../outside/stripe/subscriptions.ts'
import type { EventHandler } from '../payments/events.ts'
import { type Comparer, noteDrift } from '../payments/mirror.ts'
import { PROVIDER, refresh } from '../payments/refresh.ts'
import { stripeProducts } from '../payments/table.ts'
import { type CampaignTableRow, campaignColumns, campaigns } from './table.ts'

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

type Deps = Reads & Writes & Payments

/**
 * Reads a code at the provider and returns a function that writes it over what we had, unless that was read later. Our own
 * fields stay. A code that the provider no longer has cannot be used.
 */
export async function readToMirror({ stripe, clock }: Deps, use: Use, promoId: string) {
  const fetchedAt = clock.now()
  const code = await readPromotionCode(stripe, use, promoId)
  const reading = code ? { ...codeColumns(code, fetchedAt), ...couponColumns(code) } : { isActive: false, fetchedAt }
  const isOlder = code && lte(campaigns.fetchedAt, fetchedAt)
  return async (tx: Tx) => {
    await tx
      .update(campaigns)
      .set(reading)
      .where(and(eq(campaigns.promoId, promoId), isOlder))
  }
}

export async function loadMissingProducts(deps: Deps, code: Stripe.PromotionCode): Promise<void> {
  const ids = couponOf(code)?.applies_to?.products ?? []
  if (ids.length === 0) return
  const rows = await deps.db
    .select({ id: stripeProducts.id })
    .from(stripeProducts)
    .where(inArray(stripeProducts.id, ids))
  const isKnown = new Set(rows.map(({ id }) => id))
  await Promise.all(ids.filter((id) => !isKnown.has(id)).map((id) => refresh(deps, 'product', id, { use: 'page' })))
}

/** Of what was imported: a code, all codes of a coupon, or the code that a discount came by. */
export const followCampaigns: EventHandler = {
  types: ['promotion_code.', 'coupon.', 'customer.discount.'],
  work: async (house, { type, object }) => {
    const changed = type.startsWith('coupon.')
      ? eq(campaigns.couponId, object.id)
      : eq(
          campaigns.promoId,
          type.startsWith('promotion_code.')
            ? object.id
            : (idOf(object.promotion_code as string | { id: string } | null | undefined) ?? ''),
        )
    const rows = await house.db
      .select({ promoId: campaigns.promoId })
      .from(campaigns)
      .where(and(changed, isNull(campaigns.deletedAt)))
    for (const { promoId } of rows) await mirror(house, promoId)
  },
}

const mirror = async (house: House, promoId: string) =>
  house.change(PROVIDER, await readToMirror(house, 'work', promoId))

export const compareCampaigns: Comparer = async (house, counted) => {
  const imported = await house.db
    .select({ promoId: campaigns.promoId })
    .from(campaigns)
    .where(isNull(campaigns.deletedAt))
  for (const { promoId } of imported) {
    const before = await readProvided(house, promoId)
    await mirror(house, promoId)
    counted.compared += 1
    if (await noteDrift(house, 'campaign', promoId, before, await readProvided(house, promoId))) counted.differed += 1
  }
}

async function readProvided({ db }: House, promoId: string): Promise<Record<string, string>> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.promoId, promoId))
  return Object.fromEntries(Object.entries(providedWords(row!)).map(([field, value]) => [field, String(value)]))
}

export type Provided = ReturnType<typeof codeColumns> & NonNullable<ReturnType<typeof couponColumns>>

/** What is the provider's, as a reader of the audit trail knows it. */
export const providedWords = (row: Provided) => ({
  id: row.promoId,
  code: row.code,
  active: row.isActive,
  times_redeemed: row.timesRedeemed,
  max_redemptions: row.maxRedemptions,
  expires_at: row.expiresAt,
  percent_off: row.percentOff,
  amount_off: row.amountOff,
  currency: row.currency,
})

export const ownWords = (row: Omit<CampaignTableRow, 'search'>) => editedFields(campaignColumns, row)

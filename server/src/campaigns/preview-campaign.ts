import type { CampaignPreview, DisplayStatus } from '@hikmah/contract/campaigns'
import { MAX_NEAR_CODES } from '@hikmah/contract/orders/words'
import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Payments, Reads } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import type { PaymentProvider } from '../outside/stripe/provider.ts'
import { findNearPromotionCodes, findPromotionCodes, readPromotionCode } from '../outside/stripe/subscriptions.ts'
import { stripePrices, stripeProducts } from '../payments/table.ts'
import { codeColumns, couponColumns, type Provided } from './mirror-campaign.ts'
import { presentCoupon, readUse } from './queries.ts'
import { campaigns } from './table.ts'

/** All of that name, those that anybody may use first; none where the text is no code. */
export async function findCodes(stripe: PaymentProvider, text: string): Promise<Stripe.PromotionCode[]> {
  if (/^promo_[A-Za-z0-9]+$/.test(text)) {
    const code = await readPromotionCode(stripe, 'page', text)
    return code ? [code] : []
  }
  // The provider has no other signs in a code.
  if (!/^[A-Za-z0-9-]+$/.test(text)) return []
  const found = await findPromotionCodes(stripe, 'page', text)
  return [...found.filter(isUsable), ...found.filter((code) => !isUsable(code))]
}

export const isUsable = ({ active, customer }: Stripe.PromotionCode) => active && customer === null

/** What an import would bring, without saving anything. */
export async function previewCampaign({ db, stripe, clock }: Reads & Payments, text: string) {
  const now = clock.now()
  const codes = await findCodes(stripe, text)
  const provided = codes.flatMap((code) => {
    const coupon = couponColumns(code)
    return coupon ? [{ ...codeColumns(code, now), ...coupon }] : []
  })
  return {
    data: await Promise.all(
      provided.map(async (row) => describe(db, row, now, await stripe.pageOf(`promotion_codes/${row.promoId}`))),
    ),
    meta: { near: codes.length > 0 ? [] : await findNear(stripe, text, now) },
  }
}

/** That anybody may use now. */
async function findNear(stripe: PaymentProvider, text: string, now: Date): Promise<string[]> {
  const near = (await findNearPromotionCodes(stripe, text)).filter((code) => {
    const coupon = couponColumns(code)
    return coupon && isUsable(code) && statusOf({ ...codeColumns(code, now), ...coupon }, now) === 'Active'
  })
  return [...new Set(near.map(({ code }) => code))].slice(0, MAX_NEAR_CODES)
}

async function describe(db: Db, row: Provided, now: Date, page: string): Promise<CampaignPreview> {
  const [imported] = await db
    .select({ _id: campaigns.id, createdAt: campaigns.createdAt })
    .from(campaigns)
    .where(and(eq(campaigns.promoId, row.promoId), isNull(campaigns.deletedAt)))
  const names = await db
    .select({ id: stripeProducts.id, name: stripeProducts.name })
    .from(stripeProducts)
    .where(inArray(stripeProducts.id, row.productIds))
  return {
    id: row.promoId,
    code: row.code,
    coupon: presentCoupon(
      row,
      row.productIds.map((id) => names.find((one) => one.id === id) ?? { id, name: '' }),
    ),
    times_redeemed: row.timesRedeemed,
    max_redemptions: row.maxRedemptions,
    expires_at: row.expiresAt && row.expiresAt.getTime() / 1000,
    active: row.isActive,
    created: row.issuedAt.getTime() / 1000,
    restrictions: {
      first_time_transaction: row.firstTimeOnly,
      minimum_amount: row.minimumAmount,
      minimum_amount_currency: row.minimumCurrency,
      customer: row.customerId,
    },
    displayStatus: statusOf(row, now),
    page,
    imported: imported ? { _id: imported._id, createdAt: imported.createdAt.toISOString() } : null,
    use: await readUse(db, row.promoId, row.issuedAt, now),
    example: await findExample(db, row),
  }
}

/** As `shownAs` of queries.ts says it of what is saved. */
function statusOf(row: Provided, now: Date): DisplayStatus {
  const isUsedUp = (times: number, most: number | null) => most !== null && times >= most
  if (isUsedUp(row.timesRedeemed, row.maxRedemptions) || isUsedUp(row.couponTimesRedeemed, row.couponMaxRedemptions))
    return 'Maxed Out'
  if (row.expiresAt && row.expiresAt <= now) return 'Expired'
  return row.isActive ? 'Active' : 'Inactive'
}

/** A monthly price that the code takes something off, as often as its minimum asks for; null where none is sold. */
async function findExample(db: Db, row: Provided): Promise<CampaignPreview['example']> {
  const currency = row.currency ?? row.minimumCurrency ?? 'usd'
  const [price] = await db
    .select({ amount: stripePrices.unitAmount, product: stripeProducts.name, plan: stripePrices.nickname })
    .from(stripePrices)
    .innerJoin(stripeProducts, eq(stripeProducts.id, stripePrices.productId))
    .where(
      and(
        eq(stripePrices.isActive, true),
        eq(stripePrices.recurringInterval, 'month'),
        eq(stripePrices.intervalCount, 1),
        eq(stripePrices.currency, currency),
        isNotNull(stripePrices.unitAmount),
        gt(stripePrices.unitAmount, 0),
        row.productIds.length > 0 ? inArray(stripePrices.productId, row.productIds) : undefined,
      ),
    )
    .orderBy(desc(stripePrices.unitAmount), stripePrices.id)
    .limit(1)
  if (!price?.amount) return null
  const isMinimumHere = row.minimumAmount !== null && (row.minimumCurrency ?? currency) === currency
  const quantity = isMinimumHere ? Math.max(1, Math.ceil(row.minimumAmount! / price.amount)) : 1
  const before = price.amount * quantity
  const off = row.percentOff === null ? (row.amountOff ?? 0) : Math.round((before * row.percentOff) / 100)
  return {
    name: [price.product, price.plan].filter(Boolean).join(' '),
    quantity,
    before,
    after: Math.max(0, before - off),
    currency,
  }
}

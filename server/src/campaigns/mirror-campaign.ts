import { and, eq, inArray, lte } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Payments, Reads, Writes } from '../house.ts'
import type { Tx } from '../kit/db/db.ts'
import { couponOf, readPromotionCode } from '../outside/stripe/promotion-codes.ts'
import type { Use } from '../outside/stripe/provider.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeProducts } from '../payments/table.ts'
import { codeColumns, couponColumns } from './snapshot.ts'
import { campaigns } from './table.ts'

type Deps = Reads & Writes & Payments

/** Writes what was read over what we had of it, unless that was read later. Our own fields stay. */
const mirrorCampaign = (tx: Tx, code: Stripe.PromotionCode, fetchedAt: Date) =>
  tx
    .update(campaigns)
    .set({ ...codeColumns(code, fetchedAt), ...couponColumns(code) })
    .where(and(eq(campaigns.promoId, code.id), lte(campaigns.fetchedAt, fetchedAt)))

/** A code that the provider no longer has cannot be used. */
const mirrorMissing = (tx: Tx, promoId: string, fetchedAt: Date) =>
  tx.update(campaigns).set({ isActive: false, fetchedAt }).where(eq(campaigns.promoId, promoId))

/** Reads a code at the provider and returns a function that writes it. */
export async function readToMirror({ stripe, clock }: Deps, use: Use, promoId: string) {
  const at = clock.now()
  const code = await readPromotionCode(stripe, use, promoId)
  return async (tx: Tx) => {
    await (code ? mirrorCampaign(tx, code, at) : mirrorMissing(tx, promoId, at))
  }
}

/** Whose names are shown and not known yet. */
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

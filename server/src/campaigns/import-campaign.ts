import {
  AMBIGUOUS_PROMO_CODE,
  alreadyImported,
  type Campaign,
  type ImportedCampaign,
  INVALID_PROMO_CODE,
  type NewCampaign,
} from '@hikmah/contract/campaigns/schemas'
import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Payments, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { findPromotionCodes, readPromotionCode } from '../outside/stripe/promotion-codes.ts'
import type { PaymentProvider } from '../outside/stripe/provider.ts'
import { codeColumns, couponColumns, loadMissingProducts, ownWords, providedWords } from './mirror-campaign.ts'
import { readCampaign } from './queries.ts'
import { ownColumns } from './routes.ts'
import { campaigns } from './table.ts'

type Deps = Reads & Writes & Payments

/**
 * Imports a promo code of the provider once: one that is already imported is compared again, and a deleted one comes
 * back. If our own details come along, one that is already imported is left unchanged (409), since somebody chose them
 * before. Returns a text where there is no such code.
 */
export async function importCampaign(
  deps: Deps,
  actor: StaffActor,
  { promoCode, ...own }: NewCampaign,
): Promise<ImportedCampaign | string> {
  const at = deps.clock.now()
  const found = await find(deps.stripe, promoCode)
  if (typeof found === 'string') return found
  const coupon = couponColumns(found)
  if (!coupon) return INVALID_PROMO_CODE
  await loadMissingProducts(deps, found)
  return deps.change(actor, (tx) => save(tx, { ...codeColumns(found, at), ...coupon }, own))
}

async function find(stripe: PaymentProvider, text: string): Promise<Stripe.PromotionCode | string> {
  if (/^promo_[A-Za-z0-9]+$/.test(text)) return (await readPromotionCode(stripe, 'page', text)) ?? INVALID_PROMO_CODE
  // The provider has no other signs in a code.
  if (!/^[A-Za-z0-9-]+$/.test(text)) return INVALID_PROMO_CODE
  const found = await findPromotionCodes(stripe, 'page', text)
  const usable = found.filter(({ active, customer }) => active && customer === null)
  const [one, ...others] = usable.length > 0 ? usable : found
  if (!one) return INVALID_PROMO_CODE
  return others.length > 0 ? AMBIGUOUS_PROMO_CODE : one
}

type Provided = ReturnType<typeof codeColumns> & NonNullable<ReturnType<typeof couponColumns>>

async function save(tx: Tx, provided: Provided, chosen: Omit<NewCampaign, 'promoCode'>): Promise<ImportedCampaign> {
  const own = await ownColumns(tx, chosen)
  const hasOwn = Object.keys(own).length > 0
  const arrived = { ...own, createdBy: tx.by.name, createdAt: tx.at }
  const [added] = await tx
    .insert(campaigns)
    .values({ id: newId(), ...provided, ...arrived })
    .onConflictDoNothing({ target: campaigns.promoId })
    .returning()
  if (added) {
    const saved = await readCampaign(tx, added.id, tx.at)
    const after = { ...providedWords(provided), ...(hasOwn && ownWords(added)) }
    record(tx, { ...entryOf(saved), action: 'campaign.imported', after })
    return { ...saved, isNew: true }
  }
  const [before] = await tx.select().from(campaigns).where(eq(campaigns.promoId, provided.promoId)).for('update')
  // Rows of this table are never deleted.
  const { id, deletedAt } = before!
  if (hasOwn && !deletedAt) throw conflict(alreadyImported(provided.code), await readCampaign(tx, id, tx.at))
  const [kept] = await tx
    .update(campaigns)
    .set({ ...provided, ...(deletedAt && { ...arrived, deletedAt: null, version: sql`${campaigns.version} + 1` }) })
    .where(eq(campaigns.id, id))
    .returning()
  const saved = await readCampaign(tx, id, tx.at)
  record(tx, {
    ...entryOf(saved),
    action: deletedAt ? 'campaign.imported' : 'campaign.resynced',
    before: deletedAt ? {} : providedWords(before!),
    after: { ...providedWords(provided), ...(hasOwn && ownWords(kept!)) },
  })
  return { ...saved, isNew: deletedAt !== null }
}

const entryOf = ({ _id, code }: Campaign) => ({ entity: 'campaign', entityId: _id, entityName: code }) as const

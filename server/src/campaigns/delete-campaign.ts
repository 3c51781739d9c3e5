import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Payments, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { type Operation, perform } from '../outside/stripe/operations.ts'
import { deactivatePromotionCode } from '../outside/stripe/promotion-codes.ts'
import { readCampaign } from './queries.ts'
import { campaigns } from './table.ts'

/** Deactivated at the provider, and then gone from the list here. */
export const campaignDeletion: Operation<{ id: string; promoId: string }, { deactivated: true }> = {
  kind: 'campaign.delete',
  run: async (stripe, { promoId }, key) => {
    await deactivatePromotionCode(stripe, promoId, key)
    return { deactivated: true }
  },
  settle: async (tx, { id }) => {
    const [deleted] = await tx
      .update(campaigns)
      .set({ isActive: false, deletedAt: tx.at, imageMediaId: null, version: sql`${campaigns.version} + 1` })
      .where(and(eq(campaigns.id, id), isNull(campaigns.deletedAt)))
      .returning()
    if (!deleted) return
    const { code, promoId } = deleted
    record(tx, {
      action: 'campaign.deleted',
      entity: 'campaign',
      entityId: id,
      entityName: code,
      before: { id: promoId, code },
    })
  },
}

export async function deleteCampaign(deps: Reads & Writes & Payments, actor: StaffActor, id: string): Promise<void> {
  const { id: promoId } = await readCampaign(deps.db, id, deps.clock.now())
  await perform(deps, actor, campaignDeletion, id, { id, promoId })
}

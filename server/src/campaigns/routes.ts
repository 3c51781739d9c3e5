import { campaigns as endpoints } from '@hikmah/contract/campaigns/endpoints'
import type { CampaignEdit } from '@hikmah/contract/campaigns/schemas'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { House, Payments, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/serve-list.ts'
import type { Tx } from '../kit/write/tx.ts'
import { libraryImageId } from '../media/queries.ts'
import { type Operation, perform } from '../outside/stripe/operations.ts'
import { deactivatePromotionCode } from '../outside/stripe/promotion-codes.ts'
import { importCampaign } from './import-campaign.ts'
import { ownWords, providedWords, readToMirror } from './mirror-campaign.ts'
import {
  type LockedCampaign,
  listCampaigns,
  listRedemptions,
  lockCampaign,
  readCampaign,
  streamCampaigns,
} from './queries.ts'
import { campaigns } from './table.ts'

export function campaignRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serveList(serve, change, endpoints.listCampaigns, {
    entity: 'campaign',
    entityName: 'All campaigns',
    page: ({ query }) => listCampaigns(db, query, clock.now()),
    whole: () => streamCampaigns(db, clock.now()),
  })
  serve(endpoints.createCampaign, ({ actor, body }) => importCampaign(house, actor, body))
  serve(endpoints.readCampaign, ({ params }) => readCampaign(db, params.id, clock.now()))
  serve(endpoints.updateCampaign, ({ actor, params, body }) => updateCampaign(house, actor, params.id, body))
  serve(endpoints.deleteCampaign, ({ actor, params }) => deleteCampaign(house, actor, params.id))
  serve(endpoints.listRedemptions, ({ params, query }) => listRedemptions(db, params.id, query))
  serve(endpoints.resyncCampaign, ({ actor, params }) => resyncCampaign(house, actor, params.id))
}

/** Changes what is ours of it. Without `version` it is saved over whatever stands there. */
export const updateCampaign = ({ change }: Writes, actor: StaffActor, id: string, edit: CampaignEdit) =>
  change(actor, async (tx) => {
    const before = await lockCampaign(tx, id)
    await assertVersion(edit.version, before, () => readCampaign(tx, id, tx.at))
    const after: LockedCampaign = { ...before, ...(await ownColumns(tx, edit)) }
    const [was, is] = [ownWords(before), ownWords(after)]
    if (JSON.stringify(was) !== JSON.stringify(is)) {
      const { type, organizationLimit, status, imageMediaId, imageName, imageSize } = after
      await tx
        .update(campaigns)
        .set({
          type,
          organizationLimit,
          status,
          imageMediaId,
          imageName,
          imageSize,
          version: sql`${campaigns.version} + 1`,
        })
        .where(eq(campaigns.id, id))
      record(tx, {
        action: 'campaign.updated',
        entity: 'campaign',
        entityId: id,
        entityName: before.code,
        before: was,
        after: is,
      })
    }
    return readCampaign(tx, id, tx.at)
  })

/** The columns of what was sent; a campaign may go without a picture. */
export async function ownColumns(tx: Tx, edit: CampaignEdit) {
  const { campaignType, organizationLimit, status, imageMetaData: image } = edit
  const field = 'imageMetaData.imageUrl'
  return {
    ...(campaignType !== undefined && { type: campaignType }),
    ...(organizationLimit !== undefined && { organizationLimit }),
    ...(status !== undefined && { status }),
    ...(image && {
      imageMediaId: image.imageUrl === '' ? null : await libraryImageId(tx, field, image.imageUrl),
      imageName: image.imageUrl === '' ? '' : image.imageName,
      imageSize: image.imageUrl === '' ? 0 : image.imageSize,
    }),
  }
}

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

/** Reads it at the provider again, for somebody who waits. */
export async function resyncCampaign(deps: Reads & Writes & Payments, actor: StaffActor, id: string) {
  const { id: promoId, code } = await readCampaign(deps.db, id, deps.clock.now())
  const mirror = await readToMirror(deps, 'page', promoId)
  return deps.change(actor, async (tx) => {
    const before = await lockCampaign(tx, id)
    await mirror(tx)
    const [after] = await tx.select().from(campaigns).where(eq(campaigns.id, id))
    record(tx, {
      action: 'campaign.resynced',
      entity: 'campaign',
      entityId: id,
      entityName: code,
      before: providedWords(before),
      after: providedWords(after!),
    })
    return readCampaign(tx, id, tx.at)
  })
}

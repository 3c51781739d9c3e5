import type { CampaignEdit } from '@hikmah/contract/campaigns/schemas'
import { eq, sql } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { assertVersion } from '../kit/http/refusal.ts'
import { libraryImageId } from '../media/queries.ts'
import { type LockedCampaign, lockCampaign, readCampaign } from './queries.ts'
import { ownWords } from './rules.ts'
import { campaigns } from './table.ts'

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
          ...{ type, organizationLimit, status, imageMediaId, imageName, imageSize },
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

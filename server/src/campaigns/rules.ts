import type { EditableCampaignField } from '@hikmah/contract/campaigns/schemas'
import { mediaUrl } from '../media/queries.ts'
import type { CampaignTableRow } from './table.ts'

type Provided = Pick<
  CampaignTableRow,
  | 'promoId'
  | 'code'
  | 'isActive'
  | 'timesRedeemed'
  | 'maxRedemptions'
  | 'expiresAt'
  | 'percentOff'
  | 'amountOff'
  | 'currency'
>

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

type Own = Pick<CampaignTableRow, 'type' | 'organizationLimit' | 'status' | 'imageMediaId' | 'imageName' | 'imageSize'>

/** What is ours. */
export const ownWords = (row: Own) =>
  ({
    campaignType: row.type,
    organizationLimit: row.organizationLimit,
    status: row.status,
    'imageMetaData.imageUrl': mediaUrl(row.imageMediaId),
    'imageMetaData.imageName': row.imageName,
    'imageMetaData.imageSize': row.imageSize,
  }) satisfies Record<EditableCampaignField, unknown>

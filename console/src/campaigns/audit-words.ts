import { CAMPAIGN_RESYNCED, campaignFields } from '@hikmah/contract/campaigns'
import { imageFields } from '@hikmah/contract/media'
import type { AuditWords } from '../sitemap/feature-words.ts'

export const auditWords: AuditWords = {
  entities: {
    campaign: 'Campaigns',
  },
  actions: {
    'campaign.resynced': CAMPAIGN_RESYNCED,
  },
  fields: {
    ...campaignFields,
    ...imageFields,
    active: 'Active at Stripe',
    times_redeemed: 'Used',
    max_redemptions: 'Redemption Limit',
    expires_at: 'Valid Till',
    percent_off: 'Percent off',
    amount_off: 'Amount off',
  },
  money: { amount_off: 'minor' },
}

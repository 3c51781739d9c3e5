/** How a campaign is shown (third seed, section 4): the first that fits. */
export const displayStatuses = ['Maxed Out', 'Expired', 'Active', 'Inactive'] as const

/** What staff keep of it beside that; the customer has one list for devices and campaigns. */
export const campaignStatuses = [
  'Available',
  'Unavailable',
  'Defective',
  'Lost',
  'Locked',
  'Active',
  'Shipped',
] as const

export const campaignTypes = ['Discount Coupons', 'Promotion', 'Referral Codes'] as const
export type CampaignType = (typeof campaignTypes)[number]

export const aboutTypes: Record<CampaignType, string> = {
  'Discount Coupons': 'Special event codes',
  Promotion: 'Auto-applied based on cart',
  'Referral Codes': 'Referral rewards',
}

export const campaignSorts = ['code', 'timesRedeemed', 'expiresAt', 'createdAt'] as const

export const CAMPAIGN_ADDED = 'Campaign added from Stripe'
export const CAMPAIGN_COMPARED = 'This campaign was already imported. It was compared with Stripe again.'
export const INVALID_PROMO_CODE = 'Invalid Promo Code!'
export const alreadyImported = (code: string) => `${code} is already imported. Nothing about it was changed.`
export const AMBIGUOUS_PROMO_CODE =
  'Several promo codes have this name. Enter the promo id instead, such as promo_1QmStd.'
export const CAMPAIGN_UPDATED = 'Campaign Updated Successfully!'
export const CAMPAIGN_DELETED = 'Campaign Deleted Successfully!'
export const CAMPAIGN_RESYNCED = 'Campaign updated from Stripe'
export const MAX_ORGANIZATIONS = 1_000_000

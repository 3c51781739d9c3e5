/** What can be changed of a campaign, each by its path, with its one name on every screen. */
export const editableCampaignFields = {
  campaignType: 'Campaign Type',
  organizationLimit: 'Organization limit',
  status: 'Status',
  'imageMetaData.imageUrl': 'Image',
  'imageMetaData.imageName': 'Image name',
  'imageMetaData.imageSize': 'Image size',
} as const
export type EditableCampaignField = keyof typeof editableCampaignFields

export const campaignFields = {
  id: 'Stripe Promo ID',
  code: 'Code Name',
  discountType: 'Discount Type',
  value: 'Value',
  redemptions: 'Redemption Limit',
  duration: 'Duration',
  appliesTo: 'Applicable to',
  validFrom: 'Valid From',
  validTill: 'Valid Till',
  ...editableCampaignFields,
} as const

import { z } from 'zod'
import { Id, listQuery, RequiredText, Timestamp, Version } from '../common.ts'
import { ImageMeta, LibraryImage } from '../media.ts'
import { formatMoney } from '../money.ts'

/** The status that is shown (third seed, section 4): the first that applies. */
export const displayStatuses = ['Maxed Out', 'Expired', 'Active', 'Inactive'] as const
export const displayStatusTones = {
  'Maxed Out': 'warning',
  Expired: 'failed',
  Active: 'success',
  Inactive: 'discontinued',
} as const satisfies Record<DisplayStatus, string>

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
export const alreadyImported = (code: string) => `${code} is already imported. Nothing about it was changed.`
export const AMBIGUOUS_PROMO_CODE =
  'Several promo codes have this name. Enter the promo id instead, such as promo_1QmStd.'
export const CAMPAIGN_UPDATED = 'Campaign Updated Successfully!'
export const CAMPAIGN_DELETED = 'Campaign Deleted Successfully!'
export const CAMPAIGN_RESYNCED = 'Campaign updated from Stripe'
export const MAX_ORGANIZATIONS = 1_000_000
const LIMIT_INVALID = 'Enter a whole number of at least 1, or leave empty for no limit'

type Coupon = Campaign['coupon']

/** Of the code or of its coupon, whichever is lower; null for any number. */
export function redemptionLimit({ max_redemptions, coupon }: Campaign): number | null {
  const limits = [max_redemptions, coupon.max_redemptions].filter((limit) => limit !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** 3/10, 3/unlimited. */
export const redemptionsText = (campaign: Campaign) =>
  `${campaign.times_redeemed}/${redemptionLimit(campaign) ?? 'unlimited'}`

export const discountType = ({ percent_off }: Coupon) => (percent_off === null ? 'Fixed amount' : 'Percentage')

/** 25.5%, or $5.00. */
export const valueText = ({ percent_off, amount_off, currency }: Coupon) =>
  percent_off === null ? formatMoney(amount_off, currency ?? 'usd') : `${percent_off}%`

/** The provider may know more of them than we do. */
export function durationText({ duration, duration_in_months: months }: Coupon): string {
  if (duration === 'once') return 'Once'
  if (duration === 'forever') return 'Forever'
  if (duration === 'repeating' && months !== null) return months === 1 ? '1 month' : `${months} months`
  return duration
}

export const appliesText = ({ applies_to }: Coupon) =>
  applies_to.length === 0 ? 'All products' : applies_to.map(({ id, name }) => name || id).join(', ')

/** What can be changed of a campaign, each with its one name on every screen. */
export const editableCampaignFields = {
  campaignType: 'Campaign Type',
  organizationLimit: 'Organization limit',
  status: 'Status',
  imageMetaData: 'Image',
} as const
export type EditableCampaignField = keyof typeof editableCampaignFields

/** An image is one field of the form and three of the audit trail. */
export const campaignImageFields = {
  'imageMetaData.imageUrl': 'Image',
  'imageMetaData.imageName': 'Image name',
  'imageMetaData.imageSize': 'Image size',
} as const

/** What an edit stores. */
export type StoredCampaignField = Exclude<EditableCampaignField, 'imageMetaData'> | keyof typeof campaignImageFields

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

export const DisplayStatus = z.enum(displayStatuses)
export type DisplayStatus = z.infer<typeof DisplayStatus>

const EpochSeconds = z.int()

/** A promo code of the payment provider that was imported. Amounts are minor units. */
export const Campaign = z.object({
  _id: Id,
  /** The promo id at the provider. */
  id: z.string(),
  code: z.string(),
  coupon: z.object({
    id: z.string(),
    name: z.string(),
    /** Exactly one of `percent_off` and `amount_off` is given. */
    percent_off: z.number().nullable(),
    amount_off: z.int().nullable(),
    currency: z.string().nullable(),
    /** `once`, `forever` or `repeating`. */
    duration: z.string(),
    duration_in_months: z.int().nullable(),
    /** Of all codes of the coupon together. */
    times_redeemed: z.int(),
    max_redemptions: z.int().nullable(),
    /** Products of the provider; none means all. */
    applies_to: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  times_redeemed: z.int(),
  max_redemptions: z.int().nullable(),
  /** Of the code or its coupon, whichever ends first. */
  expires_at: EpochSeconds.nullable(),
  active: z.boolean(),
  created: EpochSeconds,
  restrictions: z.object({
    first_time_transaction: z.boolean(),
    minimum_amount: z.int().nullable(),
    minimum_amount_currency: z.string().nullable(),
    /** The one customer of the provider who may use it. */
    customer: z.string().nullable(),
  }),
  displayStatus: DisplayStatus,
  /** From here on ours alone. Empty until somebody chooses one. */
  campaignType: z.enum(campaignTypes).or(z.literal('')),
  imageMetaData: ImageMeta,
  /** How many organizations may use it; null for any number. Seen to where staff apply the code to an order. */
  organizationLimit: z.int().nullable(),
  /** A mark of the team; whether the code works is the provider's to say. */
  status: z.enum(campaignStatuses),
  /** Who imported it. */
  createdBy: z.string(),
  createdAt: Timestamp,
  /** When the provider was last asked. */
  syncedAt: Timestamp,
  version: z.int(),
})
export type Campaign = z.infer<typeof Campaign>

/** Not new where it was imported before and has only been compared again. */
export const ImportedCampaign = Campaign.extend({ isNew: z.boolean() })
export type ImportedCampaign = z.infer<typeof ImportedCampaign>

export const CampaignsQuery = listQuery(displayStatuses, campaignSorts)

/** A field that is not sent stays as it is; what is the provider's cannot be sent. */
export const CampaignEdit = z.object({
  campaignType: z.enum(campaignTypes).optional(),
  imageMetaData: LibraryImage.optional(),
  organizationLimit: z
    .number(LIMIT_INVALID)
    .refine(Number.isInteger, LIMIT_INVALID)
    .min(1, LIMIT_INVALID)
    .max(MAX_ORGANIZATIONS, `At most ${MAX_ORGANIZATIONS.toLocaleString('en-US')}`)
    .nullable()
    .optional(),
  status: z.enum(campaignStatuses).optional(),
  version: Version.optional(),
} satisfies Record<EditableCampaignField | 'version', z.ZodType>)
export type CampaignEdit = z.output<typeof CampaignEdit>

/** By promo id, or by the code in upper or lower case; with what is ours of it, if it is known already. */
export const NewCampaign = CampaignEdit.omit({ version: true }).extend({ promoCode: RequiredText(255) })
export type NewCampaign = z.output<typeof NewCampaign>

/** One use of the code: a subscription with all of its invoices, or a single invoice or order. */
export const Redemption = z.object({
  key: z.string(),
  redeemedAt: Timestamp,
  /** Null while nobody knows whose customer it is. */
  orgId: z.object({ _id: Id, orgName: z.string() }).nullable(),
  customerName: z.string(),
  order: z.object({ _id: Id, orderNo: z.string() }).nullable(),
  invoices: z.int(),
  /** What it has taken off so far, minor units. */
  amount: z.int(),
  currency: z.string(),
})
export type Redemption = z.infer<typeof Redemption>

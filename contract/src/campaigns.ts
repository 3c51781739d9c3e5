import { z } from 'zod'
import { Id, listOf, listQuery, PageQuery, RequiredText, Timestamp, Version } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { ImageMeta, type imageFields, LibraryImage } from './media.ts'
import { formatMoney } from './money.ts'
import { keysOf } from './words.ts'

/** The status that is shown (third seed, section 4): the first that applies. */
export const displayStatusTones = {
  'Maxed Out': 'warning',
  Expired: 'failed',
  Active: 'success',
  Inactive: 'discontinued',
} as const
export const displayStatuses = keysOf(displayStatusTones)

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

export const aboutTypes = {
  'Discount Coupons': 'Special event codes',
  Promotion: 'Auto-applied based on cart',
  'Referral Codes': 'Referral rewards',
}
export type CampaignType = keyof typeof aboutTypes
export const campaignTypes = keysOf(aboutTypes)

export const campaignSorts = ['code', 'timesRedeemed', 'expiresAt', 'createdAt'] as const

export const CAMPAIGN_ADDED = 'Campaign added from Stripe'
export const CAMPAIGN_COMPARED = 'Already imported; refreshed from Stripe.'
export const alreadyImported = (code: string) => `${code} is already imported. Nothing about it was changed.`
export const AMBIGUOUS_PROMO_CODE =
  'Several promo codes have this name. Enter the promo id instead, such as promo_1QmStd.'
export const CAMPAIGN_UPDATED = 'Campaign Updated Successfully!'
export const CAMPAIGN_DELETED = 'Campaign Deleted Successfully!'
export const CAMPAIGN_RESYNCED = 'Campaign updated from Stripe'
export const MAX_ORGANIZATION_LIMIT = 1_000_000
const LIMIT_INVALID = 'Enter a whole number of at least 1, or leave empty for no limit'

type Coupon = Campaign['coupon']

type Limited = Pick<Campaign, 'max_redemptions' | 'coupon'>
/** Of the code or of its coupon, whichever is lower; null for any number. */
export function redemptionLimit({ max_redemptions, coupon }: Limited): number | null {
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

export const editableCampaignFields = {
  campaignType: 'Campaign Type',
  organizationLimit: 'Organization limit',
  status: 'Status',
  imageMetaData: 'Image',
} as const
export type EditableCampaignField = keyof typeof editableCampaignFields

export type StoredCampaignField = Exclude<EditableCampaignField, 'imageMetaData'> | keyof typeof imageFields

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
  createdBy: z.string(),
  createdAt: Timestamp,
  syncedAt: Timestamp,
  version: z.int(),
})
export type Campaign = z.infer<typeof Campaign>

/** Where a code was used so far, by orders and invoices that are known here. */
export const CampaignUse = z.object({
  organizations: z.int(),
  lastUsedAt: Timestamp.nullable(),
  /** What was billed with it, and what it took off that, minor units; the currency with most first. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.int(), subtotal: z.int() })),
  /** The last weeks, which begin on the weekday of the code. */
  weeks: z.array(z.object({ from: Timestamp, uses: z.int() })),
})
export type CampaignUse = z.infer<typeof CampaignUse>

/** What an import would bring. Nothing is saved yet. */
export const CampaignPreview = Campaign.pick({
  id: true,
  code: true,
  coupon: true,
  times_redeemed: true,
  max_redemptions: true,
  expires_at: true,
  active: true,
  created: true,
  restrictions: true,
  displayStatus: true,
}).extend({
  /** Where it is a campaign already. */
  imported: z.object({ _id: Id, createdAt: Timestamp }).nullable(),
  /** Its page at the provider. */
  page: z.url(),
  use: CampaignUse,
  /** What it does to a monthly price; null where nothing is sold that it is for. */
  example: z
    .object({ name: z.string(), quantity: z.int(), before: z.int(), after: z.int(), currency: z.string() })
    .nullable(),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>

/** `25% off for 3 months`. */
export function offText(coupon: Coupon): string {
  const how = durationText(coupon)
  const when = coupon.duration === 'repeating' ? `for ${how}` : how.toLowerCase()
  return `${valueText(coupon)} off ${when}`
}

/** How long the price of the example holds. */
export const exampleDuration = ({ duration, duration_in_months: months }: Coupon) =>
  duration === 'once' ? 'the first month' : months ? `a month, ${months} times` : 'a month'

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
    .max(MAX_ORGANIZATION_LIMIT, `At most ${MAX_ORGANIZATION_LIMIT.toLocaleString('en-US')}`)
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
  /** Minor units, as the amount; null while no invoice has the code that staff applied. */
  billed: z.object({ subtotal: z.int(), paid: z.int() }).nullable(),
  /** What it has taken off so far. */
  amount: z.int(),
  currency: z.string(),
})
export type Redemption = z.infer<typeof Redemption>

export const campaigns = describeEndpoints('Campaigns', {
  listCampaigns: {
    call: 'GET /hikmah/allcampaigns',
    summary: 'List campaigns',
    description:
      'Without parameters the whole array is streamed, newest import first. `q` searches code, coupon and promo id; `status` is the `displayStatus`.',
    allow: 'campaigns.read',
    query: CampaignsQuery,
    ...listOf(Campaign),
  },
  previewCampaign: {
    call: 'GET /hikmah/campaign-preview',
    summary: 'Look up a promo code before it is imported',
    description:
      'By its promo id, or by its code in upper or lower case: all that have this name, those that anybody may use first. Where there is none, `near` names codes that can be used and are spelled nearly so. Nothing is saved.',
    allow: 'campaigns.manage',
    query: z.object({ promoCode: RequiredText(255) }),
    response: z.array(CampaignPreview),
    meta: z.object({ near: z.array(z.string()) }),
  },
  createCampaign: {
    call: 'POST /hikmah/createcampaign',
    summary: 'Import a promo code of the payment provider',
    description:
      'By its promo id, or by its code in upper or lower case; type, image, organization limit and status may come with it. One that is already imported is compared again, unless such details come with it; `isNew` tells the two apart. An unknown code gets 200 with `{error: true, data: "Invalid Promo Code!"}`.',
    refusals: { 409: 'CONFLICT: details came with a code that is already imported; nothing is changed' },
    example: { body: { promoCode: 'RAMADAN25' } },
    allow: 'campaigns.manage',
    body: NewCampaign,
    response: z.union([ImportedCampaign, z.string()]),
    conflict: Campaign,
    flagsText: true,
    message: (_, { isNew }: ImportedCampaign) => (isNew ? CAMPAIGN_ADDED : CAMPAIGN_COMPARED),
  },
  readCampaign: {
    call: 'GET /hikmah/campaign/:id',
    summary: 'Get a campaign',
    allow: 'campaigns.read',
    response: Campaign,
  },
  updateCampaign: {
    call: 'PUT /hikmah/campaign/:id',
    summary: 'Update a campaign',
    description: 'Type, image, organization limit and status; the rest is the provider’s.',
    example: { body: { campaignType: 'Promotion', organizationLimit: 50, status: 'Available', version: 2 } },
    allow: 'campaigns.manage',
    body: CampaignEdit,
    response: Campaign,
    conflict: Campaign,
    message: CAMPAIGN_UPDATED,
  },
  deleteCampaign: {
    call: 'DELETE /hikmah/campaign/:id',
    summary: 'Delete a campaign',
    description: 'The promo code is deactivated at the provider, for good, and the campaign leaves the list.',
    refusals: { 502: 'UPSTREAM: it is not known whether the provider did it; it is retried automatically' },
    allow: 'campaigns.manage',
    message: CAMPAIGN_DELETED,
  },
  readCampaignUse: {
    call: 'GET /hikmah/campaign/:id/use',
    summary: 'Sum up where a campaign was used',
    allow: 'campaigns.read',
    response: CampaignUse,
  },
  listRedemptions: {
    call: 'GET /hikmah/campaign/:id/redemptions',
    summary: 'List where a campaign was used',
    description: 'From orders and invoices, newest first, a page at a time.',
    allow: 'campaigns.read',
    query: PageQuery,
    response: z.array(Redemption),
    meta: z.object({ total: z.int(), page: z.int(), limit: z.int() }),
  },
  resyncCampaign: {
    call: 'POST /hikmah/campaign/:id/resync',
    summary: 'Read a campaign at the payment provider again',
    allow: 'campaigns.manage',
    response: Campaign,
    message: CAMPAIGN_RESYNCED,
  },
})

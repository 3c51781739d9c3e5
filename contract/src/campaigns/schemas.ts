import { z } from 'zod'
import { Id, listQuery, RequiredText, Timestamp, Version } from '../common.ts'
import { ImageMeta, LibraryImage } from '../media/schemas.ts'
import { campaignSorts, campaignStatuses, campaignTypes, displayStatuses, MAX_ORGANIZATIONS } from './words.ts'

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
    .number()
    .refine(Number.isInteger, 'A whole number')
    .min(1, 'At least 1')
    .max(MAX_ORGANIZATIONS, `At most ${MAX_ORGANIZATIONS.toLocaleString('en-US')}`)
    .nullable()
    .optional(),
  status: z.enum(campaignStatuses).optional(),
  version: Version.optional(),
})
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

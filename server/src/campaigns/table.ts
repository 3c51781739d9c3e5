import type { Campaign, CampaignEdit, StoredCampaignField } from '@hikmah/contract/campaigns'
import { sql } from 'drizzle-orm'
import { bigint, boolean, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type ColumnFor, moment } from '../kit/db/columns.ts'
import { mediaReference } from '../media/table.ts'

/** Minor units of the currency beside it. */
const amount = (name: string) => bigint(name, { mode: 'number' })

export const campaignNames = sql`(array[folded(code), folded(promo_id)])`

export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid().primaryKey(),
    /** Down to `fetchedAt`, what is the provider's, as it was last read there. */
    promoId: text('promo_id').notNull().unique(),
    code: text().notNull(),
    isActive: boolean('is_active').notNull(),
    timesRedeemed: integer('times_redeemed').notNull(),
    maxRedemptions: integer('max_redemptions'),
    /** The end of the code or of its coupon, whichever comes first. */
    expiresAt: moment('expires_at'),
    /** When it was made there. */
    issuedAt: moment('issued_at').notNull(),
    firstTimeOnly: boolean('first_time_only').notNull().default(false),
    minimumAmount: amount('minimum_amount'),
    minimumCurrency: text('minimum_currency'),
    /** The one customer who may use it. */
    customerId: text('customer_id'),
    couponId: text('coupon_id').notNull(),
    couponName: text('coupon_name').notNull().default(''),
    percentOff: doublePrecision('percent_off'),
    amountOff: amount('amount_off'),
    currency: text(),
    duration: text().notNull(),
    durationInMonths: integer('duration_in_months'),
    couponTimesRedeemed: integer('coupon_times_redeemed').notNull(),
    couponMaxRedemptions: integer('coupon_max_redemptions'),
    /** The products it is for; none means all. */
    productIds: text('product_ids').array().notNull(),
    /** When the reading of it began: an older one never overwrites a newer. */
    fetchedAt: moment('fetched_at').notNull(),
    type: text().$type<Campaign['campaignType']>().notNull().default(''),
    imageMediaId: mediaReference('image_media_id'),
    imageName: text('image_name').notNull().default(''),
    imageSize: integer('image_size').notNull().default(0),
    organizationLimit: integer('organization_limit'),
    status: text().$type<Campaign['status']>().notNull().default('Available'),
    createdBy: text('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
    search: text().generatedAlwaysAs(sql`searched(code || ' ' || coupon_name || ' ' || promo_id)`),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('campaigns_created').on(t.createdAt, t.id),
    index('campaigns_coupon').on(t.couponId),
    index('campaigns_image').on(t.imageMediaId),
    index('campaigns_search').using('gin', t.search.op('gin_trgm_ops')),
    index('campaigns_exact').using('gin', campaignNames),
  ],
)

export type CampaignTableRow = typeof campaigns.$inferSelect

/** Where each field that staff edit is kept. An image is kept by its id and returned as its address. */
export const campaignColumns = {
  campaignType: 'type',
  organizationLimit: 'organizationLimit',
  status: 'status',
  'imageMetaData.imageUrl': 'imageMediaId',
  'imageMetaData.imageName': 'imageName',
  'imageMetaData.imageSize': 'imageSize',
} as const satisfies { [Field in StoredCampaignField]: ColumnFor<CampaignTableRow, CampaignEdit, Field> }

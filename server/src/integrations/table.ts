import type { Integration, Pricing } from '@hikmah/contract/integrations'
import { asc, isNotNull, isNull, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { applications } from '../applications/table.ts'
import { moment } from '../kit/db/columns.ts'
import type { BilledInCents } from '../kit/figures/money.ts'
import { mediaReference } from '../media/table.ts'

type Paid<Kind = Pricing> = Extract<Kind, { pricingType: 'Paid' }>
export type KeptPricing = Exclude<Pricing, Paid> | BilledInCents<Paid>

export const integrationWords = sql`(array[folded(name)])`

export const integrations = pgTable(
  'integrations',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    stripeProductId: text('stripe_product_id').notNull().default(''),
    shortDescription: text('short_description').notNull(),
    longDescription: text('long_description').notNull(),
    imageMediaId: mediaReference('image_media_id').notNull(),
    imageName: text('image_name').notNull().default(''),
    imageSize: integer('image_size').notNull().default(0),
    integrationApi: text('integration_api').$type<Integration['integrationApi']>().notNull().default(''),
    features: jsonb().$type<Integration['features']>().notNull(),
    pricing: jsonb().$type<KeptPricing>().notNull(),
    currency: text().notNull().default('usd'),
    status: text().$type<Integration['status']>().notNull(),
    statusSince: moment('status_since').notNull(),
    /** Its `order` in the list. */
    place: integer().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Out of the catalogue, but for the plans of those who subscribe to it. */
    deletedAt: moment('deleted_at'),
    search: text().generatedAlwaysAs(sql`searched(name || ' ' || short_description)`),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('integrations_place').on(t.place, t.id).where(sql`deleted_at is null`),
    index('integrations_created').on(t.createdAt, t.id),
    index('integrations_image').on(t.imageMediaId),
    index('integrations_search').using('gin', t.search.op('gin_trgm_ops')),
    index('integrations_exact').using('gin', integrationWords),
  ],
)

/** In the catalogue. */
export const isListed = isNull(integrations.deletedAt)

/** Which of several is meant that share a product or a price: one in the catalogue, and the oldest. */
export const preferredFirst = [isNotNull(integrations.deletedAt), asc(integrations.createdAt), asc(integrations.id)]

export type IntegrationTableRow = typeof integrations.$inferSelect

export const integrationApplications = pgTable(
  'integration_applications',
  {
    integrationId: uuid('integration_id')
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.applicationId] }),
    index('integration_applications_application').on(t.applicationId),
  ],
)

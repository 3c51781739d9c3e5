import type { Application } from '@hikmah/contract/applications'
import type { Plan } from '@hikmah/contract/plans'
import { asc, isNotNull, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import type { BilledInCents, InCents } from '../kit/figures/money.ts'
import { mediaReference } from '../media/table.ts'

export type KeptPlan = BilledInCents<Plan>
export type KeptFeature = InCents<Application['features'][number]>
export type KeptHardware = Omit<InCents<Application['hardware'][number]>, 'setupCost'> & {
  setupCostCents: number | null
}

export const applicationWords = sql`(array[folded(display_name), folded(name)])`

export const applications = pgTable(
  'applications',
  {
    id: uuid().primaryKey(),
    name: text().$type<Application['name']>().notNull(),
    displayName: text('display_name').notNull(),
    stripeProductId: text('stripe_product_id').notNull().default(''),
    shortDescription: text('short_description').notNull(),
    longDescription: text('long_description').notNull(),
    imageMediaId: mediaReference('image_media_id').notNull(),
    imageName: text('image_name').notNull().default(''),
    imageSize: integer('image_size').notNull().default(0),
    iconMediaId: mediaReference('icon_media_id').notNull(),
    iconName: text('icon_name').notNull().default(''),
    iconSize: integer('icon_size').notNull().default(0),
    features: jsonb().$type<KeptFeature[]>().notNull(),
    plans: jsonb().$type<KeptPlan[]>().notNull(),
    hardware: jsonb().$type<KeptHardware[]>().notNull(),
    showHardware: boolean('show_hardware').notNull().default(false),
    currency: text().notNull().default('usd'),
    status: text().$type<Application['status']>().notNull(),
    statusSince: moment('status_since').notNull(),
    /** Its `order` in the list. */
    place: integer().notNull(),
    archivedAt: moment('archived_at'),
    createdAt: moment('created_at').notNull(),
    search: text().generatedAlwaysAs(sql`searched(display_name || ' ' || name || ' ' || short_description)`),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('applications_place').on(t.place, t.id).where(sql`archived_at is null`),
    index('applications_created').on(t.createdAt, t.id),
    index('applications_image').on(t.imageMediaId),
    index('applications_icon').on(t.iconMediaId),
    index('applications_search').using('gin', t.search.op('gin_trgm_ops')),
    index('applications_exact').using('gin', applicationWords),
  ],
)

/** Which of several is meant that share a kind, a product or a price: one in the catalogue, and the oldest. */
export const preferredFirst = [isNotNull(applications.archivedAt), asc(applications.createdAt), asc(applications.id)]

/** The prices of the provider that a plan, or an integration, is billed by. */
export const pricesOf = ({
  monthlyBilling,
  annuallyBilling,
}: Record<'monthlyBilling' | 'annuallyBilling', { stripePlanId: string }>) =>
  [monthlyBilling.stripePlanId, annuallyBilling.stripePlanId].filter(Boolean)

export type ApplicationTableRow = typeof applications.$inferSelect

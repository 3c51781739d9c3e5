import type { ReviewStatus } from '@hikmah/contract/common'
import type { VerdictGroup, VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import type { OrganizationEdit, OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import type { StoredOrganizationField } from '@hikmah/contract/organizations/words'
import type { KeptAgainst, LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type ColumnFor, inNameOrder, moment } from '../kit/db/columns.ts'
import { mediaReference } from '../media/table.ts'

/** For searches by those who may see EINs. */
export const einSearch = sql`(' ' || replace(ein, '-', ' ') || ' ' || replace(ein, '-', '') || ' ')`
export const organizationNames = sql`(array[folded(name), folded(short_name), folded(email), folded(admin), ltrim(primary_phone, '+'), ltrim(secondary_phone, '+')])`
/** Papers that were asked for and came stand before all that waits longer. */
export const papersFirst = sql`(papers_arrived_at is null)`

/** Whether a decision that stands contradicted the record. */
export const againstRecord = sql`(ein_against is not null or exempt_against is not null)`

export const organizations = pgTable(
  'organizations',
  {
    id: uuid().primaryKey(),
    /** A foreign key only in the database, so that this file does not import invites. */
    inviteId: uuid('invite_id').unique(),
    name: text().notNull(),
    shortName: text('short_name').notNull().default(''),
    type: text().notNull().default(''),
    email: text().notNull(),
    website: text().notNull().default(''),
    admin: text().notNull().default(''),
    status: text().$type<OrganizationStatus>().notNull(),
    createdAt: moment('created_at').notNull(),
    line1: text().notNull().default(''),
    line2: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    country: text().notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    primaryPhone: text('primary_phone').notNull().default(''),
    secondaryPhone: text('secondary_phone').notNull().default(''),
    iconName: text('icon_name').notNull().default(''),
    iconSize: integer('icon_size').notNull().default(0),
    iconMediaId: mediaReference('icon_media_id'),
    logoName: text('logo_name').notNull().default(''),
    logoSize: integer('logo_size').notNull().default(0),
    logoMediaId: mediaReference('logo_media_id'),
    referredBy: text('referred_by').notNull().default(''),
    ein: text().notNull().default(''),
    einStatus: text('ein_status').$type<ReviewStatus>(),
    einSubmittedAt: moment('ein_submitted_at'),
    /** When the status last became Pending: at a submission, or when staff opened the review again. */
    einPendingSince: moment('ein_pending_since'),
    einReviewedAt: moment('ein_reviewed_at'),
    taxExempt: boolean('tax_exempt').notNull().default(false),
    exemptStatus: text('exempt_status').$type<ReviewStatus>(),
    exemptSubmittedAt: moment('exempt_submitted_at'),
    exemptPendingSince: moment('exempt_pending_since'),
    exemptReviewedAt: moment('exempt_reviewed_at'),
    /** The last papers were not the first. */
    taxResubmitted: boolean('tax_resubmitted').notNull().default(false),
    /** Null once a requested submission came, or once nothing waits. */
    papersAskedAt: moment('papers_asked_at'),
    /** Until then papers may come with a link, and the review waits for them instead of for a decision. */
    papersDueAt: moment('papers_due_at'),
    /** When the papers came that were asked for; null once nothing waits, and when others are asked for. */
    papersArrivedAt: moment('papers_arrived_at'),
    /** Whether any paper was ever handed in: of each row, tax_documents would tell in a query of its own. */
    hasPapers: boolean('has_papers').notNull().default(false),
    /** Letters about its taxes are in English first, then in this language. */
    letterLanguage: text('letter_language').$type<LetterLanguage>().notNull().default('en'),
    taxGroup: text('tax_group').$type<VerdictGroup>().notNull().default('not-checked'),
    /** Since when the decision needs another review: the IRS record became worse, or another came to hold its EIN. */
    irsChangedAt: moment('irs_changed_at'),
    /** That another organization came to hold its EIN is a cause of that. */
    einShared: boolean('ein_shared').notNull().default(false),
    /** Of the decision that stands, where it contradicted the record. */
    einAgainst: jsonb('ein_against').$type<KeptAgainst>(),
    exemptAgainst: jsonb('exempt_against').$type<KeptAgainst>(),
    /** Who made the latest decision, and on which record. */
    decidedById: uuid('decided_by_id'),
    decidedByName: text('decided_by_name'),
    decidedOutcome: text('decided_outcome').$type<VerdictOutcome>(),
    decidedGroup: text('decided_group').$type<VerdictGroup>().notNull().default('not-checked'),
    /** `acct_…` of the payment provider, or empty. */
    paymentAccountId: text('payment_account_id').notNull().default(''),
    /** The tax status is edited separately, so it has its own version. */
    taxVersion: integer('tax_version').notNull().default(1),
    /** Since when the oldest undecided submission waits, unless for papers; the migration has the rule. */
    waitingSince: moment('waiting_since').generatedAlwaysAs(
      sql`case when papers_due_at is null then least(case when ein_status = 'Pending' then ein_pending_since end, case when exempt_status = 'Pending' then exempt_pending_since end, irs_changed_at) else irs_changed_at end`,
    ),
    /** When the last of its reviews was decided, while none waits. */
    decidedAt: moment('decided_at').generatedAlwaysAs(
      sql`case when ein_status = 'Pending' or exempt_status = 'Pending' or irs_changed_at is not null then null else greatest(ein_reviewed_at, exempt_reviewed_at) end`,
    ),
    search: text().generatedAlwaysAs(
      sql`searched(name || ' ' || short_name || ' ' || email || ' ' || admin || ' ' || city || ' ' || state_words(state) || ' ' || postal_code || ' ' || primary_phone || ' ' || secondary_phone)`,
    ),
    /** What recognizes it (queries.ts); null until written by a write or by `matchWordsJob`. */
    matchWords: text('match_words').array(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('organizations_created').on(t.createdAt, t.id),
    index('organizations_name').on(inNameOrder(t.name), t.id),
    index('organizations_type').on(t.type, t.id),
    index('organizations_city').on(inNameOrder(t.city), t.id),
    index('organizations_status_created').on(t.status, t.createdAt, t.id),
    index('organizations_status_name').on(t.status, inNameOrder(t.name), t.id),
    index('organizations_status_type').on(t.status, t.type, t.id),
    index('organizations_status_city').on(t.status, inNameOrder(t.city), t.id),
    index('organizations_search').using('gin', t.search.op('gin_trgm_ops')),
    index('organizations_ein').using('gin', sql`${einSearch} gin_trgm_ops`),
    index('organizations_exact').using('gin', organizationNames),
    index('organizations_match_words').using('gin', t.matchWords),
    index('organizations_not_matched').on(t.id).where(sql`match_words is null`),
    index('organizations_same_ein').on(t.ein).where(sql`ein <> ''`),
    index('organizations_web_host').on(sql`web_host(website)`).where(sql`website <> ''`),
    index('organizations_payment_account').on(t.paymentAccountId).where(sql`payment_account_id <> ''`),
    index('organizations_waiting').on(papersFirst, t.waitingSince, t.id).where(sql`waiting_since is not null`),
    index('organizations_waiting_name').on(inNameOrder(t.name), t.id).where(sql`waiting_since is not null`),
    index('organizations_waiting_search')
      .using('gin', t.search.op('gin_trgm_ops'), sql`${einSearch} gin_trgm_ops`, organizationNames)
      .where(sql`waiting_since is not null`),
    index('organizations_group_waiting')
      .on(t.taxGroup, papersFirst, t.waitingSince, t.id)
      .where(sql`waiting_since is not null`),
    index('organizations_group_name').on(t.taxGroup, inNameOrder(t.name), t.id).where(sql`waiting_since is not null`),
    index('organizations_no_paper')
      .on(papersFirst, t.waitingSince, t.id)
      .where(sql`waiting_since is not null and not has_papers`),
    index('organizations_no_paper_name')
      .on(inNameOrder(t.name), t.id)
      .where(sql`waiting_since is not null and not has_papers`),
    index('organizations_resubmitted')
      .on(papersFirst, t.waitingSince, t.id)
      .where(sql`waiting_since is not null and tax_resubmitted`),
    index('organizations_resubmitted_name')
      .on(inNameOrder(t.name), t.id)
      .where(sql`waiting_since is not null and tax_resubmitted`),
    index('organizations_irs_changed').on(papersFirst, t.waitingSince, t.id).where(sql`irs_changed_at is not null`),
    index('organizations_irs_changed_name').on(inNameOrder(t.name), t.id).where(sql`irs_changed_at is not null`),
    index('organizations_arrived').on(t.waitingSince).where(sql`papers_arrived_at is not null`),
    index('organizations_papers').on(t.papersDueAt, t.id).where(sql`papers_due_at is not null`),
    index('organizations_papers_name').on(inNameOrder(t.name), t.id).where(sql`papers_due_at is not null`),
    index('organizations_unchecked').on(t.id).where(sql`ein <> '' and tax_group = 'not-checked'`),
    index('organizations_decided').on(t.decidedAt, t.id).where(sql`decided_at is not null`),
    index('organizations_decided_name').on(inNameOrder(t.name), t.id).where(sql`decided_at is not null`),
    index('organizations_decided_group').on(t.decidedGroup, t.decidedAt, t.id).where(sql`decided_at is not null`),
    index('organizations_decided_group_name')
      .on(t.decidedGroup, inNameOrder(t.name), t.id)
      .where(sql`decided_at is not null`),
    index('organizations_decided_by').on(t.decidedById, t.decidedAt, t.id).where(sql`decided_at is not null`),
    index('organizations_decided_by_name')
      .on(t.decidedById, inNameOrder(t.name), t.id)
      .where(sql`decided_at is not null`),
    index('organizations_against').on(t.decidedAt, t.id).where(sql`decided_at is not null and ${againstRecord}`),
    index('organizations_against_waiting')
      .on(papersFirst, t.waitingSince, t.id)
      .where(sql`waiting_since is not null and ${againstRecord}`),
    index('organizations_against_name').on(inNameOrder(t.name), t.id).where(againstRecord),
    index('organizations_changed').on(t.irsChangedAt, t.id).where(sql`irs_changed_at is not null`),
  ],
)

export type OrganizationTableRow = typeof organizations.$inferSelect

/** The organization that a row of another table belongs to. */
export const organizationReference = () => uuid('organization_id').references(() => organizations.id)

/** The column of each field. An image is stored by its id and returned as a URL. */
export const organizationColumns = {
  orgName: 'name',
  orgShortName: 'shortName',
  orgType: 'type',
  orgEmail: 'email',
  orgWebsite: 'website',
  orgAdmin: 'admin',
  'orgAddress.line1': 'line1',
  'orgAddress.line2': 'line2',
  'orgAddress.city': 'city',
  'orgAddress.state': 'state',
  'orgAddress.country': 'country',
  'orgAddress.postalCode': 'postalCode',
  'phoneFax.primaryPhone': 'primaryPhone',
  'phoneFax.secondaryPhone': 'secondaryPhone',
  'orgIcon.iconUrl': 'iconMediaId',
  'orgIcon.iconName': 'iconName',
  'orgIcon.iconSize': 'iconSize',
  'orgLogo.logoUrl': 'logoMediaId',
  'orgLogo.logoName': 'logoName',
  'orgLogo.logoSize': 'logoSize',
  referredBy: 'referredBy',
} as const satisfies {
  [Field in StoredOrganizationField]: ColumnFor<OrganizationTableRow, OrganizationEdit, Field>
}

/** Append-only, so that past figures can be computed. The first has no `fromStatus`. */
export const organizationStatusChanges = pgTable(
  'organization_status_changes',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    fromStatus: text('from_status').$type<OrganizationStatus>(),
    toStatus: text('to_status').$type<OrganizationStatus>().notNull(),
    at: moment('at').notNull(),
    byName: text('by_name').notNull(),
    note: text().notNull().default(''),
  },
  (t) => [
    index('organization_status_changes_organization').on(t.organizationId, t.at),
    index('organization_status_changes_at').on(t.at),
  ],
)

import type { ReviewStatus } from '@hikmah/contract/common'
import type { Verdict } from '@hikmah/contract/irs-registry/endpoints'
import type { VerdictGroup, VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import type { LinkReason } from '@hikmah/contract/papers-link'
import type {
  KeptAgainst,
  Paper,
  ReasonCode,
  TaxEvent,
  TaxEventStatus,
  TaxRequest,
} from '@hikmah/contract/tax-verification/schemas'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'

const ofStaff = () => uuid('staff_id').references(() => staff.id)

/** The row, the files and what follows from them; how old the files are is shown when it is read. */
export type KeptEvidence = Omit<Verdict, 'outcome' | 'score' | 'stale'>

/** Append-only: a decision of record is never edited, reopening is a new event. */
export const taxEvents = pgTable(
  'tax_events',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    type: text().$type<TaxEvent['eventType']>().notNull(),
    status: text().$type<TaxEventStatus>().notNull(),
    at: moment('at').notNull(),
    byName: text('by_name').notNull(),
    messages: jsonb().$type<TaxEvent['messages']>().notNull().default([]),
    snapshot: jsonb().$type<TaxEvent['snapshot']>(),
    reasonCode: text('reason_code').$type<ReasonCode>(),
    missing: text().array().$type<Paper[]>().notNull().default([]),
    /** What a decision was made on, whole and with the EIN. */
    evidence: jsonb().$type<TaxEvent['evidence']>(),
    against: jsonb().$type<KeptAgainst>(),
  },
  (t) => [index('tax_events_organization').on(t.organizationId, t.at), index('tax_events_at').on(t.at)],
)

/** Append-only: what was asked of an organization without a status that changed, and what of it was taken back. */
export const taxRequests = pgTable(
  'tax_requests',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    status: text().$type<TaxRequest['status']>().notNull(),
    at: moment('at').notNull(),
    byName: text('by_name').notNull(),
    reasonCode: text('reason_code').$type<ReasonCode>(),
    reason: text().notNull(),
    missing: text().array().$type<Paper[]>().notNull(),
    message: text().notNull(),
  },
  (t) => [index('tax_requests_organization').on(t.organizationId, t.at), index('tax_requests_at').on(t.at)],
)

export const taxDocuments = pgTable(
  'tax_documents',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => taxEvents.id),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('tax_documents_organization').on(t.organizationId, t.createdAt),
    index('tax_documents_content').on(t.sha256),
  ],
)

/** The last decision, and what stood before it, for as long as it may be taken back. */
export const taxDecisionUndos = pgTable(
  'tax_decision_undos',
  {
    organizationId: organizationReference().primaryKey(),
    version: integer().notNull(),
    decidedBy: uuid('decided_by').notNull(),
    until: moment('until').notNull(),
    mailId: uuid('mail_id'),
    linkId: uuid('link_id'),
    ein: text().notNull(),
    einStatus: text('ein_status').$type<ReviewStatus>(),
    einReviewedAt: moment('ein_reviewed_at'),
    einPendingSince: moment('ein_pending_since'),
    taxExempt: boolean('tax_exempt').notNull(),
    exemptStatus: text('exempt_status').$type<ReviewStatus>(),
    exemptReviewedAt: moment('exempt_reviewed_at'),
    exemptPendingSince: moment('exempt_pending_since'),
    papersAskedAt: moment('papers_asked_at'),
    papersDueAt: moment('papers_due_at'),
    papersArrivedAt: moment('papers_arrived_at'),
    irsChangedAt: moment('irs_changed_at'),
    einShared: boolean('ein_shared').notNull().default(false),
    einAgainst: jsonb('ein_against').$type<KeptAgainst>(),
    exemptAgainst: jsonb('exempt_against').$type<KeptAgainst>(),
    /** Who had decided before. */
    decidedById: uuid('decided_by_id'),
    decidedByName: text('decided_by_name'),
    decidedOutcome: text('decided_outcome').$type<VerdictOutcome>(),
    decidedGroup: text('decided_group').$type<VerdictGroup>().notNull().default('not-checked'),
    /** To other owners, of a decision against the record. */
    noticeMails: uuid('notice_mails').array().notNull().default([]),
    notices: uuid().array().notNull().default([]),
    /** Whose claim the decision ended. */
    claimedBy: uuid('claimed_by').references(() => staff.id),
    claimedByName: text('claimed_by_name'),
    claimedAt: moment('claimed_at'),
  },
  (t) => [index('tax_decision_undos_decided_by').on(t.decidedBy, t.until)],
)

/** What the registry of the IRS said of each organization with an EIN, when it was looked up last. */
export const taxVerdicts = pgTable(
  'tax_verdicts',
  {
    organizationId: organizationReference().primaryKey(),
    outcome: text().$type<VerdictOutcome>().notNull(),
    score: real(),
    evidence: jsonb().$type<KeptEvidence>().notNull(),
    /** What it was before the change that makes the review wait again. */
    outcomeBefore: text('outcome_before').$type<VerdictOutcome>(),
    registryVersion: integer('registry_version').notNull(),
    checkedAt: moment('checked_at').notNull(),
  },
  (t) => [index('tax_verdicts_version').on(t.registryVersion, t.organizationId)],
)

export const taxClaims = pgTable(
  'tax_claims',
  {
    organizationId: organizationReference().primaryKey(),
    staffId: ofStaff().notNull(),
    byName: text('by_name').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('tax_claims_staff').on(t.staffId, t.at)],
)

/** When a reviewer last opened a version of a review that waits. */
export const taxOpenings = pgTable(
  'tax_openings',
  {
    organizationId: organizationReference().notNull(),
    staffId: ofStaff().notNull(),
    version: integer().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.staffId] })],
)

/** How long each decision took from there. One that is taken back is none. */
export const taxDecisionTimes = pgTable(
  'tax_decision_times',
  {
    organizationId: organizationReference().notNull(),
    version: integer().notNull(),
    outcome: text().$type<VerdictOutcome>(),
    decidedAt: moment('decided_at').notNull(),
    seconds: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.version] }), index('tax_decision_times_decided').on(t.decidedAt)],
)

/** A link in a letter, with which an organization sends its papers without an account. Of the link only a hash is kept. */
export const papersLinks = pgTable(
  'papers_links',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    reason: text().$type<LinkReason>().notNull(),
    words: text().notNull(),
    missing: text().array().$type<Paper[]>().notNull(),
    byName: text('by_name').notNull(),
    sentTo: text('sent_to').notNull(),
    createdAt: moment('created_at').notNull(),
    /** By the first of the links that ask for the same. */
    askedAt: moment('asked_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When whoever sent nothing hears of it again; null where nobody does, and once it was done. */
    remindAt: moment('remind_at'),
    /** That it came with the reminder. */
    remindedAt: moment('reminded_at'),
    openedAt: moment('opened_at'),
    submittedAt: moment('submitted_at'),
    /** How many were sent with it. */
    documents: integer().notNull().default(0),
    revokedAt: moment('revoked_at'),
    replacedBy: uuid('replaced_by'),
  },
  (t) => [
    index('papers_links_organization').on(t.organizationId, t.createdAt),
    index('papers_links_remind').on(t.remindAt).where(sql`remind_at is not null`),
    index('papers_links_ended').on(sql`(coalesce(revoked_at, expires_at))`),
  ],
)

/** What was uploaded with a link, in parts, until it is sent. */
export const paperUploads = pgTable(
  'paper_uploads',
  {
    id: uuid().primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => papersLinks.id),
    /** By which its first part is known, if its answer is lost and it comes again. */
    callerKey: text('caller_key'),
    name: text().notNull(),
    size: integer().notNull(),
    received: integer().notNull(),
    /** Of the whole, once it is here. */
    sha256: text(),
    contentType: text('content_type'),
    createdAt: moment('created_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (t) => [index('paper_uploads_link').on(t.linkId, t.createdAt)],
)

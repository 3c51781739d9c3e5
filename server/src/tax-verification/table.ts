import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxEvent, TaxEventStatus } from '@hikmah/contract/tax-verification/schemas'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { organizations } from '../organizations/table.ts'

/** Append-only: a decision of record is never edited, reopening is a new event. */
export const taxEvents = pgTable(
  'tax_events',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    type: text().$type<TaxEvent['eventType']>().notNull(),
    status: text().$type<TaxEventStatus>().notNull(),
    at: moment('at').notNull(),
    byName: text('by_name').notNull(),
    messages: jsonb().$type<TaxEvent['messages']>().notNull().default([]),
    snapshot: jsonb().$type<TaxEvent['snapshot']>(),
  },
  (t) => [index('tax_events_organization').on(t.organizationId, t.at), index('tax_events_at').on(t.at)],
)

export const taxDocuments = pgTable(
  'tax_documents',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => taxEvents.id),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('tax_documents_organization').on(t.organizationId, t.createdAt)],
)

/** The last decision, and what stood before it, for as long as it may be taken back. */
export const taxDecisionUndos = pgTable('tax_decision_undos', {
  organizationId: uuid('organization_id')
    .primaryKey()
    .references(() => organizations.id),
  /** The tax version that the decision made. */
  version: integer().notNull(),
  decidedBy: uuid('decided_by').notNull(),
  until: moment('until').notNull(),
  mailId: uuid('mail_id'),
  ein: text().notNull(),
  einStatus: text('ein_status').$type<ReviewStatus>(),
  einReviewedAt: moment('ein_reviewed_at'),
  einPendingSince: moment('ein_pending_since'),
  taxExempt: boolean('tax_exempt').notNull(),
  exemptStatus: text('exempt_status').$type<ReviewStatus>(),
  exemptReviewedAt: moment('exempt_reviewed_at'),
  exemptPendingSince: moment('exempt_pending_since'),
})

import type { DemoRequest, DemoRequestStatus, InquiryStatus } from '@hikmah/contract/communication/endpoints'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { inNameOrder, moment } from '../kit/db/columns.ts'

const isShown = sql`deleted_at is null`
const isDeleted = sql`deleted_at is not null`
const isAssigned = sql`assignee_id is not null and deleted_at is null`
const isSpam = sql`spam and deleted_at is null`

const sharedColumns = <Status extends string>() => ({
  id: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull(),
  phone: text().notNull(),
  stream: text().notNull(),
  status: text().$type<Status>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  assigneeId: uuid('assignee_id').references(() => staff.id),
  /** The assignee's name when it was assigned, empty before; shown where there is no `assigneeId`. */
  assignee: text().notNull().default(''),
  spam: boolean().notNull().default(false),
  deletedAt: moment('deleted_at'),
  version: integer().notNull().default(1),
})
export type SharedColumn = keyof ReturnType<typeof sharedColumns>

export const requestNames = sql`(array[folded(first_name || ' ' || last_name), folded(email), folded(organization), ltrim(phone, '+')])`

export const demoRequests = pgTable(
  'demo_requests',
  {
    ...sharedColumns<DemoRequestStatus>(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    organization: text().notNull(),
    applications: jsonb().$type<string[]>().notNull(),
    scheduleDate: text('schedule_date').notNull(),
    scheduleTime: text('schedule_time').notNull(),
    scheduleZone: text('schedule_zone').notNull().default(''),
    queries: jsonb().$type<DemoRequest['queries']>().notNull(),
    search: text().generatedAlwaysAs(
      sql`searched(first_name || ' ' || last_name || ' ' || email || ' ' || organization || ' ' || phone)`,
    ),
  },
  (t) => [
    index('demo_requests_created').on(t.createdAt, t.id).where(isShown),
    index('demo_requests_updated').on(t.updatedAt, t.id).where(isShown),
    index('demo_requests_name').on(inNameOrder(t.firstName), inNameOrder(t.lastName), t.id).where(isShown),
    index('demo_requests_organization').on(inNameOrder(t.organization), t.id).where(isShown),
    index('demo_requests_status_created').on(t.status, t.createdAt, t.id).where(isShown),
    index('demo_requests_status_updated').on(t.status, t.updatedAt, t.id).where(isShown),
    index('demo_requests_status_name')
      .on(t.status, inNameOrder(t.firstName), inNameOrder(t.lastName), t.id)
      .where(isShown),
    index('demo_requests_status_organization').on(t.status, inNameOrder(t.organization), t.id).where(isShown),
    index('demo_requests_spam').on(t.createdAt, t.id).where(isSpam),
    index('demo_requests_assignee').on(t.assigneeId, t.createdAt, t.id).where(isAssigned),
    index('demo_requests_email').on(t.email, t.createdAt),
    index('demo_requests_deleted').on(t.deletedAt).where(isDeleted),
    index('demo_requests_search').using('gin', t.search.op('gin_trgm_ops')),
    index('demo_requests_exact').using('gin', requestNames),
  ],
)

export const inquiryNames = sql`(array[folded(name), folded(email), ltrim(phone, '+')])`

export const contactInquiries = pgTable(
  'contact_inquiries',
  {
    ...sharedColumns<InquiryStatus>(),
    name: text().notNull(),
    inquiryType: text('inquiry_type').notNull(),
    message: text().notNull(),
    search: text().generatedAlwaysAs(sql`searched(name || ' ' || email || ' ' || phone || ' ' || message)`),
  },
  (t) => [
    index('contact_inquiries_created').on(t.createdAt, t.id).where(isShown),
    index('contact_inquiries_updated').on(t.updatedAt, t.id).where(isShown),
    index('contact_inquiries_name').on(inNameOrder(t.name), t.id).where(isShown),
    index('contact_inquiries_type').on(t.inquiryType, t.id).where(isShown),
    index('contact_inquiries_status_created').on(t.status, t.createdAt, t.id).where(isShown),
    index('contact_inquiries_status_updated').on(t.status, t.updatedAt, t.id).where(isShown),
    index('contact_inquiries_status_name').on(t.status, inNameOrder(t.name), t.id).where(isShown),
    index('contact_inquiries_status_type').on(t.status, t.inquiryType, t.id).where(isShown),
    index('contact_inquiries_spam').on(t.createdAt, t.id).where(isSpam),
    index('contact_inquiries_assignee').on(t.assigneeId, t.createdAt, t.id).where(isAssigned),
    index('contact_inquiries_email').on(t.email, t.createdAt),
    index('contact_inquiries_deleted').on(t.deletedAt).where(isDeleted),
    index('contact_inquiries_search').using('gin', t.search.op('gin_trgm_ops')),
    index('contact_inquiries_exact').using('gin', inquiryNames),
  ],
)

/**
 * Append-only: responses of staff and repeated forms of visitors. Each belongs to a demo request or an inquiry, and goes
 * with it.
 */
export const responseEntries = pgTable(
  'response_entries',
  {
    id: uuid().primaryKey(),
    demoRequestId: uuid('demo_request_id').references(() => demoRequests.id, { onDelete: 'cascade' }),
    inquiryId: uuid('inquiry_id').references(() => contactInquiries.id, { onDelete: 'cascade' }),
    status: text().notNull(),
    assignee: text().notNull(),
    note: text().notNull(),
    createdAt: moment('created_at').notNull(),
    reviewedBy: text('reviewed_by').notNull(),
    fromWebsite: boolean('from_website').notNull(),
    /** No foreign key: a mail may be forgotten sooner than the entry, which never changes. */
    mailId: uuid('mail_id'),
    answer: text().notNull().default(''),
    /** Who may take it back; null of visitors, and of what was saved before that was possible. */
    savedBy: uuid('saved_by').references(() => staff.id),
    /** The columns that it changed, as they were. */
    previous: jsonb().$type<Record<string, unknown>>(),
    takesBack: uuid('takes_back').references((): AnyPgColumn => responseEntries.id),
  },
  (t) => [
    index('response_entries_demo_request')
      .on(t.demoRequestId, t.createdAt, t.id)
      .where(sql`demo_request_id is not null`),
    index('response_entries_inquiry').on(t.inquiryId, t.createdAt, t.id).where(sql`inquiry_id is not null`),
    index('response_entries_saved_by').on(t.savedBy, t.createdAt).where(sql`saved_by is not null`),
    uniqueIndex('response_entries_taken_back').on(t.takesBack).where(sql`takes_back is not null`),
  ],
)

/** Shared by all staff. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: uuid().primaryKey(),
    title: text().notNull(),
    text: text().notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('canned_replies_title').on(sql`lower(${t.title})`)],
)

import type { InquiryStatus } from '@hikmah/contract/contact-inquiries'
import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { sharedColumns } from '../communication/queries.ts'
import { inAnyCase } from '../kit/db/columns.ts'

const isThere = sql`deleted_at is null`
const isAssigned = sql`assignee_id is not null and deleted_at is null`

/** What matches an inquiry exactly in the search over everything. */
export const inquiryNames = sql`(array[lower(name), email, ltrim(phone, '+')])`

export const contactInquiries = pgTable(
  'contact_inquiries',
  {
    ...sharedColumns<InquiryStatus>(),
    name: text().notNull(),
    inquiryType: text('inquiry_type').notNull(),
    message: text().notNull(),
    search: text().generatedAlwaysAs(sql`' ' || lower(name || ' ' || email || ' ' || phone || ' ' || message)`),
  },
  (t) => [
    index('contact_inquiries_created').on(t.createdAt, t.id).where(isThere),
    index('contact_inquiries_updated').on(t.updatedAt, t.id).where(isThere),
    index('contact_inquiries_name').on(inAnyCase(t.name), t.id).where(isThere),
    index('contact_inquiries_type').on(t.inquiryType, t.id).where(isThere),
    index('contact_inquiries_status_created').on(t.status, t.createdAt, t.id).where(isThere),
    index('contact_inquiries_status_updated').on(t.status, t.updatedAt, t.id).where(isThere),
    index('contact_inquiries_status_name').on(t.status, inAnyCase(t.name), t.id).where(isThere),
    index('contact_inquiries_status_type').on(t.status, t.inquiryType, t.id).where(isThere),
    index('contact_inquiries_spam').on(t.createdAt, t.id).where(sql`spam and deleted_at is null`),
    index('contact_inquiries_assignee').on(t.assigneeId, t.createdAt, t.id).where(isAssigned),
    index('contact_inquiries_email').on(t.email, t.createdAt),
    index('contact_inquiries_search').using('gin', t.search.op('gin_trgm_ops')),
    index('contact_inquiries_exact').using('gin', inquiryNames),
  ],
)

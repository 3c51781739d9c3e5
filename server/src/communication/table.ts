import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'

/** Append-only: what staff answered, and what a visitor sent again. Each belongs to a demo request or an inquiry. */
export const responseEntries = pgTable(
  'response_entries',
  {
    id: uuid().primaryKey(),
    /** Both have foreign keys in the database only: this shared table must not import the features that use it. */
    demoRequestId: uuid('demo_request_id'),
    inquiryId: uuid('inquiry_id'),
    status: text().notNull(),
    assignee: text().notNull(),
    note: text().notNull(),
    createdAt: moment('created_at').notNull(),
    reviewedBy: text('reviewed_by').notNull(),
    fromWebsite: boolean('from_website').notNull(),
    /** No foreign key: a mail may be forgotten sooner than the entry, which never changes. */
    mailId: uuid('mail_id'),
  },
  (t) => [
    index('response_entries_demo_request')
      .on(t.demoRequestId, t.createdAt, t.id)
      .where(sql`demo_request_id is not null`),
    index('response_entries_inquiry').on(t.inquiryId, t.createdAt, t.id).where(sql`inquiry_id is not null`),
  ],
)

import type { NoticeChoice, NoticeTopic } from '@hikmah/contract/profile/endpoints'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'

const staffId = () =>
  uuid('staff_id')
    .notNull()
    .references(() => staff.id)

/** What a person chose; a topic without a row is at its default. */
export const staffPreferences = pgTable(
  'staff_preferences',
  {
    staffId: staffId(),
    topic: text().$type<NoticeTopic>().notNull(),
    choice: text().$type<NoticeChoice>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.topic] })],
)

/** What waits for the next daily letter. */
export const staffNotices = pgTable(
  'staff_notices',
  {
    id: uuid().primaryKey(),
    staffId: staffId(),
    topic: text().$type<NoticeTopic>().notNull(),
    line: text().notNull(),
    /** In the console, such as `/organization-detail-…`. */
    path: text().notNull(),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    index('staff_notices_waiting').on(t.staffId, t.createdAt).where(sql`sent_at is null`),
    index('staff_notices_sent').on(t.sentAt).where(sql`sent_at is not null`),
  ],
)

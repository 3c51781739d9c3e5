import { boolean, integer, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'

/** What a demo request and a contact inquiry both have. */
export const sharedColumns = <Status extends string>() => ({
  id: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull(),
  phone: text().notNull(),
  stream: text().notNull(),
  status: text().$type<Status>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  assigneeId: uuid('assignee_id').references(() => staff.id),
  /** The name when it was given to somebody, empty before; shown where there is no `assigneeId`. */
  assignee: text().notNull().default(''),
  spam: boolean().notNull().default(false),
  deletedAt: moment('deleted_at'),
  version: integer().notNull().default(1),
})

import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'

/** Append-only. Address and agent are what the server saw, never what a caller said. */
export const agreementLogs = pgTable(
  'agreement_logs',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    userName: text('user_name').notNull(),
    logType: text('log_type').$type<'agreement' | 'terms'>().notNull(),
    createdAt: moment('created_at').notNull(),
    ipAddress: text('ip_address').notNull(),
    browser: text().notNull(),
    operatingSystem: text('operating_system').notNull(),
    device: text().notNull(),
    log: text().notNull(),
  },
  (t) => [index('agreement_logs_organization').on(t.organizationId, t.createdAt)],
)

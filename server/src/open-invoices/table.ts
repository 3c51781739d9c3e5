import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'
import { stripeInvoices } from '../payments/table.ts'

const invoiceReference = () => text('invoice_id').references(() => stripeInvoices.id, { onDelete: 'cascade' })

/** Who got which step of the ladder, from 1 on. */
export const invoiceReminders = pgTable(
  'invoice_reminders',
  {
    invoiceId: invoiceReference().notNull(),
    step: integer().notNull(),
    sentTo: text('sent_to').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.step] })],
)

/** Without an invoice it holds all of the organization. One that was released ends when it was. */
export const reminderHolds = pgTable(
  'reminder_holds',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    invoiceId: invoiceReference(),
    until: moment('until').notNull(),
    reason: text().notNull(),
    byName: text('by_name').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('reminder_holds_organization').on(t.organizationId, t.until)],
)

import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'
import { organizationReference } from '../organizations/table.ts'
import { customerReference } from '../payments/table.ts'

/** Links with which an organization saves another payment method. */
export const paymentMethodLinks = pgTable(
  'payment_method_links',
  {
    id: uuid().primaryKey(),
    organizationId: organizationReference().notNull(),
    customerId: customerReference().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** '' where it was only copied. */
    sentTo: text('sent_to').notNull(),
    byName: text('by_name').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    openedAt: moment('opened_at'),
    usedAt: moment('used_at'),
    /** What was saved with it. */
    methodId: text('method_id'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('payment_method_links_organization').on(t.organizationId, t.createdAt)],
)

import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** What was ordered on each day of UTC, in minor units of the currency; kept by triggers. */
export const orderDays = pgTable(
  'order_days',
  {
    day: date().notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.status, t.currency] })],
)

import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Orders of each UTC day, in minor units of the currency. Triggers keep the sums. */
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

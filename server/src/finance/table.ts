import { bigint, boolean, date, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Minor units of the currency beside it. */
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
const ofDay = {
  day: date().notNull(),
  currency: text().notNull(),
}
/** A day and currency has one folded row, and one row for each later write. */
const isFolded = boolean('is_folded').notNull().default(false)

/** Payments of each UTC day, kept by triggers. The sum of a day's rows counts. */
export const revenueDays = pgTable(
  'revenue_days',
  {
    ...ofDay,
    invoices: amount('invoices'),
    amount: amount('amount'),
    refunded: amount('refunded'),
    lost: amount('lost').default(0),
    isFolded,
  },
  (t) => [index('revenue_days_day').on(t.day)],
)

/** The part of a day's payments for each product, '' without one, by the lines. Kept by triggers. */
export const revenueProductDays = pgTable(
  'revenue_product_days',
  { ...ofDay, productId: text('product_id').notNull(), amount: amount('amount'), isFolded },
  (t) => [index('revenue_product_days_day').on(t.day)],
)

import { bigint, boolean, date, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Minor units of the currency beside it. */
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
const ofDay = {
  day: date().notNull(),
  currency: text().notNull(),
}
/** Of a day and a currency there is one row that is folded, and one of each write that came after. */
const isFolded = boolean('is_folded').notNull().default(false)

/** What was paid on each day of UTC; kept by triggers. The sum of a day's rows is what counts. */
export const revenueDays = pgTable(
  'revenue_days',
  { ...ofDay, invoices: amount('invoices'), amount: amount('amount'), refunded: amount('refunded'), isFolded },
  (t) => [index('revenue_days_day').on(t.day)],
)

/** What of it the lines say was paid for each product, '' without one; kept by triggers. */
export const revenueProductDays = pgTable(
  'revenue_product_days',
  { ...ofDay, productId: text('product_id').notNull(), amount: amount('amount'), isFolded },
  (t) => [index('revenue_product_days_day').on(t.day)],
)

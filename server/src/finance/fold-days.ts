import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { House } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { commas } from '../kit/list/rows.ts'
import { orderDays } from '../orders/table.ts'
import { openInvoiceDays } from '../payments/table.ts'
import { revenueDays, revenueProductDays } from './table.ts'

/** Puts the rows that writes have added to the kept days into one for each day. The sums stay as they are. */
export async function foldDays(db: Db): Promise<void> {
  const { day, currency, invoices, amount, refunded, lost } = revenueDays
  await fold(db, revenueDays, [day, currency], [invoices, amount, refunded, lost])
  const ofProducts = revenueProductDays
  await fold(db, ofProducts, [ofProducts.day, ofProducts.currency, ofProducts.productId], [ofProducts.amount])
  await fold(db, orderDays, [orderDays.day, orderDays.status, orderDays.currency], [orderDays.count, orderDays.amount])
  await fold(db, openInvoiceDays, [openInvoiceDays.day], [openInvoiceDays.count])
}

async function fold(db: Db, table: PgTable, by: PgColumn[], sums: PgColumn[]): Promise<void> {
  const each = (columns: PgColumn[], write: (name: SQL, column: PgColumn) => SQL = (name) => name) =>
    commas(columns.map((column) => write(sql`${sql.identifier(column.name)}`, column)))
  await db.execute(sql`
    with gone as (delete from ${table} where not is_folded returning *)
    insert into ${table} (${each(by)}, ${each(sums)}, is_folded)
      select ${each(by)}, ${each(sums, (name) => sql`sum(${name})`)}, true from gone group by ${each(by)} order by ${each(by)}
      on conflict (${each(by)}) where is_folded
        do update set ${each(sums, (name, column) => sql`${name} = ${column} + excluded.${name}`)}`)
}

export const foldDaysJob = job({
  name: 'fold-revenue-days',
  every: 'minute',
  work: ({ db }: House) => foldDays(db),
})

import { type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'
import { revenueDays, revenueProductDays } from './table.ts'

/** Puts the rows that writes have added to the kept days into one for each day. The sums stay as they are. */
export async function foldRevenueDays(db: Db): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${revenueDays} where not is_folded returning *)
    insert into ${revenueDays} (day, currency, invoices, amount, refunded, is_folded)
      select day, currency, sum(invoices), sum(amount), sum(refunded), true from gone group by 1, 2 order by 1, 2
      on conflict (day, currency) where is_folded do update set invoices = revenue_days.invoices + excluded.invoices,
        amount = revenue_days.amount + excluded.amount, refunded = revenue_days.refunded + excluded.refunded`)
  await db.execute(sql`
    with gone as (delete from ${revenueProductDays} where not is_folded returning *)
    insert into ${revenueProductDays} (day, currency, product_id, amount, is_folded)
      select day, currency, product_id, sum(amount), true from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, currency, product_id) where is_folded do update set amount = revenue_product_days.amount + excluded.amount`)
}

export const foldRevenueJob = job({
  name: 'fold-revenue-days',
  every: 'quarter of an hour',
  work: ({ db }: House) => foldRevenueDays(db),
})

/** A day whose kept sum differs from that of its invoices and lines. `productId` null: the invoices as a whole. */
export interface WrongDay {
  day: string
  currency: string
  productId: string | null
  /** Of the invoices or lines less what was kept, in minor units. */
  missing: number
}

/** Compares all kept days with the invoices and their lines, year by year, and corrects and returns those that differ. */
export async function repairRevenueDays(db: Db): Promise<WrongDay[]> {
  const years = await rowsOf<{ from: string; to: string }>(
    db,
    sql`select year::date::text as from, (year + interval '1 year')::date::text as to
      from (
        select min(day) as first, max(day) as last from (
          select day from ${revenueDays} union all select day from ${revenueProductDays}
          union all select (min(paid_at) at time zone 'UTC')::date from stripe_invoices where status = 'paid'
          union all select (max(paid_at) at time zone 'UTC')::date from stripe_invoices where status = 'paid'
        ) days
      ) whole, generate_series(date_trunc('year', first::timestamp), last::timestamp, interval '1 year') as year`,
  )
  const wrong: WrongDay[] = []
  for (const { from, to } of years) {
    const isPaidThen = sql`i.status = 'paid' and i.paid_at >= ${from}::timestamp at time zone 'UTC'
      and i.paid_at < ${to}::timestamp at time zone 'UTC'`
    const isKeptThen = sql`day >= ${from}::date and day < ${to}::date`
    wrong.push(...(await repairYear(db, isPaidThen, isKeptThen)))
  }
  return wrong
}

/** Compares and repairs in a single statement: rows and sums are of the same moment, and the difference is added, as every write of revenue does. */
async function repairYear(db: Db, isPaidThen: SQL, isKeptThen: SQL): Promise<WrongDay[]> {
  const ofInvoices = await rowsOf<WrongDay>(
    db,
    sql`with wrong as (
      select day, currency, sum(invoices) as invoices, sum(amount) as amount, sum(refunded) as refunded from (
        select (i.paid_at at time zone 'UTC')::date as day, i.currency, 1 as invoices, i.amount_paid as amount, i.refunded
        from stripe_invoices i where ${isPaidThen}
        union all
        select day, currency, -invoices, -amount, -refunded from ${revenueDays} where ${isKeptThen}
      ) parts group by 1, 2 having sum(invoices) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    ), added as (
      insert into ${revenueDays} (day, currency, invoices, amount, refunded) select * from wrong
    )
    select day::text, currency, null as "productId", amount::float8 as missing from wrong order by 1, 2`,
  )
  const ofLines = await rowsOf<WrongDay>(
    db,
    sql`with wrong as (
      select day, currency, product_id, sum(amount) as amount from (
        select (i.paid_at at time zone 'UTC')::date as day, i.currency, coalesce(l.product_id, '') as product_id,
          l.amount - l.discount as amount
        from stripe_invoices i join stripe_invoice_lines l on l.invoice_id = i.id where ${isPaidThen}
        union all
        select day, currency, product_id, -amount from ${revenueProductDays} where ${isKeptThen}
      ) parts group by 1, 2, 3 having sum(amount) <> 0
    ), added as (
      insert into ${revenueProductDays} (day, currency, product_id, amount) select * from wrong
    )
    select day::text, currency, product_id as "productId", amount::float8 as missing from wrong order by 1, 2, 3`,
  )
  return [...ofInvoices, ...ofLines]
}

/** That there was anything to put right is an error of ours: it is done by then, and the log says where. */
export const compareRevenueJob = job({
  name: 'compare-revenue-days',
  every: 'night',
  work: async ({ db }: House) => {
    const wrong = await repairRevenueDays(db)
    if (wrong.length > 0)
      throw new Error(
        `The kept sums of ${wrong.length} days were wrong and are put right: ${JSON.stringify(wrong.slice(0, 10))}`,
      )
  },
})

import { orderStages } from '@hikmah/contract/orders/schemas'
import type { OrderStatus } from '@hikmah/contract/orders/words'
import { and, gte, inArray, lt, min, type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { beginningOf, dateOf, dividedDays, isCompared, onDividedDay, stretchOf } from '../kit/figures/kept-days.ts'
import type { PeriodTimes } from '../kit/figures/period.ts'
import { orders } from '../orders/table.ts'
import { orderDays } from './table.ts'

/** Orders of one stretch of time, one status and one currency. */
export interface Group {
  /** 1 is the period before, 2 lies between both, the steps begin at 3. */
  stretch: number
  status: OrderStatus
  currency: string
  count: number
  amount: number
}

export const BEFORE = 1
export const FIRST_STEP = 3

const { createdAt, status, currency, total } = orders

/**
 * A day of UTC that lies in one stretch is read as the sum that is kept of it. Of a day on which one stretch ends and
 * another begins, as in every time zone but that of UTC, the orders themselves are read.
 */
export async function readOrderGroups(db: Db, times: PeriodTimes): Promise<Group[]> {
  const { to, previousFrom, previousTo, steps } = times
  const stretch = (moment: SQL) => stretchOf(moment, [previousFrom, previousTo, ...steps])
  const created = sql`${createdAt}`
  const rows = await rowsOf<{ [K in keyof Group]: unknown }>(
    db,
    sql`with divided as (${dividedDays([previousFrom, previousTo, ...steps, to])}), days as (
      select ${beginningOf(sql`d.day`)} as day, d.status, d.currency, d.count, d.amount from ${orderDays} d
      where d.day >= ${dateOf(previousFrom)} and d.day <= ${dateOf(to)}
    )
    select stretch, status, currency, sum(count)::bigint as count, sum(amount)::bigint as amount from (
      select ${stretch(sql`days.day`)} as stretch, status, currency, count, amount from days
      where ${isCompared(sql`days.day`, times)} and days.day not in (select day from divided)
      union all
      select ${stretch(created)}, ${status}, ${currency}, 1, ${total} from divided
      cross join lateral (select * from ${orders} where ${onDividedDay(created)} offset 0) ${orders}
      where ${isCompared(created, times)}
    ) parts group by 1, 2, 3`,
  )
  return rows.map((row) => ({
    stretch: Number(row.stretch),
    // Only what the table of orders holds.
    status: row.status as OrderStatus,
    currency: String(row.currency),
    count: Number(row.count),
    amount: Number(row.amount),
  }))
}

export async function readOldestPending(db: Db, { from, to }: PeriodTimes): Promise<Date | null> {
  const [row] = await db
    .select({ oldest: min(createdAt) })
    .from(orders)
    .where(and(inArray(status, [...orderStages.pending]), gte(createdAt, from), lt(createdAt, to)))
  return row?.oldest ?? null
}

import type { InvoiceAge } from '@hikmah/contract/finance'
import { type SQL, sql } from 'drizzle-orm'
import { listCounts } from '../kit/list/rows.ts'
import { stripeInvoices } from '../payments/table.ts'

const DAY_MS = 86_400_000

/** The number of whole days overdue from which an open invoice is in each band. The first is not due. */
const FIRST_DAYS: [InvoiceAge, number][] = [
  ['not-due', Number.NEGATIVE_INFINITY],
  ['1-30', 1],
  ['31-60', 31],
  ['61-90', 61],
  ['over-90', 91],
]

const { dueAt, finalizedAt, createdAt, status } = stripeInvoices

/** An invoice charged automatically has no due date and is due when it is issued. */
const dueDate = sql<Date>`coalesce(${dueAt}, ${finalizedAt}, ${createdAt})`

const ago = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`

/** Open, and as long overdue as its age says. */
export function isInAgeBand(age: InvoiceAge, now: Date): SQL {
  const place = FIRST_DAYS.findIndex(([name]) => name === age)
  const [first, next] = [FIRST_DAYS[place]![1], FIRST_DAYS[place + 1]?.[1]]
  const atLeast = Number.isFinite(first) ? sql`${dueDate} <= ${ago(now, first)}` : sql`true`
  const lessThan = next === undefined ? sql`true` : sql`${dueDate} > ${ago(now, next)}`
  return sql`(${status} = 'open' and ${atLeast} and ${lessThan})`
}

/** The age of an open invoice, to group by. */
export const ageBand = (now: Date): SQL<InvoiceAge> =>
  sql.join(
    [
      sql`case`,
      ...FIRST_DAYS.toReversed()
        .slice(0, -1)
        .map(([age, days]) => sql`when ${dueDate} <= ${ago(now, days)} then ${sql.raw(`'${age}'`)}`),
      sql`else 'not-due' end`,
    ],
    sql` `,
  ) as SQL<InvoiceAge>

export const isOverdueAt = (due: Date, now: Date) => due.getTime() <= now.getTime() - DAY_MS
/** Applies to open invoices. */
export const isPastDue = (now: Date) => sql`${dueDate} <= ${ago(now, 1)}`
export const isOverdue = (now: Date) => sql`(${status} = 'open' and ${isPastDue(now)})`

/**
 * How many of all invoices are overdue. Whole days (UTC) are summed from the kept counts by due date; the day that is only
 * partly overdue is counted.
 */
export function countOverdue(now: Date): SQL<number> {
  const day = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
  return sql<number>`(
    (select coalesce(sum(${listCounts.count}), 0) from ${listCounts}
      where ${listCounts.list} = 'open-invoices' and ${listCounts.status} < ${day})
    + (select count(*) from ${stripeInvoices} where ${isOverdue(now)} and ${dueDate} >= ${`${day}T00:00:00Z`}::timestamptz)
  )::integer`
}

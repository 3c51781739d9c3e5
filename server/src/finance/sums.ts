import type { BookedOutcome, InvoiceAge } from '@hikmah/contract/finance'
import { type SQL, sql } from 'drizzle-orm'
import { preferredFirst } from '../applications/table.ts'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import {
  beginningOf,
  dateOf,
  dividedDays,
  isCompared,
  isWithin,
  onDividedDay,
  stretchOf,
} from '../kit/figures/period.ts'
import { job } from '../kit/jobs/jobs.ts'
import { ageBand, isPastDue } from './queries.ts'
import { revenueDays, revenueProductDays } from './table.ts'

export interface Bounds {
  from: Date
  to: Date
  previousFrom: Date
  previousTo: Date
  /** The beginnings of the stretches before, in order, and of as many stretches of the period. */
  stretches: Date[]
}

export interface MonthGroup {
  currency: string
  /** From 1, those before first. */
  stretch: number
  invoices: number
  amount: number
  /** Gone back, by the provider or outside it. */
  refunded: number
  /** Taken by banks in disputes. */
  lost: number
}

/** The part of a month that was paid for one application, by the lines. */
export interface PartGroup {
  currency: string
  stretch: number
  name: string
  /** Of its application, from 1; null where it is none of ours. */
  place: number | null
  amount: number
}

/** Paid and open amounts of an organization; null stands for customers that belong to none. */
export interface Account
  extends Record<
    `${'paid' | 'before' | 'due' | 'overdue'}${'' | 'Invoices'}` | 'net' | 'recurring' | 'recurringBefore',
    number
  > {
  currency: string
  organizationId: string | null
  organizationName: string | null
  /** How many organizations there are in all, this one among them. */
  organizations: number
}

export interface Sums {
  months: MonthGroup[]
  parts: PartGroup[]
  /** Open invoices. */
  ages: { currency: string; age: InvoiceAge; invoices: number; amount: number }[]
  accounts: Account[]
  disputes: { currency: string; outcome: BookedOutcome; amount: number; disputes: number }[]
}

const MAX_PAYERS = 50

/** All sums of a period, read in one snapshot, so they agree with each other while invoices are written. */
export async function readSums(db: Db, now: Date, bounds: Bounds): Promise<Sums> {
  const all = (table: string) => sql`(select coalesce(json_agg(t), '[]') from ${sql.raw(table)} t) as ${sql.raw(table)}`
  const [sums] = await rowsOf<Sums>(
    db,
    sql`with divided as (${ofDividedDays(bounds)}),
      months as (${ofMonths(bounds)}),
      parts as (${ofParts(bounds, bounds.from)}),
      ages as (${ofAges(now)}),
      currencies as (select currency from months union select currency from ages),
      accounts as (${ofAccounts(now, bounds)}),
      disputes as (${ofDisputes(bounds)})
    select ${sql.join(['months', 'parts', 'ages', 'accounts', 'disputes'].map(all), sql`, `)}`,
  )
  // There is always one row.
  return sums!
}

export const ofDividedDays = ({ to, previousTo, stretches }: Bounds) => dividedDays([...stretches, previousTo, to])

const keptDay = beginningOf(sql`d.day`)
const isUndivided = sql`${keptDay} not in (select day from divided)`
const paidAt = sql`i.paid_at`
/** `offset 0`, or PostgreSQL reads the whole period with its lines and only then looks which days are divided. */
const paidOnDividedDays = (isMeant: SQL) => sql`divided cross join lateral (
  select * from stripe_invoices i where i.status = 'paid' and ${onDividedDay(paidAt)} and ${isMeant} offset 0) i`

export function ofMonths(bounds: Bounds): SQL {
  const stretch = (moment: SQL) => stretchOf(moment, bounds.stretches)
  return sql`select currency, stretch, sum(invoices) as invoices, sum(amount) as amount, sum(refunded) as refunded, sum(lost) as lost from (
      select d.currency, ${stretch(keptDay)} as stretch, d.invoices, d.amount, d.refunded, d.lost from ${revenueDays} d
      where d.day >= ${dateOf(bounds.previousFrom)} and d.day <= ${dateOf(bounds.to)}
        and ${isCompared(keptDay, bounds)} and ${isUndivided}
      union all
      select i.currency, ${stretch(paidAt)}, 1, i.amount_paid, i.refunded + i.returned_outside, i.lost
      from ${paidOnDividedDays(isCompared(paidAt, bounds))}
    ) paid group by 1, 2 having sum(invoices) <> 0`
}

/** Of what `stripe_products p` and `named a` say; `p` and `a` are joined by `joinNames`. */
export const productName = sql`coalesce(a.display_name, p.name, 'Other')`
export const joinNames = (productId: SQL) => sql`left join stripe_products p on p.id = ${productId}
    left join lateral (
      select id, display_name from applications where stripe_product_id = ${productId} and stripe_product_id <> ''
      order by ${sql.join(preferredFirst, sql`, `)} limit 1
    ) a on true`

/** Reads the days from `since` on. */
export function ofParts(bounds: Bounds, since: Date): SQL {
  const stretch = (moment: SQL) => stretchOf(moment, bounds.stretches)
  return sql`select sums.currency, sums.stretch, ${productName} as name, min(places.place) as place, sum(sums.amount) as amount
    from (
      select currency, stretch, product_id, sum(amount) as amount from (
        select d.currency, ${stretch(keptDay)} as stretch, d.product_id, d.amount from ${revenueProductDays} d
        where d.day >= ${dateOf(since)} and d.day <= ${dateOf(bounds.to)} and ${isCompared(keptDay, bounds)}
          and ${keptDay} >= ${since.toISOString()}::timestamptz and ${isUndivided}
        union all
        select i.currency, ${stretch(paidAt)}, coalesce(l.product_id, ''), l.amount - l.discount
        from ${paidOnDividedDays(sql`${isCompared(paidAt, bounds)} and ${paidAt} >= ${since.toISOString()}::timestamptz`)}
          cross join lateral (select * from stripe_invoice_lines where invoice_id = i.id offset 0) l
      ) paid group by 1, 2, 3
    ) sums
    ${joinNames(sql`sums.product_id`)}
    left join (select id, row_number() over (order by created_at, id) as place from applications) places on places.id = a.id
    group by 1, 2, 3 having sum(sums.amount) <> 0`
}

const ofAges = (now: Date): SQL =>
  sql`select stripe_invoices.currency, ${ageBand(now)} as age, count(*) as invoices, sum(stripe_invoices.amount_remaining) as amount
    from stripe_invoices where stripe_invoices.status = 'open' group by 1, 2`

/** Opened in the period. They are few: an index leads to them. */
const ofDisputes = ({ from, to }: Bounds): SQL =>
  sql`select currency, movement ->> 'outcome' as outcome, count(*) as disputes, sum((movement ->> 'amount')::bigint) as amount
    from money_movements where kind = 'dispute' and movement ->> 'at' >= ${from.toISOString()}
      and movement ->> 'at' < ${to.toISOString()} and movement ->> 'outcome' <> 'inquiry' group by 1, 2`

/**
 * Sorted by the amount paid, then by the amount owed, largest first. All payers are summed from the two indexes only, and no
 * further than that order needs: the rest is read from the rows of those listed, which are few.
 */
function ofAccounts(now: Date, { from, to, previousFrom, previousTo }: Bounds): SQL {
  const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
  const isPaid = (from: Date, to: Date) =>
    sql`stripe_invoices.status = 'paid' and ${isWithin(sql`stripe_invoices.paid_at`, from, to)}`
  const isOpen = sql`stripe_invoices.status = 'open'`
  const isOverdue = sql`${isOpen} and ${isPastDue(now)}`
  const net = sql`stripe_invoices.amount_paid - stripe_invoices.refunded - stripe_invoices.returned_outside - stripe_invoices.lost`
  const remaining = sql`stripe_invoices.amount_remaining`
  const sumIf = (condition: SQL, value: SQL) => sql`case when ${condition} then ${value} end`
  const invoicesOf = (isOf: SQL) => sql`select ${sumIf(isPaid(from, to), net)} as net,
      ${sumIf(isPaid(previousFrom, previousTo), net)} as before, ${sumIf(isOpen, remaining)} as open,
      ${sumIf(isOverdue, remaining)} as overdue
    from stripe_invoices where ${isOf} and stripe_invoices.currency = currencies.currency and stripe_invoices.status in ('paid', 'open')`
  const movedBy = (isOf: SQL) => sql`select m.at, m.difference from recurring_movements m
    where ${isOf} and m.currency = currencies.currency and m.at < ${moment(to)}`
  return sql`select currencies.currency, o.id as "organizationId", o.name as "organizationName", paid, net,
      paid_invoices as "paidInvoices", its.open - overdue as due, open_invoices - overdue_invoices as "dueInvoices",
      overdue, overdue_invoices as "overdueInvoices", organizations, before, before_invoices as "beforeInvoices",
      recurring, recurring_before as "recurringBefore"
    from currencies cross join lateral (
      select organization_id, sum_amounts(paid) as paid, sum_amounts(open) as open, count(*) over () as organizations
      from (
        select organization_id, amount_paid as paid, null::bigint as open from stripe_invoices
        where ${isPaid(from, to)} and currency = currencies.currency
        union all
        select organization_id, null, amount_remaining from stripe_invoices
        where status = 'open' and currency = currencies.currency
      ) parts
      group by 1 order by paid desc, open desc, organization_id limit ${sql.raw(String(MAX_PAYERS))}
    ) most
      cross join lateral (
        select sum_amounts(net) as net, count(net) as paid_invoices, sum_amounts(before) as before, count(before) as before_invoices,
          sum_amounts(open) as open, count(open) as open_invoices, sum_amounts(overdue) as overdue, count(overdue) as overdue_invoices
        from (
          ${invoicesOf(sql`organization_id = most.organization_id`)}
          union all ${invoicesOf(sql`organization_id is null and most.organization_id is null`)}
        ) invoices
      ) its
      cross join lateral (
        select coalesce(sum_amounts(difference), 0) as recurring,
          coalesce(sum_amounts(case when at < ${moment(from)} then difference else 0 end), 0) as recurring_before from (
          ${movedBy(sql`m.organization_id = most.organization_id`)}
          union all ${movedBy(sql`m.organization_id is null and most.organization_id is null`)}
        ) moved
      ) moved
      left join organizations o on o.id = most.organization_id`
}

/** A day whose kept sum differs from that of its invoices and lines. `productId` null: the invoices as a whole. */
export interface WrongDay {
  day: string
  currency: string
  productId: string | null
  /** The sum of the invoices or lines less the kept sum, in minor units. */
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
      select day, currency, sum(invoices) as invoices, sum(amount) as amount, sum(refunded) as refunded, sum(lost) as lost from (
        select (i.paid_at at time zone 'UTC')::date as day, i.currency, 1 as invoices, i.amount_paid as amount,
          i.refunded + i.returned_outside as refunded, i.lost
        from stripe_invoices i where ${isPaidThen}
        union all
        select day, currency, -invoices, -amount, -refunded, -lost from ${revenueDays} where ${isKeptThen}
      ) parts group by 1, 2 having sum(invoices) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0 or sum(lost) <> 0
    ), added as (
      insert into ${revenueDays} (day, currency, invoices, amount, refunded, lost) select * from wrong
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

/** A wrong sum is an error of ours, so the job fails after the repair and the log says where. */
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

import type { InvoiceAge } from '@hikmah/contract/finance/words'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { ageOf } from './rules.ts'

interface Bounds {
  from: Date
  to: Date
  previousFrom: Date
  previousTo: Date
  months: Date[]
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const monthOf = (months: Date[]) => sql`width_bucket(i.paid_at, array[${sql.join(months.map(at), sql`, `)}])`

/** The database writes large integers as text. */
const numbers = <Row extends object, Key extends keyof Row>(rows: Row[], ...keys: Key[]): Row[] =>
  rows.map((row) => ({ ...row, ...Object.fromEntries(keys.map((key) => [key, Number(row[key])])) }))

export interface MonthGroup {
  currency: string
  /** From 1; 0 is the period before. */
  month: number
  invoices: number
  amount: number
  refunded: number
}

export async function readMonths(db: Db, bounds: Bounds): Promise<MonthGroup[]> {
  const { from, to, previousFrom, previousTo, months } = bounds
  const rows = await rowsOf<MonthGroup>(
    db,
    sql`select i.currency, ${monthOf(months)} as month, count(*)::int as invoices,
        sum(i.amount_paid)::bigint as amount, sum(i.refunded)::bigint as refunded
      from stripe_invoices i
      where i.status = 'paid' and (i.paid_at >= ${at(previousFrom)} and i.paid_at < ${at(previousTo)}
        or i.paid_at >= ${at(from)} and i.paid_at < ${at(to)})
      group by 1, 2`,
  )
  return numbers(rows, 'amount', 'refunded')
}

/** What an organization paid, or has not paid yet; null is who belongs to none. */
export interface OrganizationGroup {
  currency: string
  organizationId: string | null
  organizationName: string | null
  invoices: number
  amount: number
}

export async function readPayers(db: Db, { from, to }: Bounds): Promise<OrganizationGroup[]> {
  const rows = await rowsOf<OrganizationGroup>(
    db,
    sql`select sums.*, o.name as "organizationName" from (
      select currency, organization_id as "organizationId", count(*)::int as invoices, sum(amount_paid)::bigint as amount
      from stripe_invoices where status = 'paid' and paid_at >= ${at(from)} and paid_at < ${at(to)}
      group by 1, 2
    ) sums left join organizations o on o.id = sums."organizationId"`,
  )
  return numbers(rows, 'amount')
}

/** What of a month was paid for which application, as the lines say. */
export interface PartGroup {
  currency: string
  month: number
  name: string
  amount: number
}

export async function readParts(db: Db, { from, to, months }: Bounds): Promise<PartGroup[]> {
  const rows = await rowsOf<PartGroup>(
    db,
    sql`select sums.currency, sums.month, coalesce(a.display_name, p.name, 'Other') as name, sum(sums.amount)::bigint as amount
      from (
        select i.currency, ${monthOf(months)} as month, l.product_id, sum(l.amount - l.discount) as amount
        from stripe_invoices i join stripe_invoice_lines l on l.invoice_id = i.id
        where i.status = 'paid' and i.paid_at >= ${at(from)} and i.paid_at < ${at(to)}
        group by 1, 2, 3
      ) sums
      left join stripe_products p on p.id = sums.product_id
      left join lateral (
        select display_name from applications where stripe_product_id = sums.product_id and stripe_product_id <> ''
        order by created_at limit 1
      ) a on true
      group by 1, 2, 3`,
  )
  return numbers(rows, 'amount')
}

export interface OpenGroup extends OrganizationGroup {
  age: InvoiceAge
}

/** What is not paid yet, by age and organization. */
export async function readOpen(db: Db, now: Date): Promise<OpenGroup[]> {
  const rows = await rowsOf<OpenGroup>(
    db,
    sql`select sums.*, o.name as "organizationName" from (
      select stripe_invoices.currency, ${ageOf(now)} as age, stripe_invoices.organization_id as "organizationId",
        count(*)::int as invoices, sum(stripe_invoices.amount_remaining)::bigint as amount
      from stripe_invoices where stripe_invoices.status = 'open'
      group by 1, 2, 3
    ) sums left join organizations o on o.id = sums."organizationId"`,
  )
  return numbers(rows, 'amount')
}

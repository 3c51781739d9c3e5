import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import type { MonthQuery } from '@hikmah/contract/finance'
import { sum } from '@hikmah/contract/money'
import {
  RECURRING_CHANGE,
  type RecurringMovement,
  type RecurringOfCurrency,
  type RecurringPart,
  type RecurringRevenue,
  type RecurringRow,
  recurringMovementKinds,
} from '@hikmah/contract/recurring-revenue'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { preferredFirst } from '../applications/table.ts'
import type { Reads } from '../house.ts'
import { rowsOf } from '../kit/db/db.ts'
import { isWithin, spanOf } from '../kit/figures/period.ts'
import { pagingOf } from '../kit/list/rows.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { comparedSpan } from './summary.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

interface Sums {
  earlier: { currency: string; amount: number }[]
  within: {
    currency: string
    kind: RecurringMovement
    amount: number
    organizations: number
  }[]
}

/** What there was before the period, and each movement in it: what there is after is their sum. */
export async function readRecurringRevenue(
  { db, clock }: Reads,
  query: z.infer<typeof MonthQuery>,
): Promise<RecurringRevenue> {
  const times = comparedSpan(query, clock.now())
  const [sums] = await rowsOf<Sums>(
    db,
    sql`with earlier as (
      select currency, sum(difference) as amount from recurring_movements where at < ${moment(times.from)} group by 1
    ), within as (
      select m.currency, m.kind, sum(m.difference) as amount, count(distinct coalesce(c.organization_id::text, c.id)) as organizations
      from recurring_movements m join stripe_customers c on c.id = m.customer_id
      where ${isWithin(sql`m.at`, times.from, times.to)} group by 1, 2
    )
    select (select coalesce(json_agg(e), '[]') from earlier e) as earlier,
      (select coalesce(json_agg(w), '[]') from within w) as within`,
  )
  // There is always one row.
  const { earlier, within } = sums!
  const currencies = [...new Set([...earlier, ...within].map(({ currency }) => currency))]
    .map((currency) =>
      summarize(
        currency,
        earlier.find((one) => one.currency === currency)?.amount ?? 0,
        within.filter((one) => one.currency === currency),
      ),
    )
    .filter(({ parts }) => parts.some(({ amount }) => amount !== 0))
  const size = ({ parts }: RecurringOfCurrency) => Math.max(...parts.map(({ amount }) => amount))
  currencies.sort((a, b) => size(b) - size(a) || a.currency.localeCompare(b.currency))
  return { ...spanOf(times), currencies }
}

function summarize(currency: string, start: number, within: Sums['within']): RecurringOfCurrency {
  const movements = recurringMovementKinds.map((part) => {
    const { amount = 0, organizations = 0 } = within.find(({ kind }) => kind === part) ?? {}
    return { part, amount, organizations }
  })
  const end = start + sum(movements, ({ amount }) => amount)
  return {
    currency,
    parts: [
      { part: 'start', amount: start, organizations: null },
      ...movements,
      { part: 'end', amount: end, organizations: null },
    ],
  }
}

type RowsQuery = z.infer<typeof MonthQuery> &
  PageQuery & {
    part: RecurringPart | typeof RECURRING_CHANGE
    currency: string
    orgId?: string | undefined
  }

/** The movements of a part, or what each subscription came to at the start or the end. */
function rowsIn(
  { part, currency, orgId }: RowsQuery,
  { from, to }: { from: Date; to: Date },
): { from: SQL; order: SQL } {
  const isOfPayer = orgId === 'none' ? sql`organization_id is null` : sql`organization_id = ${orgId}`
  const isOf = sql`currency = ${currency} and ${orgId ? isOfPayer : sql`true`}`
  if (part === RECURRING_CHANGE)
    return {
      from: sql`(select *, after - before as difference from (
        select subscription_id, max(customer_id) as customer_id, max(at) as at, bool_or(is_derived) as is_derived,
          sum(case when at < ${moment(from)} then difference else 0 end) as before, sum(difference) as after,
          (array_agg(items order by number desc))[1] as items
        from recurring_movements where ${isOf} and at < ${moment(to)} group by 1) sums
        where before <> 0 or after <> 0)`,
      order: sql`m.after desc, m.before desc, m.subscription_id`,
    }
  if (part !== 'start' && part !== 'end')
    return {
      from: sql`(select * from recurring_movements where ${isOf} and kind = ${part}
        and ${isWithin(sql`at`, from, to)})`,
      order: sql`m.at desc, m.subscription_id, m.number desc`,
    }
  const until = moment(part === 'start' ? from : to)
  return {
    from: sql`(select *, 0 as before, after as difference from (
      select distinct on (subscription_id) subscription_id, number, customer_id, at, after, items, is_derived
      from recurring_movements where ${isOf} and at < ${until} order by subscription_id, number desc) latest
      where after > 0)`,
    order: sql`m.after desc, m.subscription_id`,
  }
}

/** As `DEENKIOSK Premium`: our name of the product, the provider's of the price. */
const plan = sql`(select string_agg(name, ', ' order by name) from (
  select distinct trim(coalesce(a.display_name, p.name, '') || ' ' || coalesce(pr.nickname, '')) as name
  from jsonb_to_recordset(m.items) as item ("productId" text, "priceId" text)
    left join stripe_products p on p.id = item."productId"
    left join stripe_prices pr on pr.id = item."priceId"
    left join lateral (select display_name from applications
      where stripe_product_id = item."productId" and stripe_product_id <> ''
      order by ${sql.join(preferredFirst, sql`, `)} limit 1) a on true) names)`

/** A later order would be no answer to why it ended, so that of staff counts within a day. */
const end = sql`(select json_build_object('reason', coalesce(s.cancellation ->> 'reason', ''),
    'feedback', coalesce(s.cancellation ->> 'feedback', ''), 'comment', coalesce(s.cancellation ->> 'comment', ''),
    'orderReason', coalesce((select cancel_reason from orders where subscription_id = s.id and status = 'closed'
      and cancel_reason <> '' and abs(extract(epoch from closed_at - s.ended_at)) < ${DAY_S} order by closed_at limit 1), ''))
  from stripe_subscriptions s where s.id = m.subscription_id and s.ended_at = m.at and m.after = 0)`

type Row = Omit<RecurringRow, 'organization' | 'at'> & {
  organizationId: string | null
  orgName: string | null
  at: Date
  total: number
}

export async function listRecurringMovements(
  { db, clock }: Reads,
  query: RowsQuery,
): Promise<{ data: RecurringRow[]; meta: ListMeta }> {
  const { page, limit, offset } = pagingOf(query)
  const { from, order } = rowsIn(query, comparedSpan(query, clock.now()))
  const read = await rowsOf<Row>(
    db,
    sql`select c.organization_id as "organizationId", o.name as "orgName", c.name as "customerName", coalesce(${plan}, '') as plan,
        m.at, m.before::float8, m.after::float8, m.difference::float8, m.is_derived as "isDerived", m.total, ${end} as end
      from (select m.*, count(*) over ()::integer as total from ${from} m order by ${order} limit ${limit} offset ${offset}) m
        join stripe_customers c on c.id = m.customer_id left join organizations o on o.id = c.organization_id
      order by ${order}`,
  )
  const total = read[0]?.total ?? 0
  const data = read.map(({ organizationId, orgName, at, total: _, ...row }) => ({
    ...row,
    organization: organizationId ? { _id: organizationId, orgName: orgName ?? '' } : null,
    at: new Date(at).toISOString(),
  }))
  return { data, meta: { total, page, limit, counts: { all: total }, whole: total } }
}

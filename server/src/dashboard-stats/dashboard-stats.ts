import { dashboardTab } from '@hikmah/contract/console-paths'
import { type DashboardStats, DEFAULT_PERIOD, dashboardStats, type Period } from '@hikmah/contract/dashboard-stats'
import { isInStage, type OrderStage, type OrderStatus, orderStages } from '@hikmah/contract/orders/words'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { type Db, keptRowsOf } from '../kit/db/db.ts'
import { compared } from '../kit/figures/money.ts'
import {
  beginningOf,
  dateOf,
  dividedDays,
  isCompared,
  onDividedDay,
  type PeriodTimes,
  periodOf,
  spanOf,
  stretchOf,
} from '../kit/figures/period.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listCounts } from '../kit/list/rows.ts'
import { orderDays, orders } from '../orders/table.ts'

export const dashboardStatsRoutes = (serve: Serve, { db, clock }: House) =>
  serve(dashboardStats.readDashboardStats, ({ query: { period = DEFAULT_PERIOD, tz = 'UTC' } }) =>
    readDashboardStats(db, clock.now(), period, tz),
  )

interface Group {
  /** From 1 the steps before, then what is left of their period and what lies between, then the steps of the period. */
  stretch: number
  status: OrderStatus
  currency: string
  count: number
  amount: number
}

const { createdAt, status, currency, total } = orders

/**
 * A day of UTC that lies in one stretch is read as the sum that is kept of it. Of a day on which one stretch ends and
 * another begins, as in every time zone but that of UTC, the orders themselves are read.
 */
async function readOrderGroups(db: Db, times: PeriodTimes): Promise<Group[]> {
  const { to, previousFrom, previousTo, previousSteps, previousStepsTo, steps } = times
  const edges = [...previousSteps, previousStepsTo, previousTo, ...steps]
  const stretch = (moment: SQL) => stretchOf(moment, edges)
  const created = sql`${createdAt}`
  const rows = await keptRowsOf<{ [K in keyof Group]: unknown }>(
    db,
    sql`with divided as (${dividedDays([...edges, to])}), days as (
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

/** What waits is counted now, whenever it was placed. The oldest of each status is the first of its index. */
async function readPending(db: Db): Promise<{ data: number; oldestAt: string | null }> {
  const oldest = orderStages.pending.map(
    (one) => sql`(select min(${createdAt}) from ${orders} where ${status} = ${one})`,
  )
  const [row] = await keptRowsOf<{ data: number; oldest: string | null }>(
    db,
    sql`select (select coalesce(sum(${listCounts.count}), 0) from ${listCounts}
        where ${listCounts.list} = 'orders' and ${inArray(listCounts.status, [...orderStages.pending])})::int as data,
      least(${sql.join(oldest, sql`, `)})::text as oldest`,
  )
  return { data: row!.data, oldestAt: row!.oldest && new Date(row!.oldest).toISOString() }
}

/** All figures are sums of the same groups, so cards and chart agree to the last cent. */
async function readOrderFigures(db: Db, times: PeriodTimes): Promise<Pick<DashboardStats, 'orders' | 'chart'>> {
  const [groups, pending] = await Promise.all([readOrderGroups(db, times), readPending(db)])
  const count = times.steps.length
  const before = groups.filter(({ stretch }) => stretch <= count + 1)
  const now = groups.filter(({ stretch }) => stretch > count + 2)
  const figure = (stage?: OrderStage) => ({
    ...compared(countOrders(of(now, stage)), countOrders(of(before, stage))),
    list: { ...(stage && { stage }), ...listOf(times) },
  })
  const [sums, sumsBefore] = [addUpAmounts(now), addUpAmounts(before)]
  const currencies = new Set([...sums, ...sumsBefore].map(({ currency }) => currency))
  const amountIn = (of: typeof sums, currency: string) => of.find((one) => one.currency === currency)?.amount ?? 0
  return {
    orders: {
      newOrders: figure(),
      completed: figure('completed'),
      pending: { ...pending, placed: countOrders(of(now, 'pending')), list: { stage: 'pending' } },
      totalAmount: {
        amounts: [...currencies].map((currency) => ({
          currency,
          ...compared(amountIn(sums, currency), amountIn(sumsBefore, currency)),
        })),
        list: listOf(times),
      },
    },
    chart: {
      by: times.by,
      points: times.steps.map((step, i) => {
        const here = now.filter(({ stretch }) => stretch === count + 3 + i)
        const earlier = before.filter(({ stretch }) => stretch === 1 + i)
        const range = { from: step, to: times.steps[i + 1] ?? times.stepsTo }
        return {
          from: range.from.toISOString(),
          to: range.to.toISOString(),
          orders: countOrders(here),
          amounts: addUpAmounts(here),
          before: { orders: countOrders(earlier), amounts: addUpAmounts(earlier) },
          list: listOf(range),
        }
      }),
    },
  }
}

const listOf = ({ from, to }: { from: Date; to: Date }) => ({
  createdFrom: from.toISOString(),
  createdTo: to.toISOString(),
})

const of = (groups: Group[], stage?: OrderStage) =>
  stage ? groups.filter(({ status }) => isInStage(stage, status)) : groups

const countOrders = (groups: Group[]) => groups.reduce((sum, { count }) => sum + count, 0)

/** The currency of most orders first. */
function addUpAmounts(groups: Group[]) {
  const sums = new Map<string, { currency: string; amount: number; count: number }>()
  for (const { currency, amount, count } of groups) {
    const sum = sums.get(currency) ?? { currency, amount: 0, count: 0 }
    sums.set(currency, { currency, amount: sum.amount + amount, count: sum.count + count })
  }
  return [...sums.values()]
    .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ currency, amount }) => ({ currency, amount }))
}

/** Each figure is that of the list which its `list` opens. */
async function readDashboardStats(db: Db, now: Date, period: Period, zone: string): Promise<DashboardStats> {
  const times = periodOf(period, now, zone)
  const [organizations, { orders, chart }] = await Promise.all([
    readOrganizationFigures(db, times),
    readOrderFigures(db, times),
  ])
  return { ...spanOf(times), organizations, orders, chart }
}

type OrganizationCount = `${'joined' | 'invited'}${'' | 'Before'}` | `${'onboarding' | 'approved'}${'' | 'Gained'}`

async function readOrganizationFigures(db: Db, times: PeriodTimes): Promise<DashboardStats['organizations']> {
  const { from, to, previousFrom, previousTo } = times
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
  const created = (table: string, first: Date, after: Date) =>
    sql`(select count(*)::int from ${sql.identifier(table)} where created_at >= ${at(first)} and created_at < ${at(after)})`
  const counted = (status: string) =>
    sql`(select coalesce(sum(count), 0) from list_counts where list = 'organizations' and status = ${status})::int`
  /** How many more have the status than when the period began. */
  const gained = (status: string) =>
    sql`(count(*) filter (where to_status = ${status}) - count(*) filter (where from_status = ${status}))::int`
  const [counts] = await keptRowsOf<Record<OrganizationCount, number>>(
    db,
    sql`select
      ${created('organizations', from, to)} as "joined",
      ${created('organizations', previousFrom, previousTo)} as "joinedBefore",
      ${created('invites', from, to)} as "invited",
      ${created('invites', previousFrom, previousTo)} as "invitedBefore",
      ${counted('onboarding')} as "onboarding",
      ${counted('approved')} as "approved",
      ${gained('onboarding')} as "onboardingGained",
      ${gained('approved')} as "approvedGained"
    from organization_status_changes where at >= ${at(from)}`,
  )
  const { joined, joinedBefore, invited, invitedBefore, onboarding, onboardingGained, approved, approvedGained } =
    counts!
  const { organizations, invites } = dashboardTab
  const [first, after] = [from.toISOString(), to.toISOString()]
  return {
    newOrg: { ...compared(joined, joinedBefore), list: organizations({ joinedFrom: first, joinedTo: after }) },
    onboarding: {
      ...compared(onboarding, onboarding - onboardingGained),
      list: organizations({ status: 'onboarding' }),
    },
    active: { ...compared(approved, approved - approvedGained), list: organizations({ status: 'approved' }) },
    invited: { ...compared(invited, invitedBefore), list: invites({ invitedFrom: first, invitedTo: after }) },
  }
}

import { dashboardTab } from '@hikmah/contract/console-paths'
import type { DashboardStats, Period } from '@hikmah/contract/dashboard-stats'
import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { compared } from '../kit/figures/percentage.ts'
import { type PeriodTimes, periodOf, spanOf } from '../kit/figures/period.ts'
import { readOrderFigures } from './order-figures.ts'

/** Each figure is that of the list which its `list` opens. */
export async function readDashboardStats(db: Db, now: Date, period: Period, zone: string): Promise<DashboardStats> {
  const times = periodOf(period, now, zone)
  const [organizations, { orders, chart }] = await Promise.all([
    readOrganizationFigures(db, times),
    readOrderFigures(db, times),
  ])
  return { ...spanOf(times), organizations, orders, chart }
}

interface Counts {
  joined: number
  joinedBefore: number
  invited: number
  invitedBefore: number
  onboarding: number
  /** How many more are onboarding than when the period began. */
  onboardingGained: number
  approved: number
  approvedGained: number
}

async function readOrganizationFigures(db: Db, times: PeriodTimes): Promise<DashboardStats['organizations']> {
  const { from, to, previousFrom, previousTo } = times
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
  const created = (table: string, first: Date, after: Date) =>
    sql`(select count(*)::int from ${sql.identifier(table)} where created_at >= ${at(first)} and created_at < ${at(after)})`
  const counted = (status: string) =>
    sql`(select coalesce(sum(count), 0) from list_counts where list = 'organizations' and status = ${status})::int`
  const gained = (status: string) =>
    sql`(count(*) filter (where to_status = ${status}) - count(*) filter (where from_status = ${status}))::int`
  const [counts] = await rowsOf<Counts>(
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
  const it = counts!
  const { organizations, invites } = dashboardTab
  const [first, after] = [from.toISOString(), to.toISOString()]
  return {
    newOrg: { ...compared(it.joined, it.joinedBefore), list: organizations({ joinedFrom: first, joinedTo: after }) },
    onboarding: {
      ...compared(it.onboarding, it.onboarding - it.onboardingGained),
      list: organizations({ status: 'onboarding' }),
    },
    active: {
      ...compared(it.approved, it.approved - it.approvedGained),
      list: organizations({ status: 'approved' }),
    },
    invited: {
      ...compared(it.invited, it.invitedBefore),
      list: invites({ invitedFrom: first, invitedTo: after }),
    },
  }
}

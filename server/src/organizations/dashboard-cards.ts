import { dashboardTab } from '@hikmah/contract/console-paths'
import type { DashboardCards } from '@hikmah/contract/organizations/schemas'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, keptRowsOf } from '../kit/db/db.ts'
import { compared, shareOf } from '../kit/figures/money.ts'

const startOfDay = (date: Temporal.PlainDate, zone: string) => new Date(date.toZonedDateTime(zone).epochMilliseconds)

/**
 * Months and years by the calendar of the zone. Where clocks go back over midnight a day begins at the earlier one;
 * where midnight is skipped, at the first moment after it.
 */
export function periodsOf(now: Date, zone: string) {
  const month = now.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate().with({ day: 1 })
  const year = month.with({ month: 1 })
  return {
    lastMonth: startOfDay(month.subtract({ months: 1 }), zone),
    month: startOfDay(month, zone),
    nextMonth: startOfDay(month.add({ months: 1 }), zone),
    year: startOfDay(year, zone),
    nextYear: startOfDay(year.add({ years: 1 }), zone),
    weekAgo: new Date(now.getTime() - 7 * 86_400_000),
  }
}

type Periods = ReturnType<typeof periodsOf>

type Figure = `${'onboarding' | 'approved'}${'' | 'Gained'}` | `joined${'' | 'Before'}` | `waiting${'' | 'WeekAgo'}`
type Figures = Record<Figure | 'invited' | 'accepted', number> & { oldestWaiting: string | null }

/** Each figure matches the list that its `list` opens. Months and years begin in the zone. */
export async function readDashboardCards(db: Db, now: Date, zone: string): Promise<DashboardCards> {
  const periods = periodsOf(now, zone)
  const it = await readFigures(db, now, periods)
  return {
    newOrgsCard: {
      ...compared(it.joined, it.joinedBefore),
      list: dashboardTab.organizations({
        joinedFrom: periods.month.toISOString(),
        joinedTo: periods.nextMonth.toISOString(),
      }),
    },
    onBoardingCard: {
      ...compared(it.onboarding, it.onboarding - it.onboardingGained),
      list: dashboardTab.organizations({ status: 'onboarding' }),
    },
    activeCard: {
      ...compared(it.approved, it.approved - it.approvedGained),
      list: dashboardTab.organizations({ status: 'approved' }),
    },
    inviteCard: {
      data: it.invited,
      previous: it.accepted,
      percentage: shareOf(it.accepted, it.invited),
      list: dashboardTab.invites({
        invitedFrom: periods.year.toISOString(),
        invitedTo: periods.nextYear.toISOString(),
      }),
    },
    reviewsCard: {
      ...compared(it.waiting, it.waitingWeekAgo),
      list: {},
      oldestSubmittedAt: it.oldestWaiting && new Date(it.oldestWaiting).toISOString(),
    },
  }
}

/** One statement, so that all figures are of the same moment. */
async function readFigures(db: Db, now: Date, periods: Periods): Promise<Figures> {
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
  const month = at(periods.month)
  const weekAgo = at(periods.weekAgo)
  const counted = (list: string, status: string) =>
    sql`(select coalesce(sum(count), 0) from list_counts where list = ${sql.raw(`'${list}'`)} and split_part(status, ' ', 1) = ${status})::int`
  const gained = (status: string) =>
    sql`(count(*) filter (where to_status = ${status}) - count(*) filter (where from_status = ${status}))::int`
  const [figures] = await keptRowsOf<Figures>(
    db,
    sql`
with months as (
  select ${gained('onboarding')} as gained from organization_status_changes where at >= ${month}
), years as (
  select ${gained('approved')} as gained from organization_status_changes where at >= ${at(periods.year)}
), invited as (
  select count(*)::int as sent, count(accepted_at)::int as accepted
  from invites where created_at >= ${at(periods.year)} and created_at < ${at(periods.nextYear)}
), touched as (
  select organization_id as id from tax_events where at > ${weekAgo}
  union select organization_id from tax_requests where at > ${weekAgo}
  union select organization_id from papers_links
    where coalesce(revoked_at, expires_at) > ${weekAgo} and coalesce(revoked_at, expires_at) <= ${at(now)}
), reviews as (
  select (count(*) filter (where o.waiting_since is not null))::int as waiting,
    (count(*) filter (where ${waitedAt(weekAgo)}))::int as waited
  from touched join organizations o on o.id = touched.id
)
select
  (select count(*)::int from organizations where created_at >= ${month} and created_at < ${at(periods.nextMonth)}) as "joined",
  (select count(*)::int from organizations where created_at >= ${at(periods.lastMonth)} and created_at < ${month}) as "joinedBefore",
  ${counted('organizations', 'onboarding')} as "onboarding",
  months.gained as "onboardingGained",
  ${counted('organizations', 'approved')} as "approved",
  years.gained as "approvedGained",
  invited.sent as "invited",
  invited.accepted as "accepted",
  ${counted('tax-reviews', 'waiting')} as "waiting",
  ${counted('tax-reviews', 'waiting')} - reviews.waiting + reviews.waited as "waitingWeekAgo",
  least(
    (select min(waiting_since) from organizations where waiting_since is not null and (papers_arrived_at is null)),
    (select min(waiting_since) from organizations where papers_arrived_at is not null)
  ) as "oldestWaiting"
from months, years, invited, reviews`,
  )
  return figures!
}

/**
 * Whether the organization of `touched` waited at that moment: of the EIN or the exemption the last event left it
 * undecided, and there was a submission to decide on.
 */
const waitedAt = (moment: SQL) => sql`exists (
      select from (values ('EIN/Tax ID'), ('Tax exemptions')) as kinds (type)
      cross join lateral (
        select e.status from tax_events e
        where e.organization_id = touched.id and e.type = kinds.type and e.at <= ${moment}
        order by e.at desc, e.id desc limit 1
      ) last
      where last.status in ('Submitted', 'Resubmitted', 'Pending') and exists (
        select from tax_events s
        where s.organization_id = touched.id and s.type = kinds.type and s.at <= ${moment}
          and s.status in ('Submitted', 'Resubmitted')))
    and not ${waitedForPapersAt(moment)}`

/** Whether papers were asked of it last, and could still come with a link. */
const waitedForPapersAt = (moment: SQL) => sql`(exists (
      select from papers_links l
      where l.organization_id = touched.id and l.created_at <= ${moment} and l.expires_at > ${moment}
        and (l.revoked_at is null or l.revoked_at > ${moment}))
    and exists (
      select from (
        select r.status, r.at from tax_requests r
        where r.organization_id = touched.id and r.at <= ${moment}
        order by r.at desc, r.id desc limit 1
      ) asked
      where asked.status = 'Asked' and not exists (
        select from tax_events e
        where e.organization_id = touched.id and e.at > asked.at and e.at <= ${moment}
          and e.status in ('Submitted', 'Resubmitted'))))`

import type { ListMeta } from '@hikmah/contract/common'
import { type DashboardStats, dashboardStats } from '@hikmah/contract/dashboard-stats'
import { formatDifference, formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { NO_ORDERS } from '@hikmah/contract/orders/words'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActivitiesPanel } from '../audit/ActivityPanel.tsx'
import { read } from '../kit/api/data.ts'
import { countCard, SMALL_BASE, type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { ageText, countText, formatDate, ownZone } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import { Drawing } from '../kit/icons/public-icons.tsx'
import { titleCount } from '../kit/list/ListTable.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Columns, LinkTo, Page, SectionHead } from '../kit/page/Page.tsx'
import { OrderLink } from '../orders/OrderLink.tsx'
import { OrderStatusBadge } from '../orders/OrderStatusBadge.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import classes from './dashboard-stats.module.css'
import { invitesLink, organizationsLink } from './FigureLink.tsx'
import { OrdersChart, ordersLink } from './OrdersChart.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'

const route = getRouteApi('/console/dashboard-stats')

/** /dashboard-stats: how a period went, and what happened last. */
export function DashboardStatsPage() {
  const { period, measure } = route.useSearch()
  const query = useQuery({
    ...read(dashboardStats.readDashboardStats, { query: { period, tz: ownZone() } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = query
  return (
    <Page
      title="Dashboard stats"
      trail={[
        <LinkTo key="dashboard" to="/dashboard">
          Dashboard
        </LinkTo>,
      ]}
      action={
        <p className={`fine ${classes.fresh}`}>
          {dataUpdatedAt > 0 && `As of ${formatDate(dataUpdatedAt, 'h:mm A')}`}
          <UnstyledButton aria-label="Refresh" onClick={() => void refetch()}>
            <Drawing path="M13.2 8A5.2 5.2 0 1 1 11.6 4.2L13.5 6M13.5 2.8V6h-3.2" />
          </UnstyledButton>
        </p>
      }
    >
      <PeriodPicker value={period} span={data?.data} />
      {error && <LoadFailure what="The figures" error={error} onRetry={refetch} />}
      {!error || data ? <StatsStrips stats={data?.data} isStale={isPlaceholderData} /> : null}
      <Columns rail={<ActivitiesPanel />}>
        {data ? (
          <OrdersChart chart={data.data.chart} measure={measure} isStale={isPlaceholderData} />
        ) : (
          !error && <LoadingLines name="the chart" />
        )}
        <div className={classes.recent}>
          <RecentOrganizations />
          <RecentOrders />
        </div>
      </Columns>
    </Page>
  )
}

export function RecentOrders() {
  const query = useQuery(read(orders.listOrders, { query: { page: 1, limit: NEWEST } }))
  return (
    <Recent rows="Orders" to="/order" query={query} none={NO_ORDERS} rowKey={({ _id }) => _id}>
      {({ _id, orderNo, orgId, created, totalAmount, currency, status }) => (
        <>
          <div>
            <OrderLink id={_id}>{`${orderNo} ${organizationName(orgId.orgName)}`}</OrderLink>
            <small>{formatDate(created, 'll')}</small>
          </div>
          <div className={classes.end}>
            <b>{formatMoney(totalAmount, currency)}</b>
            <OrderStatusBadge status={status} bare />
          </div>
        </>
      )}
    </Recent>
  )
}

export function RecentOrganizations() {
  const query = useQuery(read(organizations.listOrganizations, { query: { page: 1, limit: NEWEST } }))
  return (
    <Recent
      rows="Organizations"
      to="/admin-organization"
      query={query}
      none="No organizations yet"
      rowKey={({ _id }) => _id}
    >
      {({ _id, orgName, orgAddress: { city, state }, orgStatus, createdAt }) => (
        <>
          <div>
            <OrganizationLink id={_id}>{organizationName(orgName)}</OrganizationLink>
            <small>{[city, state, formatDate(createdAt, 'll')].filter(Boolean).join(', ')}</small>
          </div>
          <div className={classes.end}>
            <Age text={ageText(createdAt)} />
            <OrganizationStatusBadge status={orgStatus} bare />
          </div>
        </>
      )}
    </Recent>
  )
}

export const NEWEST = 5

interface Props<Row> {
  rows: string
  to: '/order' | '/admin-organization'
  query: { data: { data: Row[]; meta: ListMeta } | undefined; error: Error | null; refetch: () => unknown }
  none: string
  rowKey: (row: Row) => string
  children: (row: Row) => ReactNode
}

export function Recent<Row>({ rows, to, query: { data, error, refetch }, none, rowKey, children }: Props<Row>) {
  const title = `Recent ${rows}`
  const count = titleCount(data?.meta)
  return (
    <section aria-label={title}>
      <SectionHead title={title}>
        <LinkTo className={classes.all} to={to} aria-label={`All ${count ?? ''} ${rows.toLowerCase()}`}>
          {`All ${count ?? ''}`.trim()}
        </LinkTo>
      </SectionHead>
      {error && <LoadFailure what={title} error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={title.toLowerCase()} lines={NEWEST} />}
      {data?.data.length === 0 && <p className="nothing">{none}</p>}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((row) => (
            <li key={rowKey(row)} className={classes.row}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Two strips of figures; those of the previous choice are stale until the new ones are loaded. */
export const StatsStrips = ({ stats, isStale }: { stats: DashboardStats | undefined; isStale: boolean }) => (
  <div className={classes.strips} data-stale={isStale || undefined} aria-busy={isStale || !stats}>
    <SummaryCards isHeaded label="Organizations" cards={organizationCards(stats?.organizations ?? {})} />
    <SummaryCards isHeaded label="Orders" cards={orderCards(stats?.orders ?? {})} />
  </div>
)

const beforeText = (previous: string) => `vs ${previous} before`

type Cards<Figures extends keyof DashboardStats> = (figures: Partial<DashboardStats[Figures]>) => SummaryCard[]

const organizationCards: Cards<'organizations'> = ({ newOrg, onboarding, active, invited }) => [
  { ...countCard('New org', newOrg, beforeText, 'success'), link: newOrg && organizationsLink(newOrg) },
  { ...countCard('Onboarding', onboarding, beforeText), link: onboarding && organizationsLink(onboarding) },
  { ...countCard('Active organizations', active, beforeText, 'success'), link: active && organizationsLink(active) },
  {
    ...countCard('Invited', invited, (previous) => `sent in this period, vs ${previous} before`, 'success'),
    link: invited && invitesLink(invited),
  },
]

const orderCards: Cards<'orders'> = ({ newOrders, completed, pending, totalAmount }) => [
  { ...countCard('New orders', newOrders, beforeText, 'success'), link: newOrders && ordersLink(newOrders) },
  { ...countCard('Completed orders', completed, beforeText, 'success'), link: completed && ordersLink(completed) },
  {
    label: 'Pending orders',
    ...(pending && {
      value: countText(pending.data),
      text: (
        <Age
          text={[
            'now',
            pending.oldestAt && `oldest ${ageText(pending.oldestAt)}`,
            `${pending.placed} placed in this period`,
          ]
            .filter(Boolean)
            .join(', ')}
        />
      ),
    }),
    link: pending && ordersLink(pending),
  },
  { label: 'Total order amount', ...(totalAmount && newOrders && amountCard(totalAmount, newOrders.previous)) },
]

/** The currency of most orders first; any other on a line of its own, as amounts of two currencies are never added up. */
function amountCard(
  { amounts, list }: DashboardStats['orders']['totalAmount'],
  ordersBefore: number,
): Partial<SummaryCard> {
  const [first = { currency: 'usd', data: 0, previous: 0, percentage: 0 }, ...others] = amounts
  return {
    value: formatMoney(first.data, first.currency),
    change: {
      percent: first.percentage,
      rising: 'success',
      ...(ordersBefore < SMALL_BASE && { difference: formatDifference(first.data - first.previous, first.currency) }),
    },
    text: (
      <>
        vs {formatMoney(first.previous, first.currency)} before
        <span className={classes.other}>before refunds and cancellations</span>
        {others.map(({ currency, data, previous }) => (
          <span key={currency} className={classes.other}>
            {formatMoney(data, currency)}, vs {formatMoney(previous, currency)} before
          </span>
        ))}
      </>
    ),
    link: ordersLink({ list }),
  }
}

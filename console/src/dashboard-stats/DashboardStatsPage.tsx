import { dashboardStats } from '@hikmah/contract/dashboard-stats'
import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActivitiesPanel } from '../audit/ActivitiesPanel.tsx'
import { read } from '../kit/api/data.ts'
import { PeriodPicker } from '../kit/filter/PeriodPicker.tsx'
import { ageOf, formatDate, ownZone } from '../kit/format/dates.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { titleCount } from '../kit/list/counts.ts'
import { Columns } from '../kit/page/Columns.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { OrderLink } from '../orders/OrderLink.tsx'
import { OrderStatusBadge } from '../orders/OrderStatusBadge.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { OrdersChart } from './OrdersChart.tsx'
import { StatsStrips } from './StatsStrips.tsx'
import classes from './stats.module.css'

const route = getRouteApi('/console/dashboard-stats')

/** /dashboard-stats: how a period went, and what happened last. */
export function DashboardStatsPage() {
  const { period } = route.useSearch()
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
        <p className={classes.fresh}>
          {dataUpdatedAt > 0 && `As of ${formatDate(dataUpdatedAt, 'hh:mm A')}`}
          <UnstyledButton aria-label="Refresh" onClick={() => void refetch()}>
            <Icon name="refresh" />
          </UnstyledButton>
        </p>
      }
    >
      <PeriodPicker value={period} span={data?.data} />
      {error && <LoadFailure what="The figures" error={error} onRetry={refetch} />}
      {!error || data ? <StatsStrips stats={data?.data} isStale={isPlaceholderData} /> : null}
      <Columns rail={<ActivitiesPanel />}>
        {data ? (
          <OrdersChart chart={data.data.chart} isStale={isPlaceholderData} />
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
  const count = titleCount(query.data?.meta)
  return (
    <Recent
      title="Recent Orders"
      all={
        <LinkTo className={classes.all} to="/order" aria-label={`All ${count ?? ''} orders`}>
          All {count}
        </LinkTo>
      }
      query={query}
      none="No orders yet"
      rowKey={({ _id }) => _id}
    >
      {({ _id, orderNo, orgId, created, totalAmount, currency, status }) => (
        <>
          <div>
            <OrderLink id={_id}>{`${orderNo} ${organizationName(orgId.orgName)}`}</OrderLink>
            <div className={classes.sub}>{formatDate(created, 'll')}</div>
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
      title="Recent Organizations"
      all={
        <LinkTo
          className={classes.all}
          to="/admin-organization"
          aria-label={`All ${titleCount(query.data?.meta) ?? ''} organizations`}
        >
          All {titleCount(query.data?.meta)}
        </LinkTo>
      }
      query={query}
      none="No organizations yet"
      rowKey={({ _id }) => _id}
    >
      {({ _id, orgName, orgAddress: { city, state }, orgStatus, createdAt }) => (
        <>
          <div>
            <OrganizationLink id={_id}>{organizationName(orgName)}</OrganizationLink>
            <div className={classes.sub}>{[city, state, formatDate(createdAt, 'll')].filter(Boolean).join(', ')}</div>
          </div>
          <div className={classes.end}>
            {ageOf(createdAt)}
            <OrganizationStatusBadge status={orgStatus} bare />
          </div>
        </>
      )}
    </Recent>
  )
}

/** How many of the newest show. */
export const NEWEST = 5

interface Props<Row> {
  title: string
  /** To all of them. */
  all: ReactNode
  query: { data: { data: Row[] } | undefined; error: Error | null; refetch: () => unknown }
  /** Shown while there are none. */
  none: string
  rowKey: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** The newest of a list. */
export function Recent<Row>({ title, all, query: { data, error, refetch }, none, rowKey, children }: Props<Row>) {
  return (
    <section aria-label={title}>
      <SectionHead title={title}>{all}</SectionHead>
      {error && <LoadFailure what={title} error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={title.toLowerCase()} lines={NEWEST} />}
      {data?.data.length === 0 && <p className={classes.none}>{none}</p>}
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

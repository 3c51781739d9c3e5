import { dashboardStats } from '@hikmah/contract/dashboard-stats'
import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ActivitiesPanel } from '../audit/ActivitiesPanel.tsx'
import { read } from '../kit/api/data.ts'
import { PeriodPicker } from '../kit/filter/PeriodPicker.tsx'
import { formatDate, ownZone } from '../kit/format/dates.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { Columns } from '../kit/page/Columns.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrdersChart } from './OrdersChart.tsx'
import { RecentOrders } from './RecentOrders.tsx'
import { RecentOrganizations } from './RecentOrganizations.tsx'
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

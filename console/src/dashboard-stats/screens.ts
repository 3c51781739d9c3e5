import { dashboardStats, PeriodQuery } from '@hikmah/contract/dashboard-stats'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { ownZone } from '../kit/format/texts.ts'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** What the chart measures, the count of orders unless said. */
const ChartSearch = PeriodQuery.extend({ measure: z.enum(['orders', 'amount']).optional() })

export const dashboardStatsScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/dashboard-stats',
    validateSearch: searchOf(ChartSearch),
    component: lazyRouteComponent(() => import('./DashboardStatsPage.tsx'), 'DashboardStatsPage'),
    staticData: {
      asks: ({ search }) => [
        read(dashboardStats.readDashboardStats, { query: { ...PeriodQuery.parse(search), tz: ownZone() } }),
      ],
      under: 'Dashboard',
      actions: [{ label: 'Dashboard stats', icon: 'dashboard', permission: 'dashboard.read' }],
    },
  }),
] as const

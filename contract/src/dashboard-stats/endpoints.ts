import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { DashboardStats, PeriodQuery } from './schemas.ts'

export const dashboardStats = describeEndpoints('Dashboard stats', paths, {
  readDashboardStats: {
    summary: 'Read the figures of a period',
    description:
      'From our own records only, so it never waits for the payment provider. Each figure carries the query of the list that shows the same rows.',
    example: { query: { period: 'last-3-months', tz: 'America/New_York' } },
    allow: 'dashboard.read',
    query: PeriodQuery,
    response: DashboardStats,
  },
})

import { DEFAULT_PERIOD, dashboardStats } from '@hikmah/contract/dashboard-stats'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readDashboardStats } from './queries.ts'

export function dashboardStatsRoutes(serve: Serve, { db, clock }: House) {
  serve(dashboardStats.readDashboardStats, ({ query: { period = DEFAULT_PERIOD, tz = 'UTC' } }) =>
    readDashboardStats(db, clock.now(), period, tz),
  )
}

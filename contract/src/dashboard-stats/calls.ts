import { type Calls, callsOf } from '../endpoint.ts'
import type { dashboardStats as endpoints } from './endpoints.ts'

export const paths = {
  readDashboardStats: { method: 'GET', path: '/hikmah/dashboardStats' },
} as const satisfies Calls

export const dashboardStats = callsOf<typeof endpoints>(paths)

import { type Calls, callsOf } from '../endpoint.ts'
import type { navigation as endpoints } from './endpoints.ts'

export const paths = {
  readNavigationCounts: { method: 'GET', path: '/hikmah/navigation/counts' },
  readOrganizationCounts: { method: 'GET', path: '/hikmah/navigation/counts/:orgId' },
} as const satisfies Calls

export const navigation = callsOf<typeof endpoints>(paths)

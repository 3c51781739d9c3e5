import { type Calls, callsOf } from '../endpoint.ts'
import type { audit as endpoints } from './endpoints.ts'

export const paths = {
  listAudit: { method: 'GET', path: '/hikmah/audit' },
  verifyAudit: { method: 'GET', path: '/hikmah/audit/verify' },
  listActivities: { method: 'GET', path: '/hikmah/activities' },
  exportAudit: { method: 'GET', path: '/hikmah/audit/export' },
} as const satisfies Calls

export const audit = callsOf<typeof endpoints>(paths)

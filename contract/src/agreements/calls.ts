import { type Calls, callsOf } from '../endpoint.ts'
import type { agreements as endpoints } from './endpoints.ts'

export const paths = {
  listAgreements: { method: 'GET', path: '/organizations/:id/agreements' },
  recordAgreement: { method: 'POST', path: '/organizations/:id/agreements' },
} as const satisfies Calls

export const agreements = callsOf<typeof endpoints>(paths)

import { type Calls, callsOf } from '../endpoint.ts'
import type { agreements as endpoints } from './endpoints.ts'

export const paths = {
  recordAgreement: { method: 'POST', path: '/organizations/:id/agreements' },
} as const satisfies Calls

export const agreements = callsOf<typeof endpoints>(paths)

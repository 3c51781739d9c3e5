import { type Calls, callsOf } from '../endpoint.ts'
import type { paymentAccount as endpoints } from './endpoints.ts'

export const paths = {
  readPaymentAccount: { method: 'GET', path: '/organizations/paymentAccount/:orgId' },
} as const satisfies Calls

export const paymentAccount = callsOf<typeof endpoints>(paths)

import { type Calls, callsOf } from '../endpoint.ts'
import type { plans as endpoints } from './endpoints.ts'

export const paths = {
  getStripePlan: { method: 'GET', path: '/stripe/getStripePlan/:priceId' },
} as const satisfies Calls

export const plans = callsOf<typeof endpoints>(paths)

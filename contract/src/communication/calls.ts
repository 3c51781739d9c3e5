import { type Calls, callsOf } from '../endpoint.ts'
import type { communication as endpoints } from './endpoints.ts'

export const paths = {
  readArrivals: { method: 'GET', path: '/hikmah/communication/arrivals' },
} as const satisfies Calls

export const communication = callsOf<typeof endpoints>(paths)

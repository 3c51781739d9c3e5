import { type Calls, callsOf } from '../endpoint.ts'
import type { products as endpoints } from './endpoints.ts'

export const paths = {
  readProductCards: { method: 'GET', path: '/hikmah/productsCardData' },
} as const satisfies Calls

export const products = callsOf<typeof endpoints>(paths)

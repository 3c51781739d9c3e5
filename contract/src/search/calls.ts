import { type Calls, callsOf } from '../endpoint.ts'
import type { search as endpoints } from './endpoints.ts'

export const paths = {
  findAnything: { method: 'GET', path: '/hikmah/search' },
} as const satisfies Calls

export const search = callsOf<typeof endpoints>(paths)

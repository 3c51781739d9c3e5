import { type Calls, callsOf } from '../endpoint.ts'
import type { roles as endpoints } from './endpoints.ts'

export const paths = {
  listRoles: { method: 'GET', path: '/hikmah/roles' },
} as const satisfies Calls

export const roles = callsOf<typeof endpoints>(paths)

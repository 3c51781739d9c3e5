import { type Calls, callsOf } from '../endpoint.ts'
import type { profile as endpoints } from './endpoints.ts'

export const paths = {
  updateProfile: { method: 'PUT', path: '/hikmah/auth/updateProfile/:id' },
  changePassword: { method: 'POST', path: '/hikmah/auth/changePassword', keyless: true },
  readPreferences: { method: 'GET', path: '/hikmah/auth/preferences' },
  updatePreferences: { method: 'PUT', path: '/hikmah/auth/preferences' },
} as const satisfies Calls

export const profile = callsOf<typeof endpoints>(paths)

import { type Calls, callsOf } from '../endpoint.ts'
import type { signIn as endpoints } from './endpoints.ts'

export const paths = {
  authenticateWithPassword: { method: 'POST', path: '/hikmah/auth/authenticateWithPassword', keyless: true },
  authenticate: { method: 'POST', path: '/hikmah/auth/authenticate', keyless: true },
  authenticateWithRememberMe: { method: 'POST', path: '/hikmah/auth/authenticateWithRememberMe', keyless: true },
  getCurrentUser: { method: 'GET', path: '/hikmah/auth/getCurrentUser' },
  logout: { method: 'POST', path: '/hikmah/auth/logout', keyless: true },
  logoutAll: { method: 'POST', path: '/hikmah/auth/logoutAll' },
  listSessions: { method: 'GET', path: '/hikmah/auth/sessions' },
  revokeSession: { method: 'DELETE', path: '/hikmah/auth/sessions/:id' },
} as const satisfies Calls

export const signIn = callsOf<typeof endpoints>(paths)

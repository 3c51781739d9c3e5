import { type Calls, callsOf } from '../endpoint.ts'
import type { invites as endpoints } from './endpoints.ts'

export const paths = {
  listInvites: { method: 'GET', path: '/hikmah/organization-invited' },
  readInvite: { method: 'GET', path: '/hikmah/organization-invited/:id' },
  revokeInvite: { method: 'DELETE', path: '/hikmah/organization-invited/:id' },
  inviteOrganization: { method: 'POST', path: '/organizations' },
} as const satisfies Calls

export const invites = callsOf<typeof endpoints>(paths)

import { type Calls, callsOf } from '../endpoint.ts'
import type { organizationTeam as endpoints } from './endpoints.ts'

export const paths = {
  listMembers: { method: 'GET', path: '/hikmah/team-members' },
  createMember: { method: 'POST', path: '/hikmah/team-members' },
  readMember: { method: 'GET', path: '/hikmah/team-members/:id' },
  updateMember: { method: 'PUT', path: '/hikmah/team-members/:id' },
  deleteMember: { method: 'DELETE', path: '/hikmah/team-members/:id' },
  resendMemberInvite: { method: 'POST', path: '/hikmah/team-members/:id/resendInvite' },
} as const satisfies Calls

export const organizationTeam = callsOf<typeof endpoints>(paths)

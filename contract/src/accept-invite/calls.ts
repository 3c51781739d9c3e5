import { type Calls, callsOf } from '../endpoint.ts'
import type { acceptInvite as endpoints } from './endpoints.ts'

export const paths = {
  findInvite: { method: 'GET', path: '/organizations/invite/:code' },
  acceptInvite: { method: 'POST', path: '/organizations/acceptInvite', keyless: true },
  findTeamInvite: { method: 'GET', path: '/organizations/teamInvite/:code' },
  acceptTeamInvite: { method: 'POST', path: '/organizations/acceptTeamInvite', keyless: true },
} as const satisfies Calls

export const acceptInvite = callsOf<typeof endpoints>(paths)

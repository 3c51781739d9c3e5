import type { acceptInvite } from '@hikmah/contract/accept-invite'
import type { INVALID_EMAIL as InvalidEmail } from '@hikmah/contract/common'
import type { Called } from '../kit/api/api.ts'

// Said again here because importing it would bring zod to these pages; the type keeps both the same.
export const INVALID_EMAIL: typeof InvalidEmail = 'Enter valid email address'

export const findInvite: Called<typeof acceptInvite.findInvite> = { method: 'GET', path: '/organizations/invite/:code' }
export const accept: Called<typeof acceptInvite.acceptInvite> = { method: 'POST', path: '/organizations/acceptInvite' }
export const findTeamInvite: Called<typeof acceptInvite.findTeamInvite> = {
  method: 'GET',
  path: '/organizations/teamInvite/:code',
}
export const acceptTeam: Called<typeof acceptInvite.acceptTeamInvite> = {
  method: 'POST',
  path: '/organizations/acceptTeamInvite',
}

/** Code and e-mail belong together; neither says anything alone. */
export interface Invitation {
  code: string
  email: string
}

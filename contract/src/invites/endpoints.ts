import { z } from 'zod'
import { Id, ListMeta, Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Invite, InviteForm, InviteRow, InvitesQuery } from './schemas.ts'
import { INVITE_SENT } from './words.ts'

const oneInvite = z.object({ id: Id })

export const invites = describeEndpoints(paths, {
  listInvites: {
    allow: 'organizations.read',
    query: InvitesQuery,
    response: z.array(InviteRow),
    meta: ListMeta,
  },
  readInvite: {
    allow: 'organizations.read',
    params: oneInvite,
    response: Invite,
  },
  /** The code stops working at once; the row stays as history. 409 once accepted. */
  revokeInvite: {
    allow: 'organizations.invite',
    params: oneInvite,
    response: Nothing,
  },
  /** Mails the invite. 409 DUPLICATE when an invite for this e-mail is open. */
  inviteOrganization: {
    allow: 'organizations.invite',
    body: InviteForm,
    response: Invite,
    message: INVITE_SENT,
  },
})

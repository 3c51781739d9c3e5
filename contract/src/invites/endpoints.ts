import { z } from 'zod'
import { Id, ListMeta, Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Invite, InviteForm, InviteRow, InvitesQuery, OwnedAlready } from './schemas.ts'
import { INVITE_SENT } from './words.ts'

const oneInvite = z.object({ id: Id })

export const invites = describeEndpoints('Invites', paths, {
  listInvites: {
    summary: 'List invites',
    description: 'Without parameters the whole array is streamed, newest first.',
    allow: 'organizations.read',
    query: InvitesQuery,
    response: z.array(InviteRow),
    meta: ListMeta,
  },
  readInvite: {
    summary: 'Get an invite',
    allow: 'organizations.read',
    params: oneInvite,
    response: Invite,
  },
  revokeInvite: {
    summary: 'Revoke an invite',
    description: 'Its code stops working at once; the row is kept as history.',
    refusals: { 409: 'CONFLICT: the invite has been accepted' },
    allow: 'organizations.invite',
    params: oneInvite,
    response: Nothing,
  },
  inviteOrganization: {
    summary: 'Invite an organization',
    description:
      'E-mails the invite. With `id` an earlier invite is sent again with a new code. An e-mail address that already owns an organization is invited for another one only with `isAnother`.',
    refusals: {
      409: 'DUPLICATE: an invite for this e-mail is open. CONFLICT: the invite has been accepted, or is newer than `version`, or the e-mail owns the `organizations` of `current`',
    },
    example: {
      body: {
        orgName: 'Masjid al-Huda',
        orgAdmin: 'Maryam Khan',
        orgEmail: 'admin@masjid.example',
        phoneFax: { primaryPhone: '+1 212-555-0142' },
      },
    },
    allow: 'organizations.invite',
    body: InviteForm,
    response: Invite,
    conflict: OwnedAlready,
    message: INVITE_SENT,
  },
})

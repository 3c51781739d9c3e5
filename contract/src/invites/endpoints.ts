import { z } from 'zod'
import { listOf, listQuery, Moment } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { Invite, InviteForm, InviteRow, OwnedAlready } from './schemas.ts'
import { INVITE_SENT, inviteSorts, inviteStatuses, inviteTroubles } from './words.ts'

export const InvitesQuery = listQuery(inviteStatuses, inviteSorts).extend({
  invitedFrom: Moment.optional(),
  invitedTo: Moment.optional(),
  /** Of those that are neither accepted nor revoked: not accepted in time, or the latest mail could not be sent. */
  trouble: z.enum(inviteTroubles).optional(),
})

export const invites = describeEndpoints('Invites', {
  listInvites: {
    call: 'GET /hikmah/organization-invited',
    summary: 'List invites',
    description: 'Without parameters the whole array is streamed, newest first.',
    allow: 'organizations.read',
    query: InvitesQuery,
    ...listOf(InviteRow),
  },
  readInvite: {
    call: 'GET /hikmah/organization-invited/:id',
    summary: 'Get an invite',
    allow: 'organizations.read',
    response: Invite,
  },
  revokeInvite: {
    call: 'DELETE /hikmah/organization-invited/:id',
    summary: 'Revoke an invite',
    description: 'Its code stops working at once; the row is kept as history.',
    refusals: { 409: 'CONFLICT: the invite has been accepted' },
    allow: 'organizations.invite',
  },
  inviteOrganization: {
    call: 'POST /organizations',
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

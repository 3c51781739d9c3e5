import { z } from 'zod'
import { Id, ListMeta, Nothing, SixDigits, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { InviteStatus, InvitesQuery } from './list-queries.ts'
import { MailStatus } from './mails.ts'

export const INVITE_DAYS = 14
export const InviteCode = SixDigits.refine((code) => code >= '100000', 'Enter the 6 digit code')

export const InviteLog = z.object({
  createdAt: Timestamp,
  orgAdminFullName: z.string(),
  orgEmail: z.string(),
  orgPhoneNo: z.string(),
  inviteCode: z.string(),
  sentBy: z.string(),
})
export type InviteLog = z.infer<typeof InviteLog>

export const InviteRow = z.object({
  _id: Id,
  orgName: z.string(),
  orgAdmin: z.string(),
  orgEmail: z.string(),
  phoneFax: z.object({ primaryPhone: z.string() }),
  /** Derived: no organization yet is Invite Sent, an approved one accepted, else the organization's own status. */
  orgStatus: InviteStatus,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** Not accepted in time; a resend makes it good again. */
  expired: z.boolean(),
  organizationId: Id.nullable(),
  /** How the latest mail fared. */
  mailStatus: MailStatus.nullable(),
})
export type InviteRow = z.infer<typeof InviteRow>

export const Invite = InviteRow.extend({
  invitationsDetails: z.object({ inviteAccessCode: z.string(), inviteLogs: z.array(InviteLog) }),
  version: z.int(),
})
export type Invite = z.infer<typeof Invite>

const oneInvite = z.object({ id: Id })

export const invites = {
  listInvites: endpoint({
    method: 'GET',
    path: '/hikmah/organization-invited',
    allow: 'organizations.read',
    query: InvitesQuery,
    response: z.array(InviteRow),
    meta: ListMeta,
  }),
  readInvite: endpoint({
    method: 'GET',
    path: '/hikmah/organization-invited/:id',
    allow: 'organizations.read',
    params: oneInvite,
    response: Invite,
  }),
  /** The code stops working at once; the row stays as history. 409 once accepted. */
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/hikmah/organization-invited/:id',
    allow: 'organizations.invite',
    params: oneInvite,
    response: Nothing,
  }),
}

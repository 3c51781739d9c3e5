import { z } from 'zod'
import { Id, listOf, listQuery, Moment, Timestamp } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { MailStatus } from '../mails.ts'
import type { organizationStatusLabels } from '../organizations/words.ts'
import { INVITE_SENT, keysOf } from '../words.ts'
import { InviteForm, OwnedAlready } from './schemas.ts'

export const INVITE_DAYS = 14

export const OPEN_INVITE = 'Invite Sent'
/** As the first seed states them (section 4); `revoked` and `blocked` are beyond its three. */
export const inviteTones = {
  [OPEN_INVITE]: 'invite',
  onboarding: 'discontinued',
  accepted: 'success',
  blocked: 'discontinued',
  revoked: 'discontinued',
} as const
export const inviteStatuses = keysOf(inviteTones)
export const InviteStatus = z.enum(inviteStatuses)
export type InviteStatus = z.infer<typeof InviteStatus>

/** The status of an accepted invite, by that of its organization. The table generates the same. */
export const acceptedInviteStatus: Record<keyof typeof organizationStatusLabels, InviteStatus> = {
  approved: 'accepted',
  onboarding: 'onboarding',
  blocked: 'blocked',
}

export const whyInviteIsSettled = (invite: { isAccepted: boolean }): string | null =>
  invite.isAccepted ? 'This invite was already accepted and its organization exists' : null

export const isInviteExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now

export const inviteSorts = ['orgName', 'orgAdmin', 'createdAt'] as const
export const inviteTroubles = ['expired', 'mail-failed'] as const

/** A fresh code between 100000 and 999999, as the form shows it. */
export const newInviteCode = () => String(100000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900000))

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
  mailStatus: MailStatus.nullable(),
})
export type InviteRow = z.infer<typeof InviteRow>

const InvitationsDetails = z.object({ inviteAccessCode: z.string(), inviteLogs: z.array(InviteLog) })

/** The whole array carries the entity as the first seed names it; pages carry rows. */
export const ListedInvite = InviteRow.extend({ invitationsDetails: InvitationsDetails.optional() })

export const Invite = InviteRow.extend({
  invitationsDetails: InvitationsDetails,
  version: z.int(),
})
export type Invite = z.infer<typeof Invite>

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
    description:
      'Without parameters the whole array is streamed, newest first, each invite with its code, for those who may send it, and its log; with any of them a page of rows without these, with `meta`.',
    allow: 'organizations.read',
    query: InvitesQuery,
    ...listOf(ListedInvite),
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
      'Emails the invite. With `id` an earlier invite is sent again with a new code. An email address that already owns an organization is invited for another one only with `isAnother`.',
    refusals: {
      409: 'DUPLICATE: an invite for this email is open. CONFLICT: the invite has been accepted, or is newer than `version`, or the email owns the `organizations` of `current`',
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

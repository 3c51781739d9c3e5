import { z } from 'zod'
import { BoundedText, Email, Id, RequiredText, SixDigits, Timestamp } from '../common.ts'
import { MailStatus } from '../mails.ts'
import { MAX_ORGANIZATION_NAME } from '../organizations/words.ts'
import { Phone } from '../phone.ts'
import { ENTER_CODE, MAX_NAME } from '../words.ts'
import { inviteStatuses } from './words.ts'

export const InviteStatus = z.enum(inviteStatuses)
export type InviteStatus = z.infer<typeof InviteStatus>

export const InviteCode = SixDigits.refine((code) => code >= '100000', ENTER_CODE)

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

export const Invite = InviteRow.extend({
  invitationsDetails: z.object({ inviteAccessCode: z.string(), inviteLogs: z.array(InviteLog) }),
  version: z.int(),
})
export type Invite = z.infer<typeof Invite>

export const InviteForm = z.object({
  orgName: RequiredText(MAX_ORGANIZATION_NAME),
  orgAdmin: RequiredText(MAX_NAME),
  orgEmail: Email,
  phoneFax: z.object({ primaryPhone: Phone }),
  /** Kept when it is six digits and free among open invites; otherwise the server makes one. The answer carries it. */
  invitationsDetails: z
    .object({ inviteAccessCode: z.union([BoundedText(20), z.int().transform(String)]).optional() })
    .optional(),
  /** The invite to send again, with a new code; the previous one no longer works. */
  id: z.union([Id, z.literal(''), z.null()]).optional(),
  /** The version that the form was opened with. A newer invite is not sent again by it, but refused with CONFLICT. */
  version: z.int().optional(),
  /** Goes on although the e-mail is that of an owner already: one more organization for the same person, on purpose. */
  isAnother: z.boolean().optional(),
  /** Sent by the seeds' client and ignored: the server keeps its own clock and log. */
  dateTime: z.unknown().optional(),
  logs: z.unknown().optional(),
})

/** The organizations whose owner an e-mail is, by which a first invite of it is refused. */
export const OwnedAlready = z.object({ organizations: z.array(z.object({ _id: Id, orgName: z.string() })) })
export type OwnedAlready = z.infer<typeof OwnedAlready>

export const isInviteCode = (text: string | undefined): text is string => InviteCode.safeParse(text).success

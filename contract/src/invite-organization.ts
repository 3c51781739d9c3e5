import { z } from 'zod'
import { Email, Id, RequiredText } from './common.ts'
import { ORGANIZATION_NAME_MAX } from './edit-organization.ts'
import { endpoint } from './endpoint.ts'
import { Invite, InviteCode } from './invites.ts'
import { Phone } from './phone.ts'

export const INVITE_SENT = 'Invite sent successfully!'

export const InviteForm = z.object({
  orgName: RequiredText(ORGANIZATION_NAME_MAX),
  orgAdmin: RequiredText(100),
  orgEmail: Email,
  phoneFax: z.object({ primaryPhone: Phone }),
  /** Kept when it is six digits and free among open invites; otherwise the server makes one. The answer carries it. */
  invitationsDetails: z.object({ inviteAccessCode: z.string().max(20).optional() }).optional(),
  /** The invite to send again, with a new code; the former code is void. */
  id: z.union([Id, z.literal(''), z.null()]).optional(),
  /** Sent by the seeds' client and ignored: the server keeps its own clock and log. */
  dateTime: z.unknown().optional(),
  logs: z.unknown().optional(),
})

/** A fresh code between 100000 and 999999, as the form shows it. */
export const newInviteCode = () => String(100000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900000))

export const isInviteCode = (text: string | undefined): text is string => InviteCode.safeParse(text).success

export const inviteOrganization = {
  /** Mails the invite. 409 DUPLICATE when an invite for this e-mail is open. */
  inviteOrganization: endpoint({
    method: 'POST',
    path: '/organizations',
    allow: 'organizations.invite',
    body: InviteForm,
    response: Invite,
    message: INVITE_SENT,
  }),
}

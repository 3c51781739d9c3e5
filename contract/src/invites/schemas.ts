import { z } from 'zod'
import { CodeText, Id, RequiredText, SixDigits } from '../common.ts'
import { Email } from '../email.ts'
import { MAX_ORGANIZATION_NAME } from '../organizations/words.ts'
import { Phone } from '../phone.ts'
import { readDigits } from '../typed.ts'
import { ENTER_CODE, MAX_NAME } from '../words.ts'

export const InviteCode = SixDigits.refine((code) => code >= '100000', ENTER_CODE)

export const InviteForm = z.object({
  orgName: RequiredText(MAX_ORGANIZATION_NAME),
  orgAdmin: RequiredText(MAX_NAME),
  orgEmail: Email,
  phoneFax: z.object({ primaryPhone: Phone }),
  /** Kept when it is six digits and free among open invites; otherwise the server makes one. The answer carries it. */
  invitationsDetails: z
    .object({ inviteAccessCode: z.union([CodeText(20, undefined, readDigits), z.int().transform(String)]).optional() })
    .optional(),
  /** The invite to send again, with a new code; the previous one no longer works. */
  id: z.union([Id, z.literal(''), z.null()]).optional(),
  /** The version that the form was opened with. A newer invite is not sent again by it, but refused with CONFLICT. */
  version: z.int().optional(),
  /** Goes on although the email is that of an owner already: one more organization for the same person, on purpose. */
  isAnother: z.boolean().optional(),
  /** Sent by the seeds' client and ignored: the server keeps its own clock and log. */
  dateTime: z.unknown().optional(),
  logs: z.unknown().optional(),
})

/** The organizations whose owner an email is, by which a first invite of it is refused. */
export const OwnedAlready = z.object({ organizations: z.array(z.object({ _id: Id, orgName: z.string() })) })
export type OwnedAlready = z.infer<typeof OwnedAlready>

export const isInviteCode = (text: string | undefined): text is string => InviteCode.safeParse(text).success

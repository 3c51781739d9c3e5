import { consolePaths } from '@hikmah/contract/console-paths'
import { INVITE_DAYS } from '@hikmah/contract/invites/words'
import { layOut, validFor } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'
import { DAY_S } from '../kit/process/clock.ts'

interface Invited {
  id: string
  orgName: string
  orgAdmin: string
  orgEmail: string
  code: string
  expiresAt: Date
}

/** With its hour and zone: the same moment is another day elsewhere. */
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

export function inviteLetter(invite: Invited, publicUrl: string): Letter {
  const query = new URLSearchParams({ code: invite.code, email: invite.orgEmail })
  return {
    kind: 'invite',
    to: invite.orgEmail,
    subject: `Your invite for ${invite.orgName}`,
    inviteId: invite.id,
    ...layOut({
      greeting: `Salam ${invite.orgAdmin},`,
      paragraphs: [
        `${invite.orgName} is invited to join our platform for mosques and Islamic centres. Accept with this code and choose a password.`,
      ],
      code: invite.code,
      action: { label: 'Accept the invite', url: `${publicUrl}${consolePaths.acceptInvite}?${query}` },
      closing: `The code is ${validFor(INVITE_DAYS * DAY_S, moment.format(invite.expiresAt))}. A newer e-mail from us replaces it.`,
    }),
  }
}

/** Greets the organization's first owner and says what comes next. */
export const welcomeLetter = (organization: { id: string; name: string; admin: string; email: string }): Letter => ({
  kind: 'welcome',
  to: organization.email,
  subject: `Welcome, ${organization.name}`,
  organizationId: organization.id,
  ...layOut({
    greeting: `Salam ${organization.admin},`,
    paragraphs: [
      `${organization.name} is registered and you are its first Owner/Super Admin. Sign in with this e-mail address and the password you chose.`,
      'The next step: submit your EIN (Tax ID) and, where you are tax-exempt, your determination letter. We review them and approve your organization.',
    ],
    closing: 'If you did not accept an invite, tell us at once through our website.',
  }),
})

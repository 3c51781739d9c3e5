import { consolePaths } from '@hikmah/contract/console-paths'
import { organizationName } from '@hikmah/contract/organizations/words'
import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'
import { validFor } from '../kit/mail/valid-for.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { MemberRow } from './queries.ts'
import { CODE_GOOD_FOR_DAYS } from './rules.ts'

/** Asks a new member to confirm with a code. */
export function memberInviteLetter(
  member: Pick<MemberRow, 'firstName' | 'userName' | 'organizationId'>,
  name: string,
  code: string,
  publicUrl: string,
): Letter {
  const team = organizationName(name)
  const query = new URLSearchParams({ code, email: member.userName })
  return {
    kind: 'member-invite',
    to: member.userName,
    subject: `Join the team of ${team}`,
    organizationId: member.organizationId,
    ...layOut({
      greeting: `Salam ${member.firstName},`,
      paragraphs: [
        `You were added to the team of ${team}. Confirm with this code and choose a password. The code is ${validFor(CODE_GOOD_FOR_DAYS * DAY_S)}.`,
      ],
      code,
      action: { label: 'Join the team', url: `${publicUrl}${consolePaths.acceptTeamInvite}?${query}` },
      closing: 'If you do not know this organization, no action is needed.',
    }),
  }
}

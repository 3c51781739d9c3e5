import type { Member } from '@hikmah/contract/organization-team'
import { fullName } from '@hikmah/contract/words'
import { eq } from 'drizzle-orm'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { post } from '../kit/mail/post.ts'
import { memberInviteLetter } from './letters.ts'
import { newMemberCode } from './new-code.ts'
import { lockMember, presentMember } from './queries.ts'
import { assertMayConfirm } from './rules.ts'
import { members } from './table.ts'

/** Mails an unconfirmed member a new code; the former one is void. */
export const resendMemberInvite = (
  { change, config }: Writes & Settings,
  actor: StaffActor,
  id: string,
): Promise<Member> =>
  change(actor, async (tx) => {
    const { member, organization } = await lockMember(tx, id)
    assertMayConfirm(member)
    const code = newMemberCode(tx.at)
    await tx.update(members).set(code).where(eq(members.id, id))
    await post(tx, memberInviteLetter(member, organization.name, code.code, config.publicUrl))
    record(tx, {
      action: 'member.invite-resent',
      entity: 'member',
      entityId: id,
      entityName: fullName(member),
      organizationId: member.organizationId,
      before: { invitedAt: member.invitedAt },
      after: { invitedAt: code.invitedAt },
    })
    return presentMember({ ...member, ...code })
  })

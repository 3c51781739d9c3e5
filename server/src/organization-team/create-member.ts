import type { Parsed } from '@hikmah/contract/endpoint'
import type { Member, organizationTeam } from '@hikmah/contract/organization-team'
import { fullName } from '@hikmah/contract/words'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { duplicate, invalid } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { memberInviteLetter } from './letters.ts'
import { newMemberCode } from './new-code.ts'
import { findMember, lockTeam, presentMember } from './queries.ts'
import { members } from './table.ts'

type NewMember = Parsed<typeof organizationTeam.createMember>['body']

/** Adds a member, who is Inactive until the mailed code is entered; one without access is mailed none yet. */
export const createMember = (
  { change, config }: Writes & Settings,
  actor: StaffActor,
  given: NewMember,
): Promise<Member> =>
  change(actor, async (tx) => {
    const organization = await lockTeam(tx, given.orgId, () => invalid('orgId', 'This organization does not exist'))
    const known = await findMember(tx, given.orgId, given.userName)
    if (known) {
      throw duplicate('userName', 'The organization already has a member with this e-mail', presentMember(known))
    }
    const { firstName, lastName, userName, role, consoleAccess } = given
    const code = newMemberCode(tx.at)
    const row = {
      id: newId(),
      organizationId: given.orgId,
      firstName,
      lastName,
      userName,
      roles: role,
      consoleAccess,
      createdAt: tx.at,
      ...code,
      invitedAt: consoleAccess ? code.invitedAt : null,
    }
    const [saved] = await tx.insert(members).values(row).returning()
    // Without access the code would be refused: it is resent once access is given.
    if (consoleAccess) await post(tx, memberInviteLetter(row, organization.name, code.code, config.publicUrl))
    record(tx, {
      action: 'member.invited',
      entity: 'member',
      entityId: row.id,
      entityName: fullName(row),
      organizationId: given.orgId,
      after: { firstName, lastName, userName, role, consoleAccess },
    })
    return presentMember(saved!) // an insert that did not throw returns its row
  })

import { fullName } from '@hikmah/contract/words'
import { eq } from 'drizzle-orm'
import type { Reads, Secrets, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { assertNotGuessable } from '../kit/auth/passwords/guessable.ts'
import { hashPassword } from '../kit/auth/passwords/passwords.ts'
import { openMemberSession } from '../organization-team/member-sessions.ts'
import { lockMember } from '../organization-team/queries.ts'
import { members } from '../organization-team/table.ts'
import { findMemberOf, withinTries } from './invite-credentials.ts'
import { assertConfirmable, type InviteCredentials } from './rules.ts'

/** Confirms a member that staff added and sets the password it chose, once. The code stays, to tell a second use. */
export async function acceptTeamInvite(
  house: Reads & Writes & Secrets,
  actor: PublicActor,
  body: InviteCredentials & { password: string },
  hash = hashPassword,
) {
  const found = await withinTries(house, body, actor.ip, () => findMemberOf(house.db, body))
  assertConfirmable(found, body.code, house.clock.now())
  const { firstName, lastName } = found.member
  await assertNotGuessable('password', body.password, {
    userName: body.email,
    names: [firstName, lastName, found.organization.name],
  })
  const passwordHash = await hash(body.password)
  // The code from the mail says whose hand it is.
  return house.change({ ...actor, name: fullName(found.member) }, async (tx) => {
    const held = await lockMember(tx, found.member.id)
    assertConfirmable(held, body.code, tx.at)
    const { member } = held
    await tx.update(members).set({ confirmedAt: tx.at, passwordHash }).where(eq(members.id, member.id))
    record(tx, {
      action: 'member.confirmed',
      entity: 'member',
      entityId: member.id,
      entityName: member.userName,
      organizationId: member.organizationId,
      before: { confirmedAt: null },
      after: { confirmedAt: tx.at },
    })
    return { token: await openMemberSession(tx, house.tokens, member), orgId: member.organizationId }
  })
}

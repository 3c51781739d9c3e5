import { fullName } from '@hikmah/contract/words'
import type { Reads } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { findInviteOf, findMemberOf, withinTries } from './invite-credentials.ts'
import { assertAcceptable, assertConfirmable, type InviteCredentials } from './rules.ts'

/** What the page shows before a password is chosen. */
export async function findInvite(house: Reads, actor: PublicActor, pair: InviteCredentials) {
  const invite = await withinTries(house, pair, actor.ip, () => findInviteOf(house.db, pair))
  assertAcceptable(invite, pair, house.clock.now())
  const { orgName, orgAdmin, orgEmail, expiresAt } = invite
  return { orgName, orgAdmin, orgEmail, expiresAt: expiresAt.toISOString() }
}

export async function findTeamInvite(house: Reads, actor: PublicActor, pair: InviteCredentials) {
  const found = await withinTries(house, pair, actor.ip, () => findMemberOf(house.db, pair))
  assertConfirmable(found, pair.code, house.clock.now())
  const { member, organization } = found
  return { orgName: organization.name, name: fullName(member), email: member.userName }
}

import {
  INVITE_BLOCKED,
  INVITE_EXPIRED,
  INVITE_REPLACED,
  INVITE_REVOKED,
  INVITE_UNKNOWN,
  INVITE_USED,
} from '@hikmah/contract/accept-invite'
import { isInviteExpired } from '@hikmah/contract/invites/endpoints'
import { fullName } from '@hikmah/contract/words'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { limitWrong } from '../kit/auth/throttle.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, Refusal } from '../kit/errors/refusal.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { MemberRow } from '../organization-team/queries.ts'
import { members } from '../organization-team/table.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import type { InviteTableRow } from './queries.ts'
import { inviteLogs, invites } from './table.ts'

const QUARTER_HOUR_S = 900
const TOO_MANY = 'Too many attempts. Try again later with the code in the latest email.'

/**
 * Finds the invite that a code and an email open together. Allows a hundred wrong pairs in 15 minutes from one address,
 * five of them for one email, and a hundred a day for one email.
 */
export async function withinTries<T>(
  house: Reads,
  { email }: InviteCredentials,
  ip: string,
  find: () => Promise<T | undefined>,
): Promise<T> {
  const address = machineAddress(ip)
  const limits = [
    { key: `invite-address:${address}`, max: 100, windowS: QUARTER_HOUR_S, message: TOO_MANY },
    { key: `invite:${email}|${address}`, max: 5, windowS: QUARTER_HOUR_S, message: TOO_MANY },
    { key: `invite:${email}`, max: 100, windowS: DAY_S, message: TOO_MANY },
  ]
  const invited = await limitWrong(house, limits, find)
  if (invited === undefined) throw new Refusal(404, 'NOT_FOUND', INVITE_UNKNOWN)
  return invited
}

/** The invite of a code and an email, even when a newer code replaced this one. An open invite comes first. */
export async function findInviteByCode(db: Db, { email, code }: InviteCredentials) {
  const isOver = sql`${invites.acceptedAt} is not null or ${invites.revokedAt} is not null`
  const [invite] = await db
    .select()
    .from(invites)
    .where(and(eq(invites.orgEmail, email), eq(invites.code, code)))
    .orderBy(isOver, desc(invites.createdAt))
    .limit(1)
  if (invite) return invite
  const [former] = await db
    .select({ invite: invites })
    .from(inviteLogs)
    .innerJoin(invites, eq(invites.id, inviteLogs.inviteId))
    .where(and(eq(inviteLogs.code, code), eq(inviteLogs.orgEmail, email)))
    .orderBy(desc(inviteLogs.createdAt))
    .limit(1)
  return former?.invite
}

/** The member of a code and an email, with the organization. One who has yet to confirm comes first. */
export async function findMemberByCode(db: Db, { email, code }: InviteCredentials) {
  const [invited] = await db
    .select({ member: members, organization: { name: organizations.name, status: organizations.status } })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.userName, email), eq(members.code, code)))
    .orderBy(sql`${members.confirmedAt} is not null`, sql`${members.invitedAt} desc nulls last`)
    .limit(1)
  return invited
}

export async function findInvite(house: Reads, actor: PublicActor, pair: InviteCredentials) {
  const invite = await withinTries(house, pair, actor.ip, () => findInviteByCode(house.db, pair))
  assertAcceptable(invite, pair, house.clock.now())
  const { orgName, orgAdmin, orgEmail, expiresAt } = invite
  return { orgName, orgAdmin, orgEmail, expiresAt: expiresAt.toISOString() }
}

export async function findTeamInvite(house: Reads, actor: PublicActor, pair: InviteCredentials) {
  const invited = await withinTries(house, pair, actor.ip, () => findMemberByCode(house.db, pair))
  assertConfirmable(invited, pair.code, house.clock.now())
  const { member, organization } = invited
  return { orgName: organization.name, name: fullName(member), email: member.userName }
}

export interface InviteCredentials {
  email: string
  code: string
}

type InviteState = Pick<InviteTableRow, 'orgEmail' | 'code' | 'expiresAt' | 'acceptedAt' | 'revokedAt'>

export function assertAcceptable(invite: InviteState, { email, code }: InviteCredentials, now: Date) {
  if (invite.code !== code || invite.orgEmail !== email) throw conflict(INVITE_REPLACED)
  if (invite.acceptedAt) throw conflict(INVITE_USED)
  if (invite.revokedAt) throw conflict(INVITE_REVOKED)
  if (isInviteExpired(invite.expiresAt, now)) throw conflict(INVITE_EXPIRED)
}

interface TeamInviteState {
  member: Pick<MemberRow, 'code' | 'codeExpiresAt' | 'confirmedAt' | 'consoleAccess'>
  organization: Pick<OrganizationTableRow, 'status'>
}

export function assertConfirmable({ member, organization }: TeamInviteState, code: string, now: Date) {
  if (member.code !== code) throw conflict(INVITE_REPLACED)
  if (member.confirmedAt) throw conflict(INVITE_USED)
  if (!member.consoleAccess) throw conflict(INVITE_REVOKED)
  if (organization.status === 'blocked') throw conflict(INVITE_BLOCKED)
  if (!member.codeExpiresAt || isInviteExpired(member.codeExpiresAt, now)) throw conflict(INVITE_EXPIRED)
}

import { MEMBER_TOKEN_HOURS, REFRESH_TOKEN_DAYS } from '@hikmah/contract/member-sign-in'
import { fullName } from '@hikmah/contract/words'
import { and, arrayContains, eq, gt, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Reads, Secrets } from '../house.ts'
import type { OrganizationActor } from '../kit/auth/actor.ts'
import { newRotatingToken } from '../kit/auth/rotating-token.ts'
import { sha256, type Tokens } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { forbidden } from '../kit/errors/refusal.ts'
import { callerOf } from '../kit/http/serve.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { endOldestSessions } from '../sign-in/sessions.ts'
import { signInChallenges } from '../sign-in/table.ts'
import { memberSessions, members } from './table.ts'

const TOKEN_S = MEMBER_TOKEN_HOURS * 3600
const REFRESHABLE_S = REFRESH_TOKEN_DAYS * DAY_S

/** The organization's person behind a token of the organization's own. */
export function createIdentifyMember({ db, tokens, clock }: Reads & Secrets) {
  const find = db
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      organizationId: members.organizationId,
      roles: members.roles,
      expiresAt: memberSessions.expiresAt,
    })
    .from(memberSessions)
    .innerJoin(members, eq(members.id, memberSessions.memberId))
    .where(
      and(
        eq(memberSessions.id, sql.placeholder('sid')),
        isNull(memberSessions.revokedAt),
        eq(members.consoleAccess, true),
      ),
    )
    .prepare('identify_member')

  return async (token: string, request: FastifyRequest): Promise<OrganizationActor | undefined> => {
    const now = clock.now()
    const sid = tokens.read('organization', token, now)
    if (!sid) return undefined
    const [member] = await find.execute({ sid })
    if (!member || member.expiresAt <= now) return undefined
    return {
      kind: 'organization',
      id: member.id,
      name: fullName(member),
      organizationId: member.organizationId,
      roles: member.roles.map(({ roles }) => roles),
      ...callerOf(request),
    }
  }
}

interface MemberOfOrganization {
  id: string
  organizationId: string
}

/** Opens a session that lasts as long as its token, which is the answer. */
export async function openMemberSession(tx: Tx, tokens: Tokens, member: MemberOfOrganization) {
  const { id, expiresAt } = await insertSession(tx, member, TOKEN_S)
  return tokens.sign('organization', id, expiresAt)
}

/** Opens a session whose tokens are had with refresh tokens. */
export async function openRefreshableSession(tx: Tx, member: MemberOfOrganization) {
  const refresh = newRotatingToken()
  const { id, expiresAt } = await insertSession(tx, member, REFRESHABLE_S, {
    seriesHash: sha256(refresh.series),
    tokenHash: sha256(refresh.token),
  })
  return { id, expiresAt, refresh }
}

async function insertSession(
  tx: Tx,
  { id: memberId, organizationId }: MemberOfOrganization,
  lastsS: number,
  hashes?: { seriesHash: string; tokenHash: string },
) {
  await endOldestSessions(tx, memberSessions, memberSessions.memberId, memberId)
  const session = { id: newId(), memberId, organizationId, createdAt: tx.at, expiresAt: secondsAfter(tx.at, lastsS) }
  await tx.insert(memberSessions).values({ ...session, ...hashes })
  return session
}

/** A token of the session, which ends with it at the latest. */
export function signMemberToken({ tokens, clock }: Reads & Secrets, session: { id: string; expiresAt: Date }) {
  const inTime = secondsAfter(clock.now(), TOKEN_S)
  const expiresAt = inTime < session.expiresAt ? inTime : session.expiresAt
  return { token: tokens.sign('organization', session.id, expiresAt), expiresAt }
}

/** Ends every session and voids every code of a member, whose row is held. */
export async function endMemberSessions(tx: Tx, { id, userName }: { id: string; userName: string }) {
  await tx
    .update(memberSessions)
    .set({ revokedAt: tx.at })
    .where(and(eq(memberSessions.memberId, id), isNull(memberSessions.revokedAt)))
  await tx
    .update(signInChallenges)
    .set({ expiresAt: tx.at })
    .where(
      and(
        eq(signInChallenges.userName, userName),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, tx.at),
        arrayContains(signInChallenges.memberIds, [id]),
      ),
    )
}

/** An organization's token speaks for that organization alone. */
export function assertSameOrganization(actor: OrganizationActor, organizationId: string) {
  if (actor.organizationId !== organizationId) throw forbidden('This token belongs to another organization')
}

/** An Editor writes what is shown; what binds the organization is for those who run it. */
export function assertRunsOrganization({ roles }: OrganizationActor) {
  if (!roles.some((role) => role === 'Owner/Super Admin' || role === 'Admin')) throw forbidden()
}

import { fullName } from '@hikmah/contract/words'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Reads, Secrets } from '../house.ts'
import type { OrganizationActor } from '../kit/auth/actor.ts'
import type { Tokens } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { forbidden } from '../kit/errors/refusal.ts'
import { callerOf } from '../kit/http/serve.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { memberSessions, members } from './table.ts'

const GOOD_FOR_S = 12 * 3600

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

export async function openMemberSession(tx: Tx, tokens: Tokens, member: { id: string; organizationId: string }) {
  const id = newId()
  const expiresAt = secondsAfter(tx.at, GOOD_FOR_S)
  await tx.insert(memberSessions).values({
    id,
    memberId: member.id,
    organizationId: member.organizationId,
    createdAt: tx.at,
    expiresAt,
  })
  return tokens.sign('organization', id, expiresAt)
}

/** An organization's token speaks for that organization alone. */
export function assertSameOrganization(actor: OrganizationActor, organizationId: string) {
  if (actor.organizationId !== organizationId) throw forbidden('This token belongs to another organization')
}

/** An Editor writes what is shown; what binds the organization is for those who run it. */
export function assertRunsOrganization({ roles }: OrganizationActor) {
  if (!roles.some((role) => role === 'Owner/Super Admin' || role === 'Admin')) throw forbidden()
}

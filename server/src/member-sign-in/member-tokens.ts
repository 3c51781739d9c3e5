import { MEMBER_SIGN_IN_ENDED, type MemberSignedIn } from '@hikmah/contract/member-sign-in'
import { nameInText } from '@hikmah/contract/organizations/words'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { House, Reads, Secrets, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { OrganizationActor, PublicActor } from '../kit/auth/actor.ts'
import { hmac } from '../kit/auth/keys.ts'
import { judgeUse, type RotatingToken, readRotatingToken, writeRotatingToken } from '../kit/auth/rotating-token.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { unauthenticated } from '../kit/errors/refusal.ts'
import { HAS_MEMBER_ACCOUNT } from '../kit/mail/letter.ts'
import { letterTo, post } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import { signMemberToken } from '../organization-team/member-sessions.ts'
import { aboutMember, holdSignInMember, type SignInMember } from '../organization-team/queries.ts'
import { memberSessions } from '../organization-team/table.ts'
import { assertNotLocked, countFailure, countRefresh } from '../sign-in/lockout.ts'

const PREFIX = 'mr1'

export function presentMemberSession(
  house: Reads & Secrets,
  session: { id: string; expiresAt: Date },
  { organizationId, orgName, orgStatus, roles }: SignInMember,
  refresh: RotatingToken,
): MemberSignedIn {
  const { token, expiresAt } = signMemberToken(house, session)
  return {
    token,
    refreshToken: writeRotatingToken(PREFIX, refresh),
    expiresAt: expiresAt.toISOString(),
    refreshExpiresAt: session.expiresAt.toISOString(),
    orgId: organizationId,
    orgName,
    orgStatus,
    role: roles,
  }
}

/** Takes a refresh token for a token and the next refresh token. One answer for whatever is wrong with it. */
export async function refreshMemberToken(
  house: House,
  actor: PublicActor,
  request: FastifyRequest,
  refreshToken: string,
): Promise<MemberSignedIn> {
  await countRefresh(house, actor.ip)
  const sent = readRotatingToken(PREFIX, refreshToken)
  const { 'idempotency-key': key } = request.headers
  const keyHash = typeof key === 'string' ? sha256(key) : null
  const use = sent && (await house.change(actor, (tx) => rotate(house, tx, sent, keyHash)))
  if (use?.session) return presentMemberSession(house, use.session, use.member, use.next)
  if (use?.copiedFrom) {
    const { copiedFrom: user } = use
    request.log.warn({ event: 'security', reason: 'REFRESH_TOKEN_COPIED', user, ip: actor.ip })
  }
  await assertNotLocked(house, '', actor.ip)
  await countFailure(house, '', actor.ip)
  throw unauthenticated(MEMBER_SIGN_IN_ENDED)
}

type Rotation =
  | { session: typeof memberSessions.$inferSelect; member: SignInMember; next: RotatingToken }
  | { session: undefined; copiedFrom?: string }

async function rotate(house: Secrets, tx: Tx, sent: RotatingToken, keyHash: string | null): Promise<Rotation> {
  const bySeries = eq(memberSessions.seriesHash, sha256(sent.series))
  const [found] = await tx.select({ memberId: memberSessions.memberId }).from(memberSessions).where(bySeries)
  const member = found && (await holdSignInMember(tx, found.memberId))
  const [session] = await tx.select().from(memberSessions).where(bySeries).for('update')
  if (!member || !session || session.revokedAt || session.expiresAt <= tx.at) return { session: undefined }
  const use = judgeUse(session, sent.token, keyHash !== null && keyHash === session.refreshKey)
  if (use === 'copied') {
    await tx.update(memberSessions).set({ revokedAt: tx.at }).where(eq(memberSessions.id, session.id))
    await post(tx, theftLetter(member))
    record(tx, { action: 'sign-in.copied-login-refused', ...aboutMember(member) })
    return { session: undefined, copiedFrom: member.id }
  }
  const next = { series: sent.series, token: successorOf(house, sent) }
  if (use === 'first') {
    await tx
      .update(memberSessions)
      .set({ tokenHash: sha256(next.token), previousTokenHash: session.tokenHash, refreshKey: keyHash })
      .where(eq(memberSessions.id, session.id))
  }
  return { session, member, next }
}

/** Always the same of one token, so that a lost answer can be given again although it is kept nowhere. */
const successorOf = ({ keys }: Secrets, { series, token }: RotatingToken) =>
  Buffer.from(hmac(keys.refresh, `${series}.${token}`), 'hex').toString('base64url')

const theftLetter = (member: SignInMember) =>
  letterTo(
    member,
    { kind: 'security-notice', subject: 'We ended one of your sign-ins', isToOutside: true },
    {
      paragraphs: [
        `Your application for ${nameInText(member.orgName)} sent a saved sign-in that had been used before, which can mean that someone copied it. To be safe, we ended that sign-in.`,
        'Sign in again in your application.',
      ],
      closing: 'If this happens again, tell us through our website.',
      why: HAS_MEMBER_ACCOUNT,
    },
  )

/** Ends the sign-in of the token or of the refresh token. With neither it does nothing and is content. */
export async function logoutMember(
  house: Reads & Writes & Secrets,
  actor: PublicActor | OrganizationActor,
  request: FastifyRequest,
  refreshToken: string | undefined,
) {
  const { token } = request.headers
  const sid = typeof token === 'string' ? house.tokens.read('organization', token, house.clock.now()) : undefined
  const sent = refreshToken === undefined ? undefined : readRotatingToken(PREFIX, refreshToken)
  if (!sid && !sent) return
  await house.change(actor, async (tx) => {
    const isMeant = or(
      sid ? eq(memberSessions.id, sid) : undefined,
      sent ? eq(memberSessions.seriesHash, sha256(sent.series)) : undefined,
    )
    const ended = await tx
      .update(memberSessions)
      .set({ revokedAt: tx.at })
      .where(and(isMeant, isNull(memberSessions.revokedAt)))
      .returning({ organizationId: memberSessions.organizationId, memberId: memberSessions.memberId })
    for (const { memberId, organizationId } of ended) {
      const entityName = actor.kind === 'organization' ? actor.name : 'own session'
      record(tx, { action: 'session.ended', entity: 'member', entityId: memberId, entityName, organizationId })
    }
  })
}

import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { House, Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { passwordFits } from '../kit/auth/passwords.ts'
import { hashCode, sameText, sha256, TRIES_PER_CODE, wrongCode } from '../kit/auth/tokens.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { clearFailures, countCodeTry, judgeTry, tooManyAttempts } from './lockout.ts'
import { findChallengeByToken, findLatestChallenge, findSignInStaff, holdSignInStaff, presentUser } from './queries.ts'
import { clearRememberCookie, remember, seriesOfCookie, setRememberCookie } from './remembered-login.ts'
import { PENDING } from './send-code.ts'
import { endAllSessions, openSession } from './sessions.ts'
import { rememberedLogins, signInChallenges, staffSessions } from './table.ts'

/** Step two: password (or pending token) and code together, one answer for whatever is wrong. */
export async function verifyCode(
  house: House,
  actor: PublicActor,
  { userName, password, code }: { userName: string; password: string; code: string },
  reply: FastifyReply,
) {
  await countCodeTry(house, actor.ip)
  const { right: signedIn, lock } = await judgeTry(house, userName, actor.ip, async () => {
    const challenge = await findProvedChallenge(house, userName, password)
    const isRight = challenge ? await tryCode(house, challenge, code) : false
    return challenge && isRight ? finish(house, actor, challenge) : undefined
  })
  if (!signedIn) throw lock ? tooManyAttempts(lock.lockedForS) : wrongCode()
  if (signedIn.value) setRememberCookie(reply, house.config.publicUrl, signedIn.value)
  return signedIn.user
}

type Challenge = typeof signInChallenges.$inferSelect

async function findProvedChallenge(house: Reads, userName: string, password: string): Promise<Challenge | undefined> {
  const now = house.clock.now()
  if (PENDING.test(password)) return findChallengeByToken(house.db, userName, sha256(password), now)
  const person = await findSignInStaff(house.db, userName)
  const fits = await passwordFits(person?.passwordHash, password)
  const challenge = await findLatestChallenge(house.db, userName, now)
  return fits ? challenge : undefined
}

/** The try is counted before the code is compared, so that parallel guesses share the five. */
async function tryCode(house: Reads & Secrets, challenge: Challenge, code: string): Promise<boolean> {
  const counted = await house.db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(eq(signInChallenges.id, challenge.id), lt(signInChallenges.tries, TRIES_PER_CODE)))
    .returning({ tries: signInChallenges.tries })
  return counted.length > 0 && sameText(challenge.codeHash, hashCode(house.keys, challenge.id, code))
}

const finish = (house: Writes & Secrets, actor: PublicActor, challenge: Challenge) =>
  house.change({ ...actor, id: challenge.staffId, name: challenge.userName }, async (tx) => {
    const person = await holdSignInStaff(tx, challenge.staffId)
    // A code that was voided since it was read has another end.
    const isAsRead = and(
      eq(signInChallenges.id, challenge.id),
      eq(signInChallenges.expiresAt, challenge.expiresAt),
      isNull(signInChallenges.usedAt),
    )
    const used = await tx
      .update(signInChallenges)
      .set({ usedAt: tx.at })
      .where(isAsRead)
      .returning({ id: signInChallenges.id })
    if (!person || used.length === 0) return undefined
    const series = challenge.remember ? await remember(tx, person.id) : undefined
    const token = await openSession(tx, house.tokens, person.id, actor, series?.id ?? null)
    await clearFailures(tx, person.userName, actor.ip)
    record(tx, { action: 'sign-in.completed', entity: 'staff', entityId: person.id, entityName: person.userName })
    return { user: { ...presentUser(person), token }, value: series?.value }
  })

const about = (actor: StaffActor) => ({ entity: 'staff' as const, entityId: actor.id, entityName: actor.userName })

/** Ends the session of the token and forgets this browser. With neither it does nothing and is content. */
export async function logout(
  house: Reads & Writes & Secrets & Settings,
  actor: PublicActor | StaffActor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = request.headers.token
  const sid = typeof token === 'string' ? house.tokens.read('staff', token, house.clock.now()) : undefined
  const seriesHash = seriesOfCookie(request, house.config.publicUrl)
  clearRememberCookie(reply, house.config.publicUrl)
  if (!sid && !seriesHash) return
  await house.change(actor, async (tx) => {
    // The session before the remembered browser, as everywhere, so that two at once cannot wait for each other.
    const [ended] = sid
      ? await tx
          .update(staffSessions)
          .set({ revokedAt: tx.at })
          .where(and(eq(staffSessions.id, sid), isNull(staffSessions.revokedAt)))
          .returning({ staffId: staffSessions.staffId, seriesId: staffSessions.seriesId })
      : []
    if (seriesHash) await tx.delete(rememberedLogins).where(eq(rememberedLogins.seriesHash, seriesHash))
    if (!ended) return
    if (ended.seriesId) await tx.delete(rememberedLogins).where(eq(rememberedLogins.id, ended.seriesId))
    const entityName = actor.kind === 'staff' ? actor.userName : 'own session'
    record(tx, { action: 'session.ended', entity: 'staff', entityId: ended.staffId, entityName })
  })
}

export const logoutAll = ({ change }: Writes, actor: StaffActor) =>
  change(actor, async (tx) => {
    await endAllSessions(tx, actor.id)
    record(tx, { action: 'session.all-ended', ...about(actor) })
  })

/** Ends one of the caller's own sessions, as the list tells them apart; somebody else's does not exist for them. */
export const revokeSession = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const [ended] = await tx
      .update(staffSessions)
      .set({ revokedAt: tx.at })
      .where(and(eq(staffSessions.id, id), eq(staffSessions.staffId, actor.id), isNull(staffSessions.revokedAt)))
      .returning()
    if (!ended) throw notFound('session')
    if (ended.seriesId) await tx.delete(rememberedLogins).where(eq(rememberedLogins.id, ended.seriesId))
    const { browser, operatingSystem, ip, createdAt: signedInAt } = ended
    record(tx, { action: 'session.revoked', ...about(actor), after: { browser, operatingSystem, ip, signedInAt } })
  })

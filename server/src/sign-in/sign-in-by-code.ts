import { INCORRECT } from '@hikmah/contract/sign-in/endpoints'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { StaffRow } from '../accounts/table.ts'
import type { House, Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { passwordFits } from '../kit/auth/passwords.ts'
import { limit } from '../kit/auth/throttle.ts'
import {
  codeTooSoon,
  hashCode,
  newCode,
  randomToken,
  sameText,
  sha256,
  TOO_MANY_CODES,
  TRIES_PER_CODE,
  wrongCode,
} from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { unauthenticated } from '../kit/errors/refusal.ts'
import { layOut, validFor } from '../kit/mail/letter.ts'
import { type Letter, post } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { clearFailures, countCodeTry, countSignIn, judgeTry, tooManyAttempts } from './lockout.ts'
import {
  aboutStaff,
  findChallengeByToken,
  findLatestChallenge,
  findSignInStaff,
  holdSignInStaff,
  presentUser,
} from './queries.ts'
import { remember, setRememberCookie } from './remembered-login.ts'
import { openSession } from './sessions.ts'
import { signInChallenges } from './table.ts'

const PENDING = /^pending\.[\w-]{43}$/

/** Step one, and the resend: proves the password (or the pending token), mails a new code and voids the former. */
export async function sendCode(
  house: House,
  actor: PublicActor,
  { userName, password, checked }: { userName: string; password: string; checked: boolean },
) {
  await countSignIn(house, actor.ip)
  const resent = PENDING.test(password)
    ? await findChallengeByToken(house.db, userName, sha256(password), house.clock.now())
    : undefined
  const { right: person } = await judgeTry(house, userName, actor.ip, async () => {
    const candidate = await findSignInStaff(house.db, userName)
    const isProved = resent !== undefined || (await passwordFits(candidate?.passwordHash, password))
    return isProved ? candidate : undefined
  })
  if (!person) throw unauthenticated(INCORRECT)
  const earlier = await findLatestChallenge(house.db, userName, house.clock.now())
  await assertWithinLimit(house, userName, earlier?.createdAt)
  // Only for a resend: somebody who enters the password again may be using another browser.
  const remember = checked || (resent?.remember ?? false)
  const token = await saveChallenge(house, actor, person, remember, earlier)
  return { token, resendWaitS: house.config.auth.resendWaitS }
}

/** A new code at least AUTH_RESEND_WAIT_S after an unused one, and at most AUTH_CODES_PER_HOUR. */
async function assertWithinLimit(house: Reads & Settings, userName: string, lastSentAt: Date | undefined) {
  const now = house.clock.now()
  const waitS = lastSentAt
    ? (secondsAfter(lastSentAt, house.config.auth.resendWaitS).getTime() - now.getTime()) / 1000
    : 0
  if (waitS > 0) throw codeTooSoon(waitS)
  await limit(house, {
    key: `codes:${userName}`,
    max: house.config.auth.codesPerHour,
    windowS: 3600,
    message: TOO_MANY_CODES,
  })
}

type Challenge = typeof signInChallenges.$inferSelect

async function saveChallenge(
  house: Writes & Secrets & Settings,
  actor: PublicActor,
  person: StaffRow,
  remember: boolean,
  earlier: Challenge | undefined,
): Promise<string> {
  const { codeTtlS, resendWaitS } = house.config.auth
  const token = `pending.${randomToken(32)}`
  const code = newCode()
  await house.change({ ...actor, id: person.id, name: person.userName }, async (tx) => {
    const held = await holdSignInStaff(tx, person.id)
    // The password that was proved may have been changed since.
    if (held?.passwordHash !== person.passwordHash) throw unauthenticated(INCORRECT)
    const latest = await findLatestChallenge(tx, person.userName, tx.at)
    // Of several at once the first sends its code, so that one code is good at a time.
    if (latest && latest.id !== earlier?.id) throw codeTooSoon(resendWaitS)
    const id = newId()
    await tx
      .update(signInChallenges)
      .set({ expiresAt: tx.at })
      .where(and(eq(signInChallenges.userName, person.userName), isNull(signInChallenges.usedAt)))
    await tx.insert(signInChallenges).values({
      id,
      tokenHash: sha256(token),
      userName: person.userName,
      staffId: person.id,
      codeHash: hashCode(house.keys, id, code),
      remember,
      createdAt: tx.at,
      expiresAt: secondsAfter(tx.at, codeTtlS),
    })
    await post(tx, codeLetter(person.userName, code, codeTtlS))
    record(tx, { action: 'sign-in.code-sent', ...aboutStaff(person) })
  })
  return token
}

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

type ChallengeRow = typeof signInChallenges.$inferSelect

async function findProvedChallenge(
  house: Reads,
  userName: string,
  password: string,
): Promise<ChallengeRow | undefined> {
  const now = house.clock.now()
  if (PENDING.test(password)) return findChallengeByToken(house.db, userName, sha256(password), now)
  const person = await findSignInStaff(house.db, userName)
  const fits = await passwordFits(person?.passwordHash, password)
  const challenge = await findLatestChallenge(house.db, userName, now)
  return fits ? challenge : undefined
}

/** The try is counted before the code is compared, so that parallel guesses share the five. */
async function tryCode(house: Reads & Secrets, challenge: ChallengeRow, code: string): Promise<boolean> {
  const counted = await house.db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(eq(signInChallenges.id, challenge.id), lt(signInChallenges.tries, TRIES_PER_CODE)))
    .returning({ tries: signInChallenges.tries })
  return counted.length > 0 && sameText(challenge.codeHash, hashCode(house.keys, challenge.id, code))
}

const finish = (house: Writes & Secrets, actor: PublicActor, challenge: ChallengeRow) =>
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
    record(tx, { action: 'sign-in.completed', ...aboutStaff(person) })
    return { user: { ...presentUser(person), token }, value: series?.value }
  })

/** The one-time code. Its body is wiped once sent. */
function codeLetter(to: string, code: string, goodForS: number): Letter {
  return {
    kind: 'sign-in-code',
    to,
    subject: 'Your sign-in code for the Hikmah Console',
    secret: true,
    goodForS,
    ...layOut({
      greeting: 'Salam,',
      paragraphs: [`Enter this code to finish signing in. It is ${validFor(goodForS)}.`],
      code,
      closing: 'If you did not try to sign in, change your password: someone else may know it.',
    }),
  }
}

import { setTimeout } from 'node:timers/promises'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { memberSignIn } from '@hikmah/contract/member-sign-in'
import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { House, Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { assertNotGuessable, hashPassword } from '../kit/auth/passwords.ts'
import { countUse, limit } from '../kit/auth/throttle.ts'
import { codeTooSoon, hashCode, newCode, randomToken, sha256, TOO_MANY_CODES, wrongCode } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { HAS_MEMBER_ACCOUNT, validFor } from '../kit/mail/letter.ts'
import { letterTo, post, type Recipient } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { endMemberSessions } from '../organization-team/member-sessions.ts'
import { aboutMember, findSignInMembers, holdSignInMember } from '../organization-team/queries.ts'
import { members } from '../organization-team/table.ts'
import { clearFailures, countCodeTry, countSignIn, judgeTry, tooManyAttempts } from '../sign-in/lockout.ts'
import { findLatestChallenge, isUnusedOf } from '../sign-in/queries.ts'
import { type Challenge, tryCode } from '../sign-in/sign-in-by-code.ts'
import { signInChallenges } from '../sign-in/table.ts'

/** Mailing a code takes 10 ms, which would tell who is mailed one: nobody is answered sooner than this. */
const ANSWERED_AFTER_MS = 150

/** Mails a code to whoever may sign in. For other names the answer is the same, and comes no sooner. */
export async function sendMemberResetCode(house: House, actor: PublicActor, userName: string) {
  const [sent] = await Promise.all([mailCode(house, actor, userName), setTimeout(ANSWERED_AFTER_MS)])
  return sent
}

async function mailCode(house: House, actor: PublicActor, userName: string) {
  await countSignIn(house, actor.ip)
  await assertWithinLimit(house, userName)
  const { codeTtlS, resendWaitS } = house.config.auth
  const people = await findSignInMembers(house.db, userName)
  const [id, code] = [newId(), newCode()]
  await house.change(actor, async (tx) => {
    await tx.update(signInChallenges).set({ expiresAt: tx.at }).where(isUnusedOf('member-reset', userName))
    await tx.insert(signInChallenges).values({
      id,
      // It has no pending token: the code alone is sent back.
      tokenHash: sha256(randomToken(32)),
      userName,
      memberIds: people.map((member) => member.id),
      codeHash: hashCode(house.keys, id, code),
      isReset: true,
      remember: false,
      createdAt: tx.at,
      expiresAt: secondsAfter(tx.at, codeTtlS),
    })
    if (people[0]) await post(tx, resetCodeLetter(people[0], code, codeTtlS))
    for (const member of people) record(tx, { action: 'sign-in.reset-code-requested', ...aboutMember(member) })
  })
  return { resendWaitS }
}

/** As between sign-in codes, but counted for every name, so that nobody sees which one is mailed a code. */
async function assertWithinLimit({ db, clock, config }: Reads & Settings, userName: string) {
  const { resendWaitS, codesPerHour } = config.auth
  const { count, leftS } = await countUse(db, `member-reset-wait:${userName}`, clock.now(), resendWaitS)
  if (count > 1) throw codeTooSoon(Math.max(1, Math.ceil(leftS)))
  await limit(
    { db, clock },
    { key: `member-resets:${userName}`, max: codesPerHour, windowS: 3600, message: TOO_MANY_CODES },
  )
}

type Reset = Parsed<typeof memberSignIn.resetMemberPassword>['body']

/** Sets a new password with the mailed code. One answer for whatever is wrong, counted with the failures of signing in. */
export async function resetMemberPassword(house: House, actor: PublicActor, reset: Reset): Promise<void> {
  const { userName, code, newPassword } = reset
  await countCodeTry(house, actor.ip)
  await assertNotGuessable('newPassword', newPassword, { userName })
  const judge = async () => {
    const challenge = await findLatestChallenge(house.db, 'member-reset', userName, house.clock.now())
    return challenge && (await tryCode(house, challenge, code))
      ? setPassword(house, actor, challenge, newPassword)
      : undefined
  }
  const { right, lock } = await judgeTry(house, userName, actor.ip, judge, 'member')
  if (!right) throw lock ? tooManyAttempts(lock.lockedForS) : wrongCode()
}

async function setPassword(
  house: Reads & Writes & Secrets,
  actor: PublicActor,
  { id: challengeId, userName, memberIds }: Challenge,
  newPassword: string,
): Promise<true | undefined> {
  const people = await findSignInMembers(house.db, userName)
  const names = people.flatMap(({ firstName, lastName, orgName }) => [firstName, lastName, orgName])
  await assertNotGuessable('newPassword', newPassword, { userName, names })
  const passwordHash = await hashPassword(newPassword)
  return house.change({ ...actor, id: people[0]?.id ?? '', name: userName }, async (tx) => {
    const held = []
    for (const id of (memberIds ?? []).toSorted()) held.push(await holdSignInMember(tx, id))
    const used = await tx
      .update(signInChallenges)
      .set({ usedAt: tx.at })
      .where(
        and(
          eq(signInChallenges.id, challengeId),
          isUnusedOf('member-reset', userName),
          gt(signInChallenges.expiresAt, tx.at),
        ),
      )
      .returning({ id: signInChallenges.id })
    const found = held.filter((member) => member !== undefined)
    if (used.length === 0 || !found[0]) return undefined
    for (const member of found) {
      await endMemberSessions(tx, member)
      record(tx, { action: 'sign-in.password-reset', ...aboutMember(member) })
    }
    // A membership whose access is revoked may be given it again, and then the former password must not open it.
    const isTheirs = and(eq(members.userName, userName), isNotNull(members.passwordHash))
    await tx.update(members).set({ passwordHash }).where(isTheirs)
    await clearFailures(tx, userName, actor.ip, 'member')
    await post(tx, passwordResetLetter(found[0]))
    return true
  })
}

/** Its body is wiped once sent. */
const resetCodeLetter = (to: Recipient, code: string, goodForS: number) =>
  letterTo(
    to,
    { kind: 'member-reset-code', subject: 'Your code for a new password', secret: true, goodForS },
    {
      paragraphs: [`Enter this code in your application to choose a new password. It is ${validFor(goodForS)}.`],
      code,
      closing: 'If you did not ask for it, no action is needed. Do not share the code with anybody.',
      why: HAS_MEMBER_ACCOUNT,
    },
  )

const passwordResetLetter = (to: Recipient) =>
  letterTo(
    to,
    { kind: 'security-notice', subject: 'Your password was changed', isToOutside: true },
    {
      paragraphs: [
        'You chose a new password with a code from an email to this address. All your sign-ins were ended: sign in again in your application.',
      ],
      closing: 'If this was not you, tell us at once through our website: someone else may read your email.',
      why: HAS_MEMBER_ACCOUNT,
    },
  )

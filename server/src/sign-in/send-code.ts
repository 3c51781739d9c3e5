import { INCORRECT } from '@hikmah/contract/sign-in/endpoints'
import { and, eq, isNull } from 'drizzle-orm'
import type { StaffRow } from '../accounts/table.ts'
import type { House, Reads, Secrets, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { passwordFits } from '../kit/auth/passwords.ts'
import { limit } from '../kit/auth/throttle.ts'
import { codeTooSoon, hashCode, newCode, randomToken, sha256, TOO_MANY_CODES } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { unauthenticated } from '../kit/errors/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { codeLetter } from './letters.ts'
import { countSignIn, judgeTry } from './lockout.ts'
import { findChallengeByToken, findLatestChallenge, findSignInStaff, holdSignInStaff } from './queries.ts'
import { signInChallenges } from './table.ts'

/** The form of a pending token, which tells it apart from a password. */
export const PENDING = /^pending\.[\w-]{43}$/

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
    record(tx, { action: 'sign-in.code-sent', entity: 'staff', entityId: person.id, entityName: person.userName })
  })
  return token
}

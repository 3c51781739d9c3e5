import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Reads, Secrets, Settings } from '../house.ts'
import { countUse, refundUse, throttles } from '../kit/auth/throttle.ts'
import {
  codeTooSoon,
  hashCode,
  newCode,
  sameText,
  TOO_MANY_CODES,
  TRIES_PER_CODE,
  wrongCode,
} from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { rateLimited } from '../kit/errors/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { tooManyAttempts } from '../sign-in/lockout.ts'
import { staffCodes } from './table.ts'

export type CodePurpose = (typeof staffCodes.$inferSelect)['purpose']

/** Counted by name and not by code, so that an unknown name is answered like a known one. */
const triesKey = (purpose: CodePurpose, userName: string) => `staff-code-tries:${purpose}:${userName}`

const waitKey = (purpose: CodePurpose, userName: string) => `staff-code-wait:${purpose}:${userName}`

/** Counts a code that is sent: how many within the resend wait, and how many within the hour. */
export async function countCode({ db, clock, config }: Reads & Settings, purpose: CodePurpose, userName: string) {
  const now = clock.now()
  const soon = await countUse(db, waitKey(purpose, userName), now, config.auth.resendWaitS)
  const hourly = soon.count > 1 ? undefined : await countUse(db, `staff-codes:${purpose}:${userName}`, now, 3600)
  return { soon, hourly }
}

/** A new code at least AUTH_RESEND_WAIT_S after the last, and at most AUTH_CODES_PER_HOUR for one name, known or not. */
export async function assertWithinCodeLimits(house: Reads & Settings, purpose: CodePurpose, userName: string) {
  const { soon, hourly } = await countCode(house, purpose, userName)
  if (soon.count > 1) throw codeTooSoon(Math.max(1, Math.ceil(soon.leftS)))
  if (hourly && hourly.count > house.config.auth.codesPerHour) {
    throw rateLimited(TOO_MANY_CODES, hourly.leftS)
  }
}

const isOpen = (staffId: string, purpose: CodePurpose, now: Date) =>
  and(
    eq(staffCodes.staffId, staffId),
    eq(staffCodes.purpose, purpose),
    isNull(staffCodes.usedAt),
    gt(staffCodes.expiresAt, now),
  )

/** A new code for a name gives five new tries; whether somebody stands behind the name makes no difference. */
export const forgetTries = (tx: Tx, purpose: CodePurpose, userName: string) =>
  tx.delete(throttles).where(eq(throttles.key, triesKey(purpose, userName)))

/** Makes a code and voids the former ones. The answer is the code itself, to be mailed; only its hash is kept. */
export async function issueCode(
  { keys, config }: Secrets & Settings,
  tx: Tx,
  purpose: CodePurpose,
  person: { id: string; userName: string },
): Promise<string> {
  await forgetTries(tx, purpose, person.userName)
  await tx
    .update(staffCodes)
    .set({ expiresAt: tx.at })
    .where(isOpen(person.id, purpose, tx.at))
  const [id, code] = [newId(), newCode()]
  await tx.insert(staffCodes).values({
    id,
    staffId: person.id,
    purpose,
    codeHash: hashCode(keys, id, code),
    createdAt: tx.at,
    expiresAt: secondsAfter(tx.at, config.auth.codeTtlS),
  })
  return code
}

/** Counts the try before it compares the code, so that parallel guesses share the five. */
export async function proveCode(
  { db, clock, keys, config }: Reads & Secrets & Settings,
  purpose: CodePurpose,
  userName: string,
  person: { id: string } | undefined,
  code: string,
): Promise<string> {
  const now = clock.now()
  const tries = await countUse(db, triesKey(purpose, userName), now, config.auth.codeTtlS)
  if (tries.count > TRIES_PER_CODE) throw tooManyAttempts(tries.leftS)
  // The query runs even for an unknown name, so that the time reveals nothing.
  const [open] = await db
    .select()
    .from(staffCodes)
    .where(isOpen(person?.id ?? newId(), purpose, now))
    .orderBy(desc(staffCodes.createdAt))
    .limit(1)
  const isRight = sameText(open?.codeHash ?? '', hashCode(keys, open?.id ?? '', code))
  if (open && isRight) return open.id
  throw tries.count === TRIES_PER_CODE ? tooManyAttempts(tries.leftS) : wrongCode()
}

/** Gives back the try of a code that was right and is still to be used. */
export const refundTry = (db: Db, purpose: CodePurpose, userName: string) => refundUse(db, triesKey(purpose, userName))

/** Uses a proved code up; of two at once only one succeeds. */
export async function spendCode(tx: Tx, codeId: string, purpose: CodePurpose, userName: string): Promise<void> {
  const spent = await tx
    .update(staffCodes)
    .set({ usedAt: tx.at })
    .where(and(eq(staffCodes.id, codeId), isNull(staffCodes.usedAt), gt(staffCodes.expiresAt, tx.at)))
    .returning({ id: staffCodes.id })
  if (spent.length === 0) throw wrongCode()
  await forgetTries(tx, purpose, userName)
}

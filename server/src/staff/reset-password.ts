import { and, eq } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { wrongCode } from '../kit/auth/codes.ts'
import { assertNotGuessable } from '../kit/auth/passwords/guessable.ts'
import { hashPassword } from '../kit/auth/passwords/passwords.ts'
import { post } from '../kit/mail/post.ts'
import { endAllSessions } from '../sign-in/sessions.ts'
import { assertWithinCodeLimits, forgetTries, issueCode, proveCode, refundTry, spendCode } from './codes.ts'
import { passwordResetLetter, resetCodeLetter } from './letters.ts'
import { aboutStaff, findStaff } from './queries.ts'
import { assertMayReset } from './rules.ts'

/** A reset is for those who may sign in. */
const isResettable = (person: StaffRow | undefined): person is StaffRow => person?.status === 'active'

/** Mails a code to the person. For a name that may not be reset the answer, and the work, is about the same. */
export async function sendPasswordResetCode(house: House, actor: StaffActor, userName: string) {
  const person = await findStaff(house.db, userName)
  if (person) assertMayReset(actor, person)
  await assertWithinCodeLimits(house, 'reset', userName)
  return house.change(actor, async (tx) => {
    if (isResettable(person)) {
      const code = await issueCode(house, tx, 'reset', person)
      await post(tx, resetCodeLetter(person, code, actor.name, house.config.auth.codeTtlS))
    } else {
      await forgetTries(tx, 'reset', userName)
    }
    record(tx, { action: 'staff.reset-code-requested', ...aboutStaff(person ?? { id: '', userName }) })
    return { resendWaitS: house.config.auth.resendWaitS }
  })
}

/** Tells a wrong code before a password is chosen with it. A right one stays good and has cost no try. */
export async function checkResetCode(
  house: House,
  actor: StaffActor,
  { code, userName }: { code: string; userName: string },
): Promise<void> {
  const person = await findStaff(house.db, userName)
  if (person) assertMayReset(actor, person)
  await proveCode(house, 'reset', userName, isResettable(person) ? person : undefined, code)
  await refundTry(house.db, 'reset', userName)
}

/** Sets a password with the code that the person was mailed. Everything that was signed in with the old one ends. */
export async function resetPassword(
  house: House,
  actor: StaffActor,
  { code, newPassword, userName }: { code: string; newPassword: string; userName: string },
): Promise<void> {
  const person = await findStaff(house.db, userName)
  if (person) assertMayReset(actor, person)
  await assertNotGuessable('newPassword', newPassword, {
    userName,
    names: person ? [person.firstName, person.lastName] : [],
  })
  const codeId = await proveCode(house, 'reset', userName, isResettable(person) ? person : undefined, code)
  const passwordHash = await hashPassword(newPassword)
  await house.change(actor, async (tx) => {
    await spendCode(tx, codeId, 'reset', userName)
    const [changed] = await tx
      .update(staff)
      .set({ passwordHash, passwordSetByOther: person?.id !== actor.id })
      .where(and(eq(staff.userName, userName), eq(staff.status, 'active')))
      .returning()
    if (!changed) throw wrongCode()
    await endAllSessions(tx, changed.id)
    await post(tx, passwordResetLetter(changed, actor.name))
    record(tx, { action: 'staff.password-reset', ...aboutStaff(changed) })
  })
}

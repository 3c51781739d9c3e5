import { INCORRECT } from '@hikmah/contract/sign-in/endpoints'
import { and, eq } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { assertNotGuessable } from '../kit/auth/passwords/guessable.ts'
import { hashPassword, passwordFits } from '../kit/auth/passwords/passwords.ts'
import { forbidden, invalid, unauthenticated } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { countSignIn, judgeTry } from '../sign-in/lockout.ts'
import { findSignInStaff } from '../sign-in/queries.ts'
import { endAllSessions } from '../sign-in/sessions.ts'
import { aboutStaff } from '../staff/queries.ts'
import { changeRefusedLetter, passwordChangedLetter } from './letters.ts'

interface PasswordChange {
  userName: string
  oldPassword: string
  newPassword: string
}

/**
 * Changes a password with the old one, under the limits of signing in. What is wrong with the new password alone is said
 * before the old one is looked at, so that the answer tells nothing of it; the lock is not cleared, because only password
 * and code together prove the person.
 */
export async function changePassword(
  house: Reads & Writes & Settings,
  visitor: PublicActor,
  signedIn: StaffActor | undefined,
  { userName, oldPassword, newPassword }: PasswordChange,
) {
  await countSignIn(house, visitor.ip)
  if (!signedIn && house.config.auth.tokenForChange) throw unauthenticated('Sign in to change your password')
  if (signedIn && signedIn.userName !== userName) throw forbidden('You can only change your own password')
  if (newPassword === oldPassword) throw invalid('newPassword', 'Choose a password other than your current one')
  await assertNotGuessable('newPassword', newPassword, { userName })
  const { right: person } = await judgeTry(house, userName, visitor.ip, async () => {
    const known = await findSignInStaff(house.db, userName)
    return (await passwordFits(known?.passwordHash, oldPassword)) ? known : undefined
  })
  if (!person) throw unauthenticated(INCORRECT)
  const actor = signedIn ?? { ...visitor, id: person.id, name: userName }
  await assertNotOwnName(house, actor, person, newPassword)
  const passwordHash = await hashPassword(newPassword)
  await house.change(actor, async (tx) => {
    // Of two changes with the same old password only one may win.
    const changed = await tx
      .update(staff)
      .set({ passwordHash, passwordSetByOther: false })
      .where(and(eq(staff.id, person.id), eq(staff.passwordHash, person.passwordHash), eq(staff.status, 'active')))
      .returning({ id: staff.id })
    if (changed.length === 0) throw unauthenticated(INCORRECT)
    await endAllSessions(tx, person.id)
    await post(tx, passwordChangedLetter(person))
    record(tx, { action: 'staff.password-changed', ...aboutStaff(person) })
  })
}

/** Names are known only of a person, so this answer reveals that the old password was right. The person gets a letter. */
async function assertNotOwnName(house: Writes, actor: PublicActor | StaffActor, person: StaffRow, newPassword: string) {
  const { userName, firstName, lastName } = person
  try {
    await assertNotGuessable('newPassword', newPassword, { userName, names: [firstName, lastName] })
  } catch (refusal) {
    await house.change(actor, async (tx) => {
      await post(tx, changeRefusedLetter(person))
      record(tx, { action: 'staff.password-change-refused', ...aboutStaff(person) })
    })
    throw refusal
  }
}

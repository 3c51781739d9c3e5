import { consolePaths } from '@hikmah/contract/console-paths'
import type { Data, Parsed } from '@hikmah/contract/endpoint'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { roleLabels, type StaffRole } from '@hikmah/contract/permissions'
import {
  type StaffField,
  type StaffMember,
  type staff as staffEndpoints,
  whyNoResetCode,
  whyNotChangeStaff,
  whyNotResendCode,
  whyNotResetPassword,
  whyNotUnlockStaff,
} from '@hikmah/contract/staff'
import { and, eq, isNull } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { House, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertNotGuessable, hashPassword } from '../kit/auth/passwords.ts'
import { wrongCode } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { retryOnUniqueViolation } from '../kit/errors/failures.ts'
import { assertVersion, duplicate, forbidden, refuseIf } from '../kit/errors/refusal.ts'
import { HAS_CONSOLE_ACCOUNT, validFor } from '../kit/mail/letter.ts'
import { letterTo, post, type Recipient } from '../kit/mail/post.ts'
import { unlockName } from '../sign-in/lockout.ts'
import { aboutStaff } from '../sign-in/queries.ts'
import { endAllSessions } from '../sign-in/sessions.ts'
import { assertWithinCodeLimits, countCode, forgetTries, issueCode, proveCode, refundTry, spendCode } from './codes.ts'
import { findStaff, lockStaff, readChanged, readStaffRow } from './queries.ts'

function forbidWhen(whyNot: string | null) {
  if (whyNot) throw forbidden(whyNot)
}

const assertUnverified = (verifiedAt: Date | null) => refuseIf(whyNotResendCode({ isVerified: verifiedAt !== null }))

type StaffEdit = Parsed<typeof staffEndpoints.updateStaff>['body']

/** Changes role or access. It counts at once: every live session and remembered login of the person ends with it. */
export const updateStaff = ({ change }: Writes, actor: StaffActor, id: string, edit: StaffEdit): Promise<StaffMember> =>
  change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    const newRole = edit.role?.[0]?.roles
    forbidWhen(whyNotChangeStaff(actor, person, newRole))
    const before = { role: person.role, access: person.access }
    const after = { role: newRole ?? person.role, access: edit.access ?? person.access } satisfies Record<
      StaffField,
      unknown
    >
    await assertVersion(edit.version, person, () => readChanged(tx, id, actor))
    if (after.role === before.role && after.access === before.access) return readChanged(tx, id, actor)
    await tx
      .update(staff)
      .set({ ...after, version: person.version + 1 })
      .where(eq(staff.id, id))
    await endAllSessions(tx, id)
    // A person without access learns of a new role when they get access back.
    if (after.access === 'active' || after.access !== before.access)
      await post(tx, accessChangedLetter(person, after.role, after.access, actor.name))
    record(tx, { action: 'staff.updated', ...aboutStaff(person), before, after })
    return readChanged(tx, id, actor)
  })

export async function verifyStaff(
  house: House,
  actor: StaffActor,
  { code, userName }: { code: string; userName: string },
) {
  const person = await findStaff(house.db, userName)
  const codeId = await proveCode(house, 'verify', userName, person?.verifiedAt ? undefined : person, code)
  await house.change(actor, async (tx) => {
    await spendCode(tx, codeId, 'verify', userName)
    const [verified] = await tx
      .update(staff)
      .set({ verifiedAt: tx.at })
      .where(and(eq(staff.userName, userName), isNull(staff.verifiedAt)))
      .returning()
    if (!verified) throw wrongCode()
    record(tx, {
      action: 'staff.verified',
      ...aboutStaff(verified),
      before: { verifiedAt: null },
      after: { verifiedAt: tx.at },
    })
  })
}

type NewStaff = Parsed<typeof staffEndpoints.registerStaff>['body']
type NewStaffAnswer = Data<typeof staffEndpoints.registerStaff>

const TAKEN = 'A console team member already has this email address'

/** Adds a colleague, who may sign in once the mailed code is entered. The password is somebody else's choice, and says so. */
export async function registerStaff(house: House, actor: StaffActor, body: NewStaff): Promise<NewStaffAnswer> {
  const { userName, access, password } = body
  const { firstName, lastName } = body.name
  // The shape lets exactly one through.
  const role = body.role[0]!.roles
  if (await findStaff(house.db, userName)) throw duplicate('userName', TAKEN)
  await assertNotGuessable('password', password, { userName, names: [firstName, lastName] })
  const passwordHash = await hashPassword(password)
  const saved = await retryOnUniqueViolation(() =>
    house.change(actor, async (tx) => {
      const existing = await findStaff(tx, userName)
      if (existing) throw duplicate('userName', TAKEN, await readChanged(tx, existing.id, actor))
      const person = { id: newId(), userName, firstName, lastName, role, access }
      await tx.insert(staff).values({ ...person, passwordHash, passwordSetByOther: true, createdAt: tx.at })
      const code = await issueCode(house, tx, 'verify', person)
      await post(tx, staffWelcomeLetter(person, role, actor.name, house.config.publicUrl))
      await post(tx, verificationLetter(person, code, actor.name, house.config.auth.codeTtlS))
      record(tx, {
        action: 'staff.invited',
        ...aboutStaff(person),
        after: { userName, 'name.firstName': firstName, 'name.lastName': lastName, role, access },
      })
      return { ...(await readChanged(tx, person.id, actor)), resendWaitS: house.config.auth.resendWaitS }
    }),
  )
  await countCode(house, 'verify', userName)
  return saved
}

export async function resendStaffCode(house: House, actor: StaffActor, id: string) {
  const { userName, verifiedAt } = await readStaffRow(house.db, id)
  assertUnverified(verifiedAt)
  await assertWithinCodeLimits(house, 'verify', userName)
  return house.change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    assertUnverified(person.verifiedAt)
    const code = await issueCode(house, tx, 'verify', person)
    await post(tx, verificationLetter(person, code, actor.name, house.config.auth.codeTtlS))
    record(tx, { action: 'staff.code-sent', ...aboutStaff(person) })
    return { resendWaitS: house.config.auth.resendWaitS }
  })
}

/** Lifts the locks and the stop of a name on all networks. People who are locked out cannot lift it themselves. */
export const unlockStaff = ({ change }: Writes, actor: StaffActor, id: string): Promise<StaffMember> =>
  change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    forbidWhen(whyNotUnlockStaff(actor, person))
    if (await unlockName(tx, person.userName)) {
      record(tx, {
        action: 'staff.unlocked',
        ...aboutStaff(person),
        before: { locked: true },
        after: { locked: false },
      })
    }
    return readChanged(tx, id, actor)
  })

/** Signs somebody out everywhere; a remembered browser has to sign in again too. */
export const endStaffSessions = ({ change }: Writes, actor: StaffActor, id: string): Promise<void> =>
  change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    await endAllSessions(tx, id)
    await post(tx, sessionsEndedLetter(person, actor.name))
    record(tx, { action: 'staff.sessions-ended', ...aboutStaff(person) })
  })

const isResettable = (person: StaffRow | undefined): person is StaffRow =>
  // Made of columns that are never null.
  person !== undefined && whyNoResetCode[person.status!] === null

/** Mails a code to the person. For a name that may not be reset the answer, and the work, is about the same. */
export async function sendPasswordResetCode(house: House, actor: StaffActor, userName: string) {
  const person = await findStaff(house.db, userName)
  if (person) forbidWhen(whyNotResetPassword(actor, person))
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
  if (person) forbidWhen(whyNotResetPassword(actor, person))
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
  if (person) forbidWhen(whyNotResetPassword(actor, person))
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

const ADDED = 'somebody is adding you to the team of the Hikmah Console'
const ASK = 'If you did not expect this, contact a console owner right away.'

/** The new member tells the inviter the code. */
const verificationLetter = (to: Recipient, code: string, inviter: string, goodForS: number) =>
  letterTo(
    to,
    { kind: 'staff-code', subject: 'Your verification code for the Hikmah Console', secret: true, goodForS },
    {
      paragraphs: [
        `${isolatedInEnglish(inviter)} is adding you to the team of the Hikmah Console. Tell them this code, so that they can verify your email address. It is ${validFor(goodForS)}.`,
      ],
      code,
      closing: 'If you do not know this person, do not share the code with anybody.',
      why: ADDED,
    },
  )

const staffWelcomeLetter = (to: Recipient, role: StaffRole, inviter: string, publicUrl: string) =>
  letterTo(
    to,
    { kind: 'staff-welcome', subject: 'You were invited to the Hikmah Console' },
    {
      paragraphs: [
        `${isolatedInEnglish(inviter)} invited you to the Hikmah Console as ${roleLabels[role]}. You will receive a code in a separate email. Share it with them to verify your email address; then you can sign in with it.`,
        `${isolatedInEnglish(inviter)} also chose your first password and will tell it to you. Change it after you have signed in, so that nobody but you knows it.`,
      ],
      action: { label: 'Open the console', url: publicUrl + consolePaths.signIn },
      closing: 'If you do not know this person, no action is needed.',
      why: ADDED,
    },
  )

const resetCodeLetter = (to: Recipient, code: string, owner: string, goodForS: number) =>
  letterTo(
    to,
    { kind: 'password-reset-code', subject: 'Your password reset code for the Hikmah Console', secret: true, goodForS },
    {
      paragraphs: [
        `${isolatedInEnglish(owner)} wants to set a new password for you. If you asked for that, tell them this code. It is ${validFor(goodForS)}.`,
      ],
      code,
      closing: 'If you did not ask for it, do not share the code with anybody.',
      why: HAS_CONSOLE_ACCOUNT,
    },
  )

const notice = (to: Recipient, subject: string, paragraphs: string[]) =>
  letterTo(to, { kind: 'security-notice', subject }, { paragraphs, closing: ASK, why: HAS_CONSOLE_ACCOUNT })

const passwordResetLetter = (to: Recipient, owner: string) =>
  notice(to, 'Your password for the Hikmah Console was reset', [
    `${isolatedInEnglish(owner)} set a new password for you. All your sessions were ended.`,
    'Sign in with the password they tell you and change it, so that nobody but you knows it.',
  ])

const accessChangedLetter = (to: Recipient, role: StaffRole, access: string, by: string) =>
  notice(to, 'Your access to the Hikmah Console changed', [
    access === 'active'
      ? `${isolatedInEnglish(by)} changed your access. You are ${roleLabels[role]} now. All your sessions were ended: sign in again.`
      : `${isolatedInEnglish(by)} revoked your access. All your sessions were ended.`,
  ])

const sessionsEndedLetter = (to: Recipient, by: string) =>
  notice(to, 'You were signed out of the Hikmah Console', [
    `${isolatedInEnglish(by)} ended all your sessions, on every device. You can sign in again.`,
  ])

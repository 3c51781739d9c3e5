import { isDeepStrictEqual } from 'node:util'
import { isStateOf, NO_SUCH_STATE } from '@hikmah/contract/addresses'
import type { Parsed } from '@hikmah/contract/endpoint'
import { can } from '@hikmah/contract/permissions'
import { profile } from '@hikmah/contract/profile/endpoints'
import { INCORRECT } from '@hikmah/contract/sign-in/endpoints'
import type { ProfileField } from '@hikmah/contract/staff'
import { and, eq } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { House, Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { assertNotGuessable, hashPassword, passwordFits } from '../kit/auth/passwords.ts'
import { assertVersion, forbidden, ID_DIFFERS, invalid, unauthenticated } from '../kit/errors/refusal.ts'
import type { Identify, Serve } from '../kit/http/serve.ts'
import { HAS_CONSOLE_ACCOUNT } from '../kit/mail/letter.ts'
import { letterTo, post, type Recipient } from '../kit/mail/post.ts'
import { assertInLibrary, mediaIdOf } from '../media/queries.ts'
import { countSignIn, judgeTry } from '../sign-in/lockout.ts'
import { aboutStaff, findSignInStaff, presentUser } from '../sign-in/queries.ts'
import { endAllSessions } from '../sign-in/sessions.ts'
import { lockStaff } from '../staff/queries.ts'

export function profileRoutes(serve: Serve, house: House, identify: Identify['staff']) {
  serve(profile.updateProfile, ({ params, body, actor }) => updateProfile(house, actor, params.id, body))
  serve(profile.changePassword, async ({ body, actor, request }) => {
    const { token } = request.headers
    const signedIn = typeof token === 'string' ? await identify(token, request) : undefined
    return changePassword(house, actor, signedIn, body)
  })
}

const CLOSING =
  'If this was not you, ask an owner of the console at once to reset your password: someone else may know it.'

const notice = (to: Recipient, subject: string, paragraphs: string[]) =>
  letterTo(to, { kind: 'security-notice', subject }, { paragraphs, closing: CLOSING, why: HAS_CONSOLE_ACCOUNT })

const passwordChangedLetter = (to: Recipient) =>
  notice(to, 'Your password for the Hikmah Console was changed', [
    'Your password was changed by somebody who entered the old one. All your sessions were ended: sign in again with the new password.',
  ])

/** The old password was right and nothing was changed: guessing passwords this way must not go unnoticed. */
const changeRefusedLetter = (to: Recipient) =>
  notice(to, 'A password change was rejected', [
    'Somebody entered your correct password to change it, but the new one was too easy to guess. Nothing was changed.',
  ])

type ProfileEdit = Parsed<typeof profile.updateProfile>['body']

/** Saves what was sent of a profile: one's own, or for an owner that of somebody who is no owner. */
async function updateProfile({ change }: Writes, actor: StaffActor, id: string, edit: ProfileEdit) {
  if (edit._id !== undefined && edit._id !== id) throw invalid('_id', ID_DIFFERS)
  return change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    assertMayEdit(actor, person)
    await assertVersion(edit.version, person, async () => presentUser(person))
    const { name, phoneNo, address, imageDetails } = edit
    const after = {
      firstName: name?.firstName ?? person.firstName,
      lastName: name?.lastName ?? person.lastName,
      phone: phoneNo ?? person.phone,
      address: { ...person.address, ...address },
      image: imageDetails?.image ?? person.image,
    }
    if (address?.state !== undefined || address?.country !== undefined) {
      const { state = '', country = '' } = after.address
      if (!isStateOf(country, state)) throw invalid('address.state', NO_SUCH_STATE)
    }
    if (after.image !== person.image && after.image !== '') {
      await assertInLibrary(tx, 'imageDetails.image', mediaIdOf(after.image))
    }
    const fields = { before: auditFields(person), after: auditFields({ ...person, ...after }) }
    if (isDeepStrictEqual(fields.before, fields.after)) return presentUser(person)
    const [saved] = await tx
      .update(staff)
      .set({ ...after, version: person.version + 1 })
      .where(eq(staff.id, id))
      .returning()
    record(tx, { action: 'staff.profile-updated', ...aboutStaff(person), ...fields })
    return presentUser(saved!) // the row is held
  })
}

function assertMayEdit(actor: StaffActor, person: StaffRow) {
  if (person.id === actor.id) return
  if (!can(actor.role, 'profile.update-others')) throw forbidden('You can only edit your own profile')
  if (person.role === 'hikmah_owner') throw forbidden('You cannot edit the profile of another owner')
}

const auditFields = ({ firstName, lastName, phone, address, image }: StaffRow) =>
  ({
    'name.firstName': firstName,
    'name.lastName': lastName,
    phoneNo: phone,
    'address.line1': address.line1 ?? '',
    'address.line2': address.line2 ?? '',
    'address.city': address.city ?? '',
    'address.state': address.state ?? '',
    'address.postalCode': address.postalCode ?? '',
    'address.country': address.country ?? '',
    'imageDetails.image': image,
  }) satisfies Record<ProfileField, unknown>

type PasswordChange = Parsed<typeof profile.changePassword>['body']

/**
 * Changes a password with the old one, under the limits of signing in. A bad new password is refused before the old one is
 * checked, so that the answer reveals nothing about it. The lock is not cleared, because only password and code together
 * prove the person.
 */
async function changePassword(
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
    const candidate = await findSignInStaff(house.db, userName)
    return (await passwordFits(candidate?.passwordHash, oldPassword)) ? candidate : undefined
  })
  if (!person) throw unauthenticated(INCORRECT)
  const actor = signedIn ?? { ...visitor, id: person.id, name: userName }
  await assertNotOwnName(house, actor, person, newPassword)
  const passwordHash = await hashPassword(newPassword)
  await house.change(actor, async (tx) => {
    // Only one of two changes with the same old password may win.
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

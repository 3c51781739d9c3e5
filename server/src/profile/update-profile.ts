import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '@hikmah/contract/endpoint'
import { can } from '@hikmah/contract/permissions'
import type { profile } from '@hikmah/contract/profile/endpoints'
import type { ProfileField } from '@hikmah/contract/staff'
import { isStateOf, NO_SUCH_STATE } from '@hikmah/contract/us-states'
import { eq } from 'drizzle-orm'
import { type StaffRow, staff } from '../accounts/table.ts'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion, forbidden, invalid } from '../kit/http/refusal.ts'
import { assertInLibrary, mediaIdOf } from '../media/queries.ts'
import { presentUser } from '../sign-in/queries.ts'
import { aboutStaff, lockStaff } from '../staff/queries.ts'

type ProfileEdit = Parsed<typeof profile.updateProfile>['body']

/** Saves what was sent of a profile: one's own, or for an owner that of somebody who is no owner. */
export async function updateProfile({ change }: Writes, actor: StaffActor, id: string, edit: ProfileEdit) {
  if (edit._id !== undefined && edit._id !== id) {
    throw invalid('_id', 'Must match the id in the address')
  }
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
    const fields = { before: fieldsOf(person), after: fieldsOf({ ...person, ...after }) }
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

/** The fields as a reader of the audit trail knows them. */
const fieldsOf = ({ firstName, lastName, phone, address, image }: StaffRow) =>
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

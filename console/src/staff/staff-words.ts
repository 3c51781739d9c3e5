import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { StaffMember } from '@hikmah/contract/staff'

export const MAY_NOT_INVITE = 'Only owners and admins can invite team members'

/** Somebody without a role may do nothing, so they are shown with the lowest one. */
export const roleOf = ({ role }: Pick<CurrentUser, 'role'>) => role[0]?.roles ?? 'hikmah_manager'

export const isOwner = (person: Pick<CurrentUser, 'role'>) => roleOf(person) === 'hikmah_owner'

/** Why this person may not change the role and the access of that one; undefined when they may. */
export function whyNotEdit(me: CurrentUser, member: StaffMember): string | undefined {
  if (!me.permissions.includes('staff.update')) return 'Only owners and admins can change team members'
  if (isOwner(member)) return 'An owner cannot be changed here'
  if (member._id === me._id) return 'You cannot change your own role and access'
  if (!isOwner(me) && roleOf(member) === 'hikmah_admin') return 'Only an owner can change an admin'
}

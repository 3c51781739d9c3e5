import { type StaffRole, staffRoles } from '../permissions.ts'

/** Unverified: the code that was mailed is not entered yet. */
export const staffStatuses = ['active', 'revoked', 'unverified'] as const
export const staffSorts = ['name', 'userName', 'role', 'createdAt'] as const
export const OWNER_ACCESS = 'You cannot change owner access'
export const ACCESS_NEEDED = 'Turn access on to add the team member'
export const RESET_DONE = 'Password changed successfully!'

/** Words of the second seed, section 6. */
export const roleWords: Record<StaffRole, string> = {
  hikmah_owner: 'Everything, and the only one who resets passwords',
  hikmah_admin: 'The highest access after Owner',
  hikmah_manager: 'Best for employees who create, manage and publish content',
}

/** The picker offers Admin and Manager only; an owner is made at start-up. */
export const assignableRoles = staffRoles.filter((role) => role !== 'hikmah_owner')

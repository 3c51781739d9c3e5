import { z } from 'zod'
import { Email, listQuery, NewPassword, RequiredText, Text, Timestamp } from '../common.ts'
import { CurrentUser, StaffRoleEntry } from '../sign-in/schemas.ts'
import { ACCESS_NEEDED, assignableRoles, staffSorts, staffStatuses } from './words.ts'

export const StaffStatus = z.enum(staffStatuses)
export type StaffStatus = z.infer<typeof StaffStatus>

export const StaffQuery = listQuery(staffStatuses, staffSorts)
export const AssignableRole = z.enum(assignableRoles)
const AssignableRoles = z.array(StaffRoleEntry.extend({ roles: AssignableRole })).length(1, 'Choose one role')
export const StaffAccess = z.enum(['active', 'revoked'])

/** Managers see no phone and no address. */
export const StaffMember = CurrentUser.omit({ permissions: true }).extend({
  status: StaffStatus,
  /** Stopped after too many failed sign-ins; an owner unlocks. */
  locked: z.boolean(),
  createdAt: Timestamp,
  version: z.int(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const NewStaff = z.object({
  name: z.object({ firstName: RequiredText(50), lastName: Text(50).optional().default('') }),
  userName: Email,
  role: AssignableRoles,
  access: z.literal('active', ACCESS_NEEDED),
  password: NewPassword,
})

/** Name and e-mail are not changed here. An owner's role cannot be given and an owner not be changed (403). */
export const StaffEdit = z.object({
  role: z.array(StaffRoleEntry).length(1, 'Choose one role').optional(),
  access: StaffAccess.optional(),
  version: z.int().optional(),
})

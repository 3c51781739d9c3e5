import { z } from 'zod'
import { Email, Id, ListMeta, NewPassword, Nothing, RequiredText, SixDigits, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { StaffQuery, StaffStatus } from './list-queries.ts'
import { StaffRole } from './permissions.ts'
import { CurrentUser, StaffRoleEntry } from './sign-in.ts'

export const OWNER_ACCESS = 'You cannot change owner access'
export const RESET_DONE = 'Password changed successfully!'

/** Words of the second seed, section 6. */
export const roleWords: Record<StaffRole, string> = {
  hikmah_owner: 'Everything, and the only one who resets passwords',
  hikmah_admin: 'The highest access after Owner',
  hikmah_manager: 'Best for employees who create, manage and publish content',
}

/** The picker offers Admin and Manager only; an owner is made at start-up. */
export const GivenRole = StaffRole.exclude(['hikmah_owner'])
const GivenRoles = z.array(StaffRoleEntry.extend({ roles: GivenRole })).length(1, 'Choose one role')

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
  role: GivenRoles,
  access: StaffAccess,
  password: NewPassword,
})

/** Name and e-mail are not changed here. An owner's role cannot be given and an owner not be changed (403). */
export const StaffEdit = z.object({
  role: z.array(StaffRoleEntry).length(1, 'Choose one role').optional(),
  access: StaffAccess.optional(),
  version: z.int().optional(),
})

const oneStaff = z.object({ id: Id })

export const staff = {
  /** Owners first, then by name, unless sorted otherwise. */
  listStaff: endpoint({
    method: 'GET',
    path: '/hikmah/finance-team-members',
    allow: 'staff.read',
    query: StaffQuery,
    response: z.array(StaffMember),
    meta: ListMeta,
  }),
  readStaff: endpoint({
    method: 'GET',
    path: '/hikmah/getFinanceTeamMemberById/:id',
    allow: 'staff.read',
    params: oneStaff,
    response: StaffMember,
  }),
  /** Mails a 6 digit code; until it is entered there is no sign-in. 409 DUPLICATE when the e-mail is taken. */
  registerStaff: endpoint({
    method: 'POST',
    path: '/hikmah/registerFinanceTeamMember',
    allow: 'staff.invite',
    body: NewStaff,
    response: StaffMember,
  }),
  /** Enters the code of a new member. 401 OTP_INVALID for a wrong code and for an unknown name alike. */
  verifyStaff: endpoint({
    method: 'POST',
    path: '/hikmah/auth/verify',
    allow: 'staff.invite',
    body: z.object({ code: SixDigits, userName: Email }),
    response: Nothing,
  }),
  /** Mails a new code to somebody not verified yet; the former one is void. 409 CONFLICT when there is nothing to verify. */
  resendStaffCode: endpoint({
    method: 'POST',
    path: '/hikmah/finance-team-members/:id/resendCode',
    allow: 'staff.invite',
    params: oneStaff,
    response: Nothing,
  }),
  /** Counts on the next call of live sessions. 403 with the stated text for an owner, and for oneself. */
  updateStaff: endpoint({
    method: 'PUT',
    path: '/hikmah/updateFinanceTeamMember/:id',
    allow: 'staff.update',
    params: oneStaff,
    body: StaffEdit,
    response: StaffMember,
  }),
  /** Owner only. Mails the code to that person; answers alike for an unknown name. 403 for another owner. */
  sendPasswordResetCode: endpoint({
    method: 'POST',
    path: '/hikmah/auth/sendPasswordResetCode',
    allow: 'staff.reset-password',
    body: z.object({ userName: Email }),
    response: Nothing,
  }),
  /**
   * Owner only, 403 for another owner. Ends every session of that person; they see a banner until they choose a password
   * themselves. 401 OTP_INVALID for a wrong code and for an unknown name alike.
   */
  resetPassword: endpoint({
    method: 'POST',
    path: '/hikmah/auth/resetPassword',
    allow: 'staff.reset-password',
    body: z.object({ code: SixDigits, newPassword: NewPassword, userName: Email }),
    response: Nothing,
    message: RESET_DONE,
  }),
  /** B-16. Owner only, not oneself. */
  unlockStaff: endpoint({
    method: 'POST',
    path: '/hikmah/finance-team-members/:id/unlock',
    allow: 'staff.unlock',
    params: oneStaff,
    response: StaffMember,
  }),
  /** Owner only: signs somebody out everywhere. */
  endStaffSessions: endpoint({
    method: 'POST',
    path: '/hikmah/finance-team-members/:id/endSessions',
    allow: 'staff.end-sessions',
    params: oneStaff,
    response: Nothing,
  }),
}

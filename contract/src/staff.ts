import { z } from 'zod'
import { CodeSent, listOf, listQuery, NewPassword, RequiredText, SixDigits, Text, Timestamp } from './common.ts'
import { Email, personRules } from './email.ts'
import { describeEndpoints } from './endpoint.ts'
import { type StaffRole, staffRoles } from './permissions.ts'
import { CurrentUser, StaffRoleEntry } from './sign-in/schemas.ts'
import { EXAMPLE_PASSWORDS, keysOf } from './words.ts'

export const staffSorts = ['name', 'userName', 'role', 'createdAt'] as const

/** Unverified: the emailed code has not been entered yet. */
export const staffStatusFacts = {
  active: { label: 'Active', tone: 'success' },
  revoked: { label: 'Revoked', tone: 'discontinued' },
  unverified: { label: 'Unverified', tone: 'pending' },
} as const
export const staffStatuses = keysOf(staffStatusFacts)

interface Person {
  id: string
  role: StaffRole
}

export const OWNER_ACCESS = 'You cannot change owner access'

/** Why a role or access cannot be changed (security.md §3). */
export function whyNotChangeStaff(actor: Person, person: Person, newRole?: StaffRole): string | null {
  if (person.role === 'hikmah_owner') return OWNER_ACCESS
  if (newRole === 'hikmah_owner') return 'Nobody can be made owner here'
  if (actor.id === person.id) return 'You cannot change your own role and access'
  if (actor.role === 'hikmah_admin' && person.role !== 'hikmah_manager') return 'Only an owner can change an admin'
  return null
}

export const whyNotUnlockStaff = (actor: Person, person: Person): string | null =>
  actor.id === person.id ? 'You cannot unlock your own account' : null

export const whyNotResendCode = (person: { isVerified: boolean }): string | null =>
  person.isVerified ? 'This team member is already verified' : null

/** An owner resets the passwords of admins and managers, and their own. */
export const whyNotResetPassword = (actor: Person, person: Person): string | null =>
  person.role === 'hikmah_owner' && person.id !== actor.id ? 'You cannot reset the password of another owner' : null

/** Why no reset code is mailed. The server answers as if it were, so that a name tells nothing. */
export const whyNoResetCode: Record<StaffStatus, string | null> = {
  active: null,
  unverified: 'The first code has not been entered yet',
  revoked: 'The access is revoked',
}

export const MAY_NOT_INVITE_STAFF = 'Only owners and admins can invite team members'
export const MAY_NOT_CHANGE_STAFF = 'Only owners and admins can change team members'
export const MAY_NOT_RESET_PASSWORDS = 'Only an owner can reset passwords'
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

export const staffFields = { role: 'Role', access: 'Access' } as const
export type StaffField = keyof typeof staffFields

export const profileFields = {
  'name.firstName': 'First name',
  'name.lastName': 'Last name',
  phoneNo: 'Phone',
  'address.line1': 'Address line 1',
  'address.line2': 'Address line 2',
  'address.city': 'City',
  'address.state': 'State',
  'address.postalCode': 'Postal code',
  'address.country': 'Country',
  'imageDetails.image': 'Photo',
} as const
export type ProfileField = keyof typeof profileFields

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

export const newStaffRules = personRules(NewStaff.shape.name)

/** Name and email are not changed here. An owner's role cannot be given and an owner not be changed (403). */
export const StaffEdit = z.object({
  role: z.array(StaffRoleEntry).length(1, 'Choose one role').optional(),
  access: StaffAccess.optional(),
  version: z.int().optional(),
} satisfies Record<StaffField | 'version', z.ZodType>)

const WRONG_CODE = {
  401: 'OTP_INVALID: the code is wrong, or the name is unknown',
  429: 'LOGIN_ATTEMPTS_EXCEEDED: too many wrong codes',
}

const entered = { code: '123456', userName: 'yusuf@hikmah.example' }

export const staff = describeEndpoints('Staff', {
  listStaff: {
    call: 'GET /hikmah/finance-team-members',
    summary: 'List the console team members',
    description: 'Owners first, then by name, unless sorted otherwise.',
    allow: 'staff.read',
    query: StaffQuery,
    ...listOf(StaffMember),
  },
  readStaff: {
    call: 'GET /hikmah/getFinanceTeamMemberById/:id',
    summary: 'Get a console team member',
    description: 'Managers see no phone number and no address.',
    allow: 'staff.read',
    response: StaffMember,
  },
  registerStaff: {
    call: 'POST /hikmah/registerFinanceTeamMember',
    summary: 'Add a console team member',
    description: 'Emails a six-digit code. Until it is entered, the team member cannot sign in.',
    refusals: { 409: 'DUPLICATE: the email is taken' },
    example: {
      body: {
        name: { firstName: 'Yusuf', lastName: 'Ali' },
        userName: 'yusuf@hikmah.example',
        role: [{ application: 'HIKMAH', roles: 'hikmah_manager' }],
        access: 'active',
        password: EXAMPLE_PASSWORDS.current,
      },
    },
    allow: 'staff.invite',
    body: NewStaff,
    response: StaffMember.extend(CodeSent.shape),
  },
  verifyStaff: {
    call: 'POST /hikmah/auth/verify',
    summary: 'Verify a console team member',
    description: 'Enters the code that was emailed.',
    refusals: WRONG_CODE,
    example: { body: entered },
    allow: 'staff.invite',
    body: z.object({ code: SixDigits, userName: Email }),
  },
  resendStaffCode: {
    call: 'POST /hikmah/finance-team-members/:id/resendCode',
    summary: 'Send a console team member a new code',
    description: 'For a team member who is not verified yet. The previous code stops working.',
    refusals: { 409: 'CONFLICT: there is nothing to verify', 429: 'RATE_LIMITED: too many codes requested' },
    allow: 'staff.invite',
    response: CodeSent,
  },
  updateStaff: {
    call: 'PUT /hikmah/updateFinanceTeamMember/:id',
    summary: 'Change the role or access of a console team member',
    description:
      'Applies to live sessions from their next call on. Owners cannot be changed, nor can one change oneself.',
    refusals: { 403: 'FORBIDDEN: an owner, oneself, or for an admin another admin' },
    example: { body: { role: [{ application: 'HIKMAH', roles: 'hikmah_admin' }], access: 'active', version: 2 } },
    allow: 'staff.update',
    body: StaffEdit,
    response: StaffMember,
    conflict: StaffMember,
  },
  sendPasswordResetCode: {
    call: 'POST /hikmah/auth/sendPasswordResetCode',
    summary: 'Send a password reset code',
    description: 'Emails the code to the person. The answer is the same for an unknown name. Other owners are refused.',
    refusals: { 403: 'FORBIDDEN: another owner', 429: 'RATE_LIMITED: too many codes requested' },
    example: { body: { userName: 'yusuf@hikmah.example' } },
    allow: 'staff.reset-password',
    body: z.object({ userName: Email }),
    response: CodeSent,
  },
  checkResetCode: {
    call: 'POST /hikmah/auth/checkResetCode',
    summary: 'Check a password reset code',
    description: 'Before a new password is chosen. A right code stays good; a wrong one is one of its five tries.',
    refusals: WRONG_CODE,
    example: { body: entered },
    allow: 'staff.reset-password',
    body: z.object({ code: SixDigits, userName: Email }),
  },
  resetPassword: {
    call: 'POST /hikmah/auth/resetPassword',
    summary: 'Reset the password of a console team member',
    description:
      'Ends every session of the person, who sees a banner until they choose a password themselves. Other owners are refused.',
    refusals: WRONG_CODE,
    example: { body: { ...entered, newPassword: EXAMPLE_PASSWORDS.next } },
    allow: 'staff.reset-password',
    body: z.object({ code: SixDigits, newPassword: NewPassword, userName: Email }),
    message: RESET_DONE,
  },
  unlockStaff: {
    call: 'POST /hikmah/finance-team-members/:id/unlock',
    summary: 'Unlock a console team member',
    description: 'Lifts the lock after too many failed sign-ins. Not for oneself.',
    refusals: { 403: 'FORBIDDEN: oneself' },
    allow: 'staff.unlock',
    response: StaffMember,
  },
  endStaffSessions: {
    call: 'POST /hikmah/finance-team-members/:id/endSessions',
    summary: 'Sign a console team member out everywhere',
    allow: 'staff.end-sessions',
  },
})

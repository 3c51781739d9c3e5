import { z } from 'zod'
import { CodeSent, Email, Id, ListMeta, NewPassword, Nothing, SixDigits } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { EXAMPLE_PASSWORDS } from '../words.ts'
import { paths } from './calls.ts'
import { NewStaff, StaffEdit, StaffMember, StaffQuery } from './schemas.ts'
import { RESET_DONE } from './words.ts'

const oneStaff = z.object({ id: Id })

/** Of the examples. */
const entered = { code: '123456', userName: 'yusuf@hikmah.example' }

export const staff = describeEndpoints('Staff', paths, {
  listStaff: {
    summary: 'List the console team members',
    description: 'Owners first, then by name, unless sorted otherwise.',
    allow: 'staff.read',
    query: StaffQuery,
    response: z.array(StaffMember),
    meta: ListMeta,
  },
  readStaff: {
    summary: 'Get a console team member',
    description: 'Managers see no phone number and no address.',
    allow: 'staff.read',
    params: oneStaff,
    response: StaffMember,
  },
  registerStaff: {
    summary: 'Add a console team member',
    description: 'E-mails a six-digit code. Until it is entered, the team member cannot sign in.',
    refusals: { 409: 'DUPLICATE: the e-mail is taken' },
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
    summary: 'Verify a console team member',
    description: 'Enters the code that was e-mailed.',
    refusals: {
      401: 'OTP_INVALID: the code is wrong, or the name is unknown',
      429: 'LOGIN_ATTEMPTS_EXCEEDED: too many wrong codes',
    },
    example: { body: entered },
    allow: 'staff.invite',
    body: z.object({ code: SixDigits, userName: Email }),
    response: Nothing,
  },
  resendStaffCode: {
    summary: 'Send a console team member a new code',
    description: 'For a team member who is not verified yet. The previous code stops working.',
    refusals: { 409: 'CONFLICT: there is nothing to verify', 429: 'RATE_LIMITED: too many codes requested' },
    allow: 'staff.invite',
    params: oneStaff,
    response: CodeSent,
  },
  updateStaff: {
    summary: 'Change the role or access of a console team member',
    description:
      'Applies to live sessions from their next call on. Owners cannot be changed, nor can one change oneself.',
    refusals: { 403: 'FORBIDDEN: an owner, oneself, or for an admin another admin' },
    example: { body: { role: [{ application: 'HIKMAH', roles: 'hikmah_admin' }], access: 'active', version: 2 } },
    allow: 'staff.update',
    params: oneStaff,
    body: StaffEdit,
    response: StaffMember,
    conflict: StaffMember,
  },
  sendPasswordResetCode: {
    summary: 'Send a password reset code',
    description:
      'E-mails the code to the person. The answer is the same for an unknown name. Other owners are refused.',
    refusals: { 403: 'FORBIDDEN: another owner', 429: 'RATE_LIMITED: too many codes requested' },
    example: { body: { userName: 'yusuf@hikmah.example' } },
    allow: 'staff.reset-password',
    body: z.object({ userName: Email }),
    response: CodeSent,
  },
  checkResetCode: {
    summary: 'Check a password reset code',
    description: 'Before a new password is chosen. A right code stays good; a wrong one is one of its five tries.',
    refusals: {
      401: 'OTP_INVALID: the code is wrong, or the name is unknown',
      429: 'LOGIN_ATTEMPTS_EXCEEDED: too many wrong codes',
    },
    example: { body: entered },
    allow: 'staff.reset-password',
    body: z.object({ code: SixDigits, userName: Email }),
    response: Nothing,
  },
  resetPassword: {
    summary: 'Reset the password of a console team member',
    description:
      'Ends every session of the person, who sees a banner until they choose a password themselves. Other owners are refused.',
    refusals: {
      401: 'OTP_INVALID: the code is wrong, or the name is unknown',
      429: 'LOGIN_ATTEMPTS_EXCEEDED: too many wrong codes',
    },
    example: { body: { ...entered, newPassword: EXAMPLE_PASSWORDS.next } },
    allow: 'staff.reset-password',
    body: z.object({ code: SixDigits, newPassword: NewPassword, userName: Email }),
    response: Nothing,
    message: RESET_DONE,
  },
  /** B-16. */
  unlockStaff: {
    summary: 'Unlock a console team member',
    description: 'Lifts the lock after too many failed sign-ins. Not for oneself.',
    refusals: { 403: 'FORBIDDEN: oneself' },
    allow: 'staff.unlock',
    params: oneStaff,
    response: StaffMember,
  },
  endStaffSessions: {
    summary: 'Sign a console team member out everywhere',
    allow: 'staff.end-sessions',
    params: oneStaff,
    response: Nothing,
  },
})

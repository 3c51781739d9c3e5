import { z } from 'zod'
import { Email, Id, ListMeta, NewPassword, Nothing, SixDigits } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { NewStaff, StaffEdit, StaffMember, StaffQuery } from './schemas.ts'
import { RESET_DONE } from './words.ts'

const oneStaff = z.object({ id: Id })

export const staff = describeEndpoints(paths, {
  /** Owners first, then by name, unless sorted otherwise. */
  listStaff: {
    allow: 'staff.read',
    query: StaffQuery,
    response: z.array(StaffMember),
    meta: ListMeta,
  },
  readStaff: {
    allow: 'staff.read',
    params: oneStaff,
    response: StaffMember,
  },
  /** Mails a 6 digit code; until it is entered there is no sign-in. 409 DUPLICATE when the e-mail is taken. */
  registerStaff: {
    allow: 'staff.invite',
    body: NewStaff,
    response: StaffMember,
  },
  /** Enters the code of a new member. 401 OTP_INVALID for a wrong code and for an unknown name alike. */
  verifyStaff: {
    allow: 'staff.invite',
    body: z.object({ code: SixDigits, userName: Email }),
    response: Nothing,
  },
  /** Mails a new code to somebody not verified yet; the former one is void. 409 CONFLICT when there is nothing to verify. */
  resendStaffCode: {
    allow: 'staff.invite',
    params: oneStaff,
    response: Nothing,
  },
  /** Counts on the next call of live sessions. 403 with the stated text for an owner, and for oneself. */
  updateStaff: {
    allow: 'staff.update',
    params: oneStaff,
    body: StaffEdit,
    response: StaffMember,
    conflict: StaffMember,
  },
  /** Owner only. Mails the code to that person; answers alike for an unknown name. 403 for another owner. */
  sendPasswordResetCode: {
    allow: 'staff.reset-password',
    body: z.object({ userName: Email }),
    response: Nothing,
  },
  /**
   * Owner only, 403 for another owner. Ends every session of that person; they see a banner until they choose a password
   * themselves. 401 OTP_INVALID for a wrong code and for an unknown name alike.
   */
  resetPassword: {
    allow: 'staff.reset-password',
    body: z.object({ code: SixDigits, newPassword: NewPassword, userName: Email }),
    response: Nothing,
    message: RESET_DONE,
  },
  /** B-16. Owner only, not oneself. */
  unlockStaff: {
    allow: 'staff.unlock',
    params: oneStaff,
    response: StaffMember,
  },
  /** Owner only: signs somebody out everywhere. */
  endStaffSessions: {
    allow: 'staff.end-sessions',
    params: oneStaff,
    response: Nothing,
  },
})

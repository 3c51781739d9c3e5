import { type Calls, callsOf } from '../endpoint.ts'
import type { staff as endpoints } from './endpoints.ts'

export const paths = {
  listStaff: { method: 'GET', path: '/hikmah/finance-team-members' },
  readStaff: { method: 'GET', path: '/hikmah/getFinanceTeamMemberById/:id' },
  registerStaff: { method: 'POST', path: '/hikmah/registerFinanceTeamMember' },
  verifyStaff: { method: 'POST', path: '/hikmah/auth/verify' },
  resendStaffCode: { method: 'POST', path: '/hikmah/finance-team-members/:id/resendCode' },
  updateStaff: { method: 'PUT', path: '/hikmah/updateFinanceTeamMember/:id' },
  sendPasswordResetCode: { method: 'POST', path: '/hikmah/auth/sendPasswordResetCode' },
  checkResetCode: { method: 'POST', path: '/hikmah/auth/checkResetCode' },
  resetPassword: { method: 'POST', path: '/hikmah/auth/resetPassword' },
  unlockStaff: { method: 'POST', path: '/hikmah/finance-team-members/:id/unlock' },
  endStaffSessions: { method: 'POST', path: '/hikmah/finance-team-members/:id/endSessions' },
} as const satisfies Calls

export const staff = callsOf<typeof endpoints>(paths)

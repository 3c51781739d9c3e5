import { staff } from '@hikmah/contract/staff'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import {
  checkResetCode,
  endStaffSessions,
  registerStaff,
  resendStaffCode,
  resetPassword,
  sendPasswordResetCode,
  unlockStaff,
  updateStaff,
  verifyStaff,
} from './manage-staff.ts'
import { listAllStaff, listStaff, readStaffMember } from './queries.ts'

export function staffRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  const viewFor = ({ role }: StaffActor) => ({ role, now: clock.now() })
  serveList(serve, change, staff.listStaff, {
    entity: 'staff',
    entityName: 'The console team members',
    page: ({ query, actor }) => listStaff(db, query, viewFor(actor)),
    whole: ({ actor }) => listAllStaff(db, viewFor(actor)),
  })
  serve(staff.readStaff, ({ params, actor }) => readStaffMember(db, params.id, viewFor(actor)))
  serve(staff.registerStaff, ({ body, actor }) => registerStaff(house, actor, body))
  serve(staff.verifyStaff, ({ body, actor }) => verifyStaff(house, actor, body))
  serve(staff.resendStaffCode, ({ params, actor }) => resendStaffCode(house, actor, params.id))
  serve(staff.updateStaff, ({ params, body, actor }) => updateStaff(house, actor, params.id, body))
  serve(staff.sendPasswordResetCode, ({ body, actor }) => sendPasswordResetCode(house, actor, body.userName))
  serve(staff.checkResetCode, ({ body, actor }) => checkResetCode(house, actor, body))
  serve(staff.resetPassword, ({ body, actor }) => resetPassword(house, actor, body))
  serve(staff.unlockStaff, ({ params, actor }) => unlockStaff(house, actor, params.id))
  serve(staff.endStaffSessions, ({ params, actor }) => endStaffSessions(house, actor, params.id))
}

import { staff } from '@hikmah/contract/staff/endpoints'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/serve-list.ts'
import { listAllStaff, listStaff, readStaffMember } from './queries.ts'
import { registerStaff, resendStaffCode } from './register-staff.ts'
import { resetPassword, sendPasswordResetCode } from './reset-password.ts'
import { endStaffSessions, unlockStaff } from './unlock-staff.ts'
import { updateStaff } from './update-staff.ts'
import { verifyStaff } from './verify-staff.ts'

export function staffRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  const viewOf = ({ role }: StaffActor) => ({ role, now: clock.now() })
  serveList(serve, change, staff.listStaff, {
    entity: 'staff',
    entityName: 'The console team',
    page: ({ query, actor }) => listStaff(db, query, viewOf(actor)),
    whole: async ({ actor }) => ({ data: await listAllStaff(db, viewOf(actor)) }),
  })
  serve(staff.readStaff, async ({ params, actor }) => ({ data: await readStaffMember(db, params.id, viewOf(actor)) }))
  serve(staff.registerStaff, async ({ body, actor }) => ({ data: await registerStaff(house, actor, body) }))
  serve(staff.verifyStaff, async ({ body, actor }) => {
    await verifyStaff(house, actor, body)
    return { data: null }
  })
  serve(staff.resendStaffCode, async ({ params, actor }) => {
    await resendStaffCode(house, actor, params.id)
    return { data: null }
  })
  serve(staff.updateStaff, async ({ params, body, actor }) => ({
    data: await updateStaff(house, actor, params.id, body),
  }))
  serve(staff.sendPasswordResetCode, async ({ body, actor }) => {
    await sendPasswordResetCode(house, actor, body.userName)
    return { data: null }
  })
  serve(staff.resetPassword, async ({ body, actor }) => {
    await resetPassword(house, actor, body)
    return { data: null }
  })
  serve(staff.unlockStaff, async ({ params, actor }) => ({ data: await unlockStaff(house, actor, params.id) }))
  serve(staff.endStaffSessions, async ({ params, actor }) => {
    await endStaffSessions(house, actor, params.id)
    return { data: null }
  })
}

import type { StaffMember } from '@hikmah/contract/staff'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { forbidden } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { unlockName } from '../sign-in/lockout.ts'
import { endAllSessions } from '../sign-in/sessions.ts'
import { sessionsEndedLetter } from './letters.ts'
import { aboutStaff, lockStaff, readChanged } from './queries.ts'

/** Lifts the locks and the stop of a name on all networks. People who are locked out cannot lift it themselves. */
export const unlockStaff = ({ change }: Writes, actor: StaffActor, id: string): Promise<StaffMember> =>
  change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    if (person.id === actor.id) throw forbidden('You cannot unlock your own account')
    if (await unlockName(tx, person.userName)) {
      record(tx, {
        action: 'staff.unlocked',
        ...aboutStaff(person),
        before: { locked: true },
        after: { locked: false },
      })
    }
    return readChanged(tx, id, actor)
  })

/** Signs somebody out everywhere; a remembered browser has to sign in again too. */
export const endStaffSessions = ({ change }: Writes, actor: StaffActor, id: string): Promise<void> =>
  change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    await endAllSessions(tx, id)
    await post(tx, sessionsEndedLetter(person, actor.name))
    record(tx, { action: 'staff.sessions-ended', ...aboutStaff(person) })
  })

import type { StaffRole } from '@hikmah/contract/permissions'
import { OWNER_ACCESS } from '@hikmah/contract/staff'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict, forbidden } from '../kit/errors/refusal.ts'

interface Person {
  id: string
  role: StaffRole
}

/** security.md §3: nobody changes an owner or themselves, nobody is made owner, and an admin changes managers only. */
export function assertMayChange(actor: StaffActor, person: Person, newRole: StaffRole | undefined) {
  if (person.role === 'hikmah_owner') throw forbidden(OWNER_ACCESS)
  if (newRole === 'hikmah_owner') throw forbidden('Nobody can be made owner here')
  if (actor.id === person.id) throw forbidden('You cannot change your own role or access')
  if (actor.role === 'hikmah_admin' && person.role !== 'hikmah_manager') {
    throw forbidden('Only an owner can change the role or access of an admin')
  }
}

/** An owner resets the passwords of admins and managers, and their own. */
export function assertMayReset(actor: StaffActor, person: Person) {
  if (person.role === 'hikmah_owner' && person.id !== actor.id) {
    throw forbidden('You cannot reset the password of another owner')
  }
}

export function assertUnverified({ verifiedAt }: { verifiedAt: Date | null }) {
  if (verifiedAt) throw conflict('This team member is already verified; no code is needed')
}

import type { Parsed } from '@hikmah/contract/endpoint'
import type { StaffField, StaffMember, staff as staffEndpoints } from '@hikmah/contract/staff'
import { eq } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { endAllSessions } from '../sign-in/sessions.ts'
import { accessChangedLetter } from './letters.ts'
import { aboutStaff, lockStaff, readChanged } from './queries.ts'
import { assertMayChange } from './rules.ts'

type StaffEdit = Parsed<typeof staffEndpoints.updateStaff>['body']

/** Changes role or access. It counts at once: every live session and remembered login of the person ends with it. */
export const updateStaff = ({ change }: Writes, actor: StaffActor, id: string, edit: StaffEdit): Promise<StaffMember> =>
  change(actor, async (tx) => {
    const person = await lockStaff(tx, id)
    const newRole = edit.role?.[0]?.roles
    assertMayChange(actor, person, newRole)
    const before = { role: person.role, access: person.access }
    const after = { role: newRole ?? person.role, access: edit.access ?? person.access } satisfies Record<
      StaffField,
      unknown
    >
    await assertVersion(edit.version, person, () => readChanged(tx, id, actor))
    if (after.role === before.role && after.access === before.access) return readChanged(tx, id, actor)
    await tx
      .update(staff)
      .set({ ...after, version: person.version + 1 })
      .where(eq(staff.id, id))
    await endAllSessions(tx, id)
    // A person without access learns of a new role when they get access back.
    if (after.access === 'active' || after.access !== before.access)
      await post(tx, accessChangedLetter(person, after.role, after.access, actor.name))
    record(tx, { action: 'staff.updated', ...aboutStaff(person), before, after })
    return readChanged(tx, id, actor)
  })

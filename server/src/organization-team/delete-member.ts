import { fullName } from '@hikmah/contract/words'
import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { hasOtherOwner, lockMember } from './queries.ts'
import { assertOwnerRemains } from './rules.ts'
import { members } from './table.ts'

/** Removes a member; the sessions go with the row. */
export const deleteMember = ({ change }: Writes, actor: StaffActor, id: string): Promise<void> =>
  change(actor, async (tx) => {
    const { member } = await lockMember(tx, id)
    assertOwnerRemains(member, { ...member, roles: [] }, await hasOtherOwner(tx, member))
    await tx.delete(members).where(eq(members.id, id))
    const { firstName, lastName, userName, roles: role, consoleAccess } = member
    record(tx, {
      action: 'member.removed',
      entity: 'member',
      entityId: id,
      entityName: fullName(member),
      organizationId: member.organizationId,
      before: { firstName, lastName, userName, role, consoleAccess },
    })
  })

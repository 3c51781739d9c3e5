import type { Parsed } from '@hikmah/contract/endpoint'
import type { Member, MemberField, organizationTeam } from '@hikmah/contract/organization-team'
import { fullName } from '@hikmah/contract/words'
import { and, eq, isNull } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { canonical, record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { assertVersion } from '../kit/http/refusal.ts'
import { hasOtherOwner, lockMember, type MemberRow, presentMember } from './queries.ts'
import { assertOwnerRemains } from './rules.ts'
import { memberSessions, members } from './table.ts'

type MemberEdit = Parsed<typeof organizationTeam.updateMember>['body']

/** Changes name, roles and console access. Revoking the access ends the member's sessions at once. */
export const updateMember = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  { version, role: roles, lastName, ...edit }: MemberEdit,
): Promise<Member> =>
  change(actor, async (tx) => {
    const { member } = await lockMember(tx, id)
    await assertVersion(version, member, async () => presentMember(member))
    const changed = { ...edit, lastName: lastName ?? member.lastName, roles }
    const after = { ...member, ...changed }
    assertOwnerRemains(member, after, await hasOtherOwner(tx, member))
    if (canonical(editable(member)) === canonical(editable(after))) return presentMember(member)

    const saved = { ...after, version: member.version + 1 }
    await tx
      .update(members)
      .set({ ...changed, version: saved.version })
      .where(eq(members.id, id))
    if (!saved.consoleAccess) await endMemberSessions(tx, id)
    record(tx, {
      action: 'member.updated',
      entity: 'member',
      entityId: id,
      entityName: fullName(saved),
      organizationId: member.organizationId,
      before: editable(member),
      after: editable(saved),
    })
    return presentMember(saved)
  })

const editable = ({ firstName, lastName, roles, consoleAccess }: MemberRow) =>
  ({
    firstName,
    lastName,
    role: roles,
    consoleAccess,
  }) satisfies Record<MemberField, unknown>

const endMemberSessions = (tx: Tx, memberId: string) =>
  tx
    .update(memberSessions)
    .set({ revokedAt: tx.at })
    .where(and(eq(memberSessions.memberId, memberId), isNull(memberSessions.revokedAt)))

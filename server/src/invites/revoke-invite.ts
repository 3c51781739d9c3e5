import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { lockInvite } from './queries.ts'
import { assertNotAccepted } from './rules.ts'
import { invites } from './table.ts'

/** Withdraws an invite: its code stops working with the commit. Doing so twice changes nothing. */
export const revokeInvite = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const invite = await lockInvite(tx, id)
    assertNotAccepted(invite)
    if (invite.revokedAt) return
    await tx
      .update(invites)
      .set({ revokedAt: tx.at, version: invite.version + 1 })
      .where(eq(invites.id, invite.id))
    record(tx, {
      action: 'invite.revoked',
      entity: 'invite',
      entityId: invite.id,
      entityName: invite.orgName,
      before: { revokedAt: null },
      after: { revokedAt: tx.at },
    })
  })

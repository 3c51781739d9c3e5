import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion } from '../kit/http/refusal.ts'
import { lockOrganization, saveOrganization } from '../organizations/queries.ts'
import { organizationStatusChanges } from '../organizations/table.ts'
import { readOrganization } from './queries.ts'

type Locked = Awaited<ReturnType<typeof lockOrganization>>

interface StatusChange {
  status: OrganizationStatus
  note?: string | undefined
  version?: number | undefined
}

/** Any of the three may follow any other (first seed, section 4). The status it has already changes nothing. */
export async function changeOrganizationStatus({ change }: Writes, actor: StaffActor, id: string, sent: StatusChange) {
  return change(actor, async (tx) => {
    const before = await lockOrganization(tx, id)
    await assertVersion(sent.version, before, () => readOrganization(tx, id, tx.at))
    if (sent.status !== before.status) {
      await saveOrganization(tx, id, { status: sent.status })
      await recordStatus(tx, before, sent)
    }
    return readOrganization(tx, id, tx.at)
  })
}

/** Writes down who changed the status and why: in the organization's history and in the audit trail. */
export async function recordStatus(tx: Tx, before: Locked, { status, note = '' }: StatusChange) {
  await tx.insert(organizationStatusChanges).values({
    id: newId(),
    organizationId: before.id,
    fromStatus: before.status,
    toStatus: status,
    at: tx.at,
    byName: tx.by.name,
    note,
  })
  record(tx, {
    action: 'organization.status-changed',
    entity: 'organization',
    entityId: before.id,
    entityName: before.name,
    organizationId: before.id,
    before: { orgStatus: before.status },
    after: { orgStatus: status, ...(note && { note }) },
  })
}

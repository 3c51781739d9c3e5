import { isStateOf, NO_SUCH_STATE } from '@hikmah/contract/addresses'
import type { Parsed } from '@hikmah/contract/endpoint'
import type { organizations } from '@hikmah/contract/organizations/endpoints'
import type { OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { can } from '@hikmah/contract/permissions'
import type { Reads, Settings, Writes } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { pickChanged } from '../kit/db/columns.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, forbidden, ID_DIFFERS, invalid } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { assertInLibrary, editedColumns, editedFields } from '../media/queries.ts'
import { lockOrganization, readWholeRow, saveOrganization } from '../organizations/queries.ts'
import { organizationColumns, organizationStatusChanges } from '../organizations/table.ts'
import { comparedColumns, keepVerdictOfEdited } from '../tax-verification/keep-verdict.ts'
import { readOrganization } from './queries.ts'
import { previewNews, tellOrganization } from './tell-organization.ts'

type Locked = Awaited<ReturnType<typeof lockOrganization>>

type StatusChange = Parsed<typeof organizations.changeOrganizationStatus>['body']

/** Any of the three may follow any other (first seed, section 4). The current status changes nothing. */
export async function changeOrganizationStatus({ change }: Writes, actor: StaffActor, id: string, sent: StatusChange) {
  return change(actor, async (tx) => {
    const before = await lockOrganization(tx, id)
    await assertVersion(sent.version, before, () => readOrganization(tx, id, tx.at))
    if (sent.status !== before.status) {
      await saveOrganization(tx, id, { status: sent.status })
      await tellOrganization(tx, before, { ...before, status: sent.status })
      await recordStatus(tx, before, sent)
    }
    return readOrganization(tx, id, tx.at)
  })
}

/** Records who changed the status and why, in the organization's history and the audit trail. */
async function recordStatus(tx: Tx, before: Locked, { status, note = '' }: StatusChange) {
  await tx.insert(organizationStatusChanges).values({
    id: newId(),
    organizationId: before.id,
    fromStatus: before.status,
    toStatus: status,
    at: tx.at,
    byName: tx.by.name,
    note,
  })
  recordOnOrganization(tx, before, {
    action: 'organization.status-changed',
    before: { orgStatus: before.status },
    after: { orgStatus: status, ...(note && { note }) },
  })
}

/** Saves the fields that differ: one audit entry for them, a second for a new status. */
export async function updateOrganization({ change }: Writes, actor: StaffActor, id: string, edit: OrganizationEdit) {
  if (edit._id !== undefined && edit._id !== id) throw invalid('_id', ID_DIFFERS)
  return change(actor, async (tx) => {
    const before = await lockOrganization(tx, id)
    await assertVersion(edit.version, before, () => readOrganization(tx, id, tx.at))
    const changed = pickChanged(before, editedColumns<Locked>(organizationColumns, edit))
    assertState(before, changed)
    const status = edit.orgStatus === before.status ? undefined : edit.orgStatus
    if (status && !can(actor.role, 'organizations.change-status')) throw forbidden()
    await assertInLibrary(tx, 'orgIcon.iconUrl', changed.iconMediaId)
    await assertInLibrary(tx, 'orgLogo.logoUrl', changed.logoMediaId)
    const after = { ...before, ...changed }
    const isEdited = Object.keys(changed).length > 0
    const isCompared = comparedColumns.some((column) => column in changed)
    const tax = isCompared && (await keepVerdictOfEdited(tx, after))
    if (isEdited || status) await saveOrganization(tx, id, { ...changed, ...tax, ...(status && { status }) })
    if (isEdited) {
      recordOnOrganization(tx, after, {
        action: 'organization.updated',
        before: editedFields(organizationColumns, before),
        after: editedFields(organizationColumns, after),
      })
    }
    await tellOrganization(tx, before, { ...after, status: status ?? before.status })
    if (status) await recordStatus(tx, before, { status, note: edit.note })
    return readOrganization(tx, id, tx.at)
  })
}

/** The emails that saving an edit would send. */
export async function previewOrganizationLetters(house: Reads & Settings, id: string, edit: OrganizationEdit) {
  const before = await readWholeRow(house.db, id)
  const changed = pickChanged(before, editedColumns<Locked>(organizationColumns, edit))
  return previewNews(house, before, { ...before, ...changed, status: edit.orgStatus ?? before.status })
}

/** A state from before the rule stays until the address is changed. */
function assertState(before: Locked, changed: Partial<Locked>) {
  if (changed.state === undefined && changed.country === undefined) return
  const { state, country } = { ...before, ...changed }
  if (!isStateOf(country, state)) throw invalid('orgAddress.state', NO_SUCH_STATE)
}

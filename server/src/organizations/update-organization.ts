import type { OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { SAVED } from '@hikmah/contract/organizations/words'
import { can } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { forbidden, invalid } from '../kit/http/refusal.ts'
import { assertInLibrary } from '../media/queries.ts'
import { assertFresh, recordStatus } from './change-organization-status.ts'
import { lockOrganization, mediaUrl, readOrganization, saveOrganization } from './queries.ts'
import { seesMaskedEin } from './rules.ts'

/** Saves the fields that were sent and differ: one audit entry for them, a second one for a new status. */
export async function updateOrganization({ change }: House, actor: StaffActor, id: string, edit: OrganizationEdit) {
  if (edit._id !== undefined && edit._id.toLowerCase() !== id.toLowerCase()) {
    throw invalid('_id', 'Must be the id in the address')
  }
  const view = { maskEin: seesMaskedEin(actor.role) }
  const data = await change(actor, async (tx) => {
    const before = await lockOrganization(tx, id)
    await assertFresh(tx, before, edit.version, view)
    const changed = differing(before, columnsOf(edit))
    const status = edit.orgStatus === before.status ? undefined : edit.orgStatus
    if (status && !can(actor.role, 'organizations.change-status')) throw forbidden()
    await assertInLibrary(tx, 'orgIcon.iconUrl', changed.iconMediaId)
    await assertInLibrary(tx, 'orgLogo.logoUrl', changed.logoMediaId)
    const isEdited = Object.keys(changed).length > 0
    if (isEdited || status) await saveOrganization(tx, id, { ...changed, ...(status && { status }) })
    if (isEdited) recordEdit(tx, before, { ...before, ...changed })
    if (status) await recordStatus(tx, before, { status, note: edit.note })
    return readOrganization(tx, id, view)
  })
  return { data, message: SAVED }
}

type Row = Awaited<ReturnType<typeof lockOrganization>>
type Columns = { [Column in keyof Row]?: Row[Column] | undefined }

const columnsOf = ({ orgAddress = {}, phoneFax = {}, orgIcon = {}, orgLogo = {}, ...edit }: OrganizationEdit) => ({
  name: edit.orgName,
  shortName: edit.orgShortName,
  type: edit.orgType,
  email: edit.orgEmail,
  website: edit.orgWebsite,
  admin: edit.orgAdmin,
  referredBy: edit.referredBy,
  ...orgAddress,
  ...phoneFax,
  iconName: orgIcon.iconName,
  iconSize: orgIcon.iconSize,
  iconMediaId: mediaIdOf(orgIcon.iconUrl),
  logoName: orgLogo.logoName,
  logoSize: orgLogo.logoSize,
  logoMediaId: mediaIdOf(orgLogo.logoUrl),
})

const mediaIdOf = (url: string | undefined) => (url === '' ? null : url?.split('/')[3])

/** What was sent and is not so already. */
function differing(before: Row, sent: Columns): Partial<Row> {
  const columns = Object.entries(sent).filter(
    // The names are those of columns, Object.entries only forgets it.
    ([column, value]) => value !== undefined && value !== before[column as keyof Row],
  )
  return Object.fromEntries(columns)
}

function recordEdit(tx: Tx, before: Row, after: Row) {
  record(tx, {
    action: 'organization.updated',
    entity: 'organization',
    entityId: before.id,
    entityName: after.name,
    organizationId: before.id,
    before: fieldsOf(before),
    after: fieldsOf(after),
  })
}

/** The fields as a reader of the audit trail knows them. */
const fieldsOf = (row: Row) => ({
  orgName: row.name,
  orgShortName: row.shortName,
  orgType: row.type,
  orgEmail: row.email,
  orgWebsite: row.website,
  orgAdmin: row.admin,
  referredBy: row.referredBy,
  'orgAddress.line1': row.line1,
  'orgAddress.line2': row.line2,
  'orgAddress.city': row.city,
  'orgAddress.state': row.state,
  'orgAddress.country': row.country,
  'orgAddress.postalCode': row.postalCode,
  'phoneFax.primaryPhone': row.primaryPhone,
  'phoneFax.secondaryPhone': row.secondaryPhone,
  'orgIcon.iconName': row.iconName,
  'orgIcon.iconSize': row.iconSize,
  'orgIcon.iconUrl': mediaUrl(row.iconMediaId),
  'orgLogo.logoName': row.logoName,
  'orgLogo.logoSize': row.logoSize,
  'orgLogo.logoUrl': mediaUrl(row.logoMediaId),
})

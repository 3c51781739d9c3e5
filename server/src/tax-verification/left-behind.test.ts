import { organizations } from '@hikmah/contract/organizations/endpoints'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { putRegistry, type Registry } from '../../test/registry.ts'
import { approved, pending, startReviews } from '../../test/tax-review.ts'
import { staffNotices } from '../notices/table.ts'
import { organizations as organizationTable } from '../organizations/table.ts'
import { recheckOrganizations } from './recheck-organizations.ts'
import { taxVerdicts } from './table.ts'

const { house, db, admin, decide, statusOf, waitingMosque } = await startReviews()
const noor = { ein: '123450001', name: 'MASJID AL NOOR' }
const revoked: Registry = {
  revoked: [{ ...noor, revokedOn: '2026-05-15', postedOn: '2026-06-10', reinstatedOn: null }],
}
const bothApproved = { taxIdEinDetail: approved, taxExemptDetail: approved }

const edit = async (id: string, body: object) =>
  expect((await admin(organizations.updateOrganization, { params: { id }, body })).status).toBe(200)

// Of several in one batch there is one notice, which names none of them alone.
beforeEach(async () => {
  await db.update(organizationTable).set({ ein: '', irsChangedAt: null })
  await db.delete(taxVerdicts)
})

test('an approved organization that was never looked up is told of as revoked, also where it was edited before', async () => {
  const { id } = await waitingMosque()
  await decide(id, bothApproved)
  await putRegistry(house, revoked)
  await edit(id, { orgAddress: { city: 'Newark' } })
  await recheckOrganizations(house)
  expect(await statusOf(id)).toMatchObject({ irsChange: { before: null, after: 'REVOKED' } })
})

test.each([
  ['an edit', (id: string) => edit(id, { orgShortName: 'MAN', orgAddress: { city: 'Newark' } })],
  ['the EIN being opened again', (id: string) => decide(id, { taxIdEinDetail: pending })],
])('a revocation is told of, though %s came between the import and the look at it', async (_what, happens) => {
  await putRegistry(house, { listed: [noor] })
  const { id } = await waitingMosque()
  await recheckOrganizations(house)
  await decide(id, bothApproved)
  await putRegistry(house, revoked)

  await happens(id)
  expect((await statusOf(id)).verdict?.outcome, 'not looked at yet').toBe('VERIFIED')
  await recheckOrganizations(house)

  const status = await statusOf(id)
  expect(status).toMatchObject({
    taxExemptDetail: { status: 'Approved' },
    verdict: { outcome: 'REVOKED' },
    irsChange: { before: 'VERIFIED', after: 'REVOKED' },
  })
  expect(status.events.at(-1)).toMatchObject({ eventType: 'IRS record', status: 'Changed' })
  const notices = await db
    .select()
    .from(staffNotices)
    .where(eq(staffNotices.path, `/varify-ein/${id}`))
  expect(notices).not.toEqual([])
})

test('what was edited between an import and the look at it is compared as it was edited', async () => {
  await putRegistry(house, { listed: [noor] })
  const { id } = await waitingMosque()
  await recheckOrganizations(house)
  await putRegistry(house, { listed: [noor] })
  await edit(id, { orgName: 'Hope Food Bank' })
  await recheckOrganizations(house)
  expect((await statusOf(id)).verdict?.outcome).toBe('MISMATCH')
})

import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { EIN, startReviews } from '../../test/tax-review.ts'
import { recheckOrganizations } from './recheck-organizations.ts'

const { given, callWith, house, decide, statusOf } = await startReviews()
const { submitTaxPapers } = taxVerification

async function ownOrganization() {
  const organization = await given.organization()
  const own = callWith((await given.member(organization.id)).token)
  return {
    ...organization,
    submit: (body: object) => own(submitTaxPapers, { params: { orgId: organization.id }, body }),
  }
}

test('the organization is not told what became of its record at the IRS, only what was decided', async () => {
  const { id, name, submit } = await ownOrganization()
  await putRegistry(house, { listed: [{ ein: EIN.replace('-', ''), name }] })
  await submit({ taxIdEin: EIN, taxExempt: true })
  const approved = { status: 'Approved' }
  await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  const before = (await submit({ taxIdEin: EIN, taxExempt: true })).data
  const revoked = { ein: EIN.replace('-', ''), name, revokedOn: '2026-05-15', postedOn: null, reinstatedOn: null }
  await putRegistry(house, { revoked: [revoked] })
  await recheckOrganizations(house)
  const seenByStaff = () => statusOf(id)
  expect(await seenByStaff()).toMatchObject({ waitingSince: expect.any(String), verdict: { outcome: 'REVOKED' } })

  const { data } = await submit({ taxIdEin: EIN, taxExempt: true })
  expect(data).toEqual({ ...before, version: expect.any(Number) })

  await decide(id, { taxIdEinDetail: approved })
  expect(await seenByStaff()).toMatchObject({ waitingSince: null })
  expect((await submit({ taxIdEin: EIN, taxExempt: true })).data.events).toEqual(before.events)
})

test('what became of the record of an EIN is not said of another one that is submitted after', async () => {
  const { id, name, submit } = await ownOrganization()
  const listed = [EIN, '98-7654321'].map((ein) => ({ ein: ein.replace('-', ''), name }))
  await putRegistry(house, { listed })
  await submit({ taxIdEin: EIN, taxExempt: false })
  await decide(id, { taxIdEinDetail: { status: 'Approved' } })
  await putRegistry(house, { listed: listed.slice(1) })
  await recheckOrganizations(house)
  const seenByStaff = () => statusOf(id)
  expect((await seenByStaff()).irsChange).not.toBeNull()

  const { data } = await submit({ taxIdEin: '98-7654321', taxExempt: false })

  expect(await seenByStaff()).toMatchObject({ irsChange: null, verdict: { outcome: 'VERIFIED' } })
  const messaged = await decide(id, { taxIdEinDetail: { status: 'Pending' }, message: 'Please call us' })
  expect(messaged.data.version, 'a message decides nothing').toBe(data.version)
  const { events } = await seenByStaff()
  await putRegistry(house, { listed })
  await recheckOrganizations(house)
  expect((await seenByStaff()).events, 'nothing is listed again').toEqual(events)
})

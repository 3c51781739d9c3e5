import type { VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, test } from 'vitest'
import { putRegistry, type Registry } from '../../test/registry.ts'
import { approved, startReviews } from '../../test/tax-review.ts'
import { recheckOrganizations } from './recheck-organizations.ts'

const { admin, house, decide, statusOf, imported, waitingMosque } = await startReviews()
const noor = { ein: '123450001', name: 'MASJID AL NOOR' }

test.each<[string, Registry, Registry, VerdictOutcome]>([
  [
    'another verdict of the same weight',
    { listed: [{ ...noor, city: 'DALLAS', state: 'TX' }] },
    { listed: [{ ...noor, foundation: '04' }] },
    'PRIVATE_FOUNDATION',
  ],
  ['a better verdict', {}, { listed: [noor] }, 'VERIFIED'],
  ['the same verdict on another record', { listed: [noor] }, { listed: [{ ...noor, city: 'DUBLIN' }] }, 'VERIFIED'],
])('a decision made before %s came up is refused with it', async (_what, seenIn, next, outcome) => {
  await putRegistry(house, seenIn)
  const { id } = await waitingMosque()
  await recheckOrganizations(house)
  const seen = await statusOf(id)
  await imported(next)

  const late = await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved, version: seen.version })

  expect(late.status).toBe(409)
  expect(late.error).toMatchObject({ current: { verdict: { outcome }, version: seen.version + 1 } })
  expect((await statusOf(id)).events).toEqual(seen.events)
})

test('a decision made before the first look-up is refused with what was found', async () => {
  await putRegistry(house, { listed: [{ ...noor, name: 'HOPE FOOD BANK' }] })
  const { id } = await waitingMosque()
  const { version, verdict } = await statusOf(id)
  expect(verdict).toBeNull()
  await recheckOrganizations(house)
  const late = await decide(id, { taxIdEinDetail: approved, version })
  expect(late).toMatchObject({ status: 409, error: { current: { verdict: { outcome: 'MISMATCH' } } } })
})

test('a file that says the same of an organization leaves whoever decides on it in peace', async () => {
  await putRegistry(house, { listed: [noor] })
  const { id } = await waitingMosque()
  await recheckOrganizations(house)
  const { version } = await statusOf(id)
  await imported({ listed: [noor], snapshotOn: '2026-11-20' })
  expect((await decide(id, { taxIdEinDetail: approved, version })).status).toBe(200)
})

test('an approval whose organization is renamed away from the IRS record waits again, until it is named back', async () => {
  await putRegistry(house, { listed: [noor] })
  const { id } = await waitingMosque()
  await recheckOrganizations(house)
  await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  const approvedStatus = await statusOf(id)
  const rename = async (orgName: string) =>
    expect((await admin(organizations.updateOrganization, { params: { id }, body: { orgName } })).status).toBe(200)

  await rename('Hope Food Bank')
  expect(await statusOf(id)).toMatchObject({
    taxExemptDetail: { status: 'Approved' },
    irsChange: { before: 'VERIFIED', after: 'MISMATCH', einShared: false },
    version: approvedStatus.version + 1,
  })
  expect((await statusOf(id)).events.at(-1)?.messages).toEqual([
    {
      title: 'IRS record',
      message: 'Its name, type or place was edited, and the IRS lists the EIN as MASJID AL NOOR in FREMONT, CA.',
    },
  ])
  await imported({ listed: [noor], snapshotOn: '2026-11-21' })
  expect((await statusOf(id)).irsChange).toMatchObject({ before: 'VERIFIED', after: 'MISMATCH' })
  await rename('Masjid Al-Noor')
  expect((await statusOf(id)).irsChange).toBeNull()
})

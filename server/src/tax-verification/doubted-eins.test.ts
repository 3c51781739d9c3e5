import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { putRegistry, type Registry } from '../../test/registry.ts'
import { approved, pending, rejected, startReviews } from '../../test/tax-review.ts'
import { recheckOrganizations } from './recheck-organizations.ts'

const { house, admin, decide, statusOf, imported, waitingMosque } = await startReviews()
const { listTaxReviews } = taxVerification
const words = ['CA MSJD', 'CA NR']
const own = { ein: '123450001', name: 'MASJID AL NOOR INC', words }
/** Under another EIN the IRS has the name to the letter. */
const contested: Registry = { listed: [own, { ein: '941234567', name: 'MASJID AL-NOOR', words }] }

const pickChanged = async () =>
  (await admin(listTaxReviews, { query: { page: 1, status: 'differs' } })).data.map(
    ({ organizationId }) => organizationId,
  )

const doubted = { outcome: 'NAME_REVIEW', suggestion: { einStatus: 'Pending' } }

test('an EIN that another fits better stays doubted after an import, also when the exemption is decided', async () => {
  const { id } = await waitingMosque()
  await imported(contested)
  expect((await statusOf(id)).verdict).toMatchObject(doubted)
  const rejection = { taxExemptDetail: rejected, reason: 'The letter names another organization.' }
  const { version } = (await decide(id, rejection)).data

  await imported(contested)

  expect(await statusOf(id)).toMatchObject({ verdict: doubted, irsChange: null, version })
  expect(await pickChanged()).toContain(id)
})

test('an approved EIN that is opened again is doubted for its namesake again', async () => {
  const { id } = await waitingMosque()
  await imported(contested)
  await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  await imported(contested)
  const { version, verdict } = await statusOf(id)
  expect(verdict?.outcome, 'whoever approved it knew of the namesake').toBe('VERIFIED')

  const reopened = (await decide(id, { taxIdEinDetail: pending, taxExemptDetail: pending })).data

  expect(reopened).toMatchObject({ verdict: doubted, version: version + 1 })
  expect(reopened.events.at(-1), 'opened on what stood').toMatchObject({
    status: 'Pending',
    evidence: { outcome: 'VERIFIED' },
  })
  expect(await pickChanged()).toContain(id)
  await imported(contested)
  expect(await statusOf(id)).toMatchObject({ verdict: doubted, irsChange: null, version: version + 1 })
})

test('a namesake is no news of an approved EIN whose exemption waits', async () => {
  await putRegistry(house, { listed: [own] })
  const { id } = await waitingMosque()
  await recheckOrganizations(house)
  const before = (await decide(id, { taxIdEinDetail: approved })).data
  await imported(contested)
  const { verdict, irsChange, events, version } = await statusOf(id)
  expect({ outcome: verdict?.outcome, irsChange, events, version }).toEqual({
    outcome: 'VERIFIED',
    irsChange: null,
    events: before.events,
    version: before.version,
  })
})

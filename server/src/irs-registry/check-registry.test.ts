import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { NO_FILE_YET } from '@hikmah/contract/irs-registry/words'
import { expect, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { startServer } from '../../test/start.ts'
import { searchWords } from './search-words.ts'

const { as, house } = await startServer()
const { checkRegistry } = irsRegistry
const admin = await as('admin')
const manager = await as('manager')

const fremont = {
  taxIdEin: '84-0917362',
  orgName: 'Islamic Center of Fremont',
  orgType: 'Masjid/Islamic Center',
  city: 'Fremont',
  state: 'California',
}

test('without a file of the IRS there is no verdict, and it says what to import', async () => {
  const reply = await admin(checkRegistry, { body: fremont })
  expect(reply).toMatchObject({ status: 409, message: NO_FILE_YET })
})

test('an organization is compared with what is imported', async () => {
  await putRegistry(house, {
    listed: [
      { ein: '840917362', name: 'ISLAMIC CTR OF FREMONT INC', words: searchWords('CA', 'ISLAMIC CTR OF FREMONT INC') },
    ],
    revoked: [
      {
        ein: '111111111',
        name: 'MASJID OF TACOMA',
        revokedOn: '2022-01-15',
        postedOn: '2022-02-01',
        reinstatedOn: null,
      },
    ],
    snapshotOn: '2026-01-12',
  })

  const { data } = await admin(checkRegistry, { body: fremont })
  expect(data).toMatchObject({
    outcome: 'VERIFIED',
    score: 1,
    row: { ein: '84-0917362', name: 'ISLAMIC CTR OF FREMONT INC' },
    suggestion: { einStatus: 'Approved', exemptStatus: 'Approved' },
  })
  expect(data.sources.map(({ kind }) => kind)).toEqual(['eo-bmf', 'pub78', 'revocations'])
  expect(data.reasons[0]).toBe(
    'The IRS lists 84-0917362 as ISLAMIC CTR OF FREMONT INC in Fremont, CA (file of Jan 12, 2026).',
  )

  const outcomeOf = async (more: object) => (await admin(checkRegistry, { body: { ...fremont, ...more } })).data.outcome
  expect(await outcomeOf({ taxIdEin: ' 84-0917362 ' })).toBe('VERIFIED')
  expect(await outcomeOf({ orgName: 'ICF', orgShortName: 'IC of Fremont' })).toBe('MISMATCH')
  expect(await outcomeOf({ taxIdEin: '84-0917363' })).toBe('NOT_LISTED_CHURCH')
  expect(await outcomeOf({ taxIdEin: '84-0917363', orgType: 'Others' })).toBe('NOT_LISTED')
  expect(await outcomeOf({ taxIdEin: '11-1111111' })).toBe('REVOKED')
})

test('a mistyped EIN is helped by the one that the IRS lists under the name', async () => {
  const { data } = await admin(checkRegistry, { body: { ...fremont, taxIdEin: '84-0917326' } })
  expect(data.outcome).toBe('NOT_LISTED_CHURCH')
  expect(data.reasons).toContain('The IRS lists this name in Fremont, CA under 84-0917362.')
  const other = await admin(checkRegistry, { body: { ...fremont, taxIdEin: '84-0917326', orgName: 'Masjid Quba' } })
  expect(other.data.reasons.join(' ')).not.toContain('84-0917362')
})

test('what is no EIN is refused as such and not looked for', async () => {
  const { data } = await admin(checkRegistry, { body: { ...fremont, taxIdEin: '840-91-7362' } })
  expect(data).toMatchObject({ outcome: 'INVALID', row: null, suggestion: { einStatus: 'Pending' } })
})

test('a question that lacks a part is refused with its name, and only who decides may ask', async () => {
  const reply = await admin(checkRegistry, { body: { ...fremont, orgName: undefined } as never })
  expect(reply).toMatchObject({ status: 400, error: { fields: { orgName: expect.any(String) } } })
  expect(await manager(checkRegistry, { body: fremont })).toMatchObject({ status: 403 })
})

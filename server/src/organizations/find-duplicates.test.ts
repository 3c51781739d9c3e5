import { acceptInvite } from '@hikmah/contract/accept-invite'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { DuplicatesQuery } from '@hikmah/contract/organizations/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { putRegistry } from '../../test/registry.ts'
import { startServer } from '../../test/start.ts'
import { foldMissingNames } from './find-duplicates.ts'
import { organizations as table } from './table.ts'

const { given, as, call, db, house } = await startServer()
const { findDuplicates, updateOrganization } = organizations
const admin = await as('admin')
const manager = await as('manager')

const noor = await given.organization({
  name: 'Masjid An-Noor',
  city: 'Ft. Wayne',
  state: 'IN',
  ein: '84-0917362',
  primaryPhone: '+12605550142',
  secondaryPhone: '+12605550143',
  website: 'https://www.annoor.example/donate',
})
await foldMissingNames(house)

const find = async (query: DuplicatesQuery, by = admin) => {
  const { status, data } = await by(findDuplicates, { query })
  expect(status).toBe(200)
  return data.organizations.map(({ _id, same }) => [_id, same])
}

test('an organization is found by its EIN, either phone and the domain of its website', async () => {
  expect(await find({ ein: '84-0917362' })).toEqual([[noor.id, ['ein']]])
  expect(await find({ phone: '(260) 555-0142' })).toEqual([[noor.id, ['phone']]])
  expect(await find({ phone: '260 555 0143' })).toEqual([[noor.id, ['phone']]])
  expect(await find({ webLink: 'http://annoor.example' })).toEqual([[noor.id, ['website']]])
  expect(await find({ phone: '2605550142', ein: '84-0917362', webLink: 'https://AnNoor.example/en' })).toEqual([
    [noor.id, ['ein', 'phone', 'website']],
  ])
  const { data } = await admin(findDuplicates, { query: { ein: '84-0917362' } })
  expect(data.organizations[0]).toMatchObject({ orgName: 'Masjid An-Noor', city: 'Ft. Wayne', state: 'IN' })
})

test('a name is found in other spellings in the same city, and anywhere while no city is known', async () => {
  for (const orgName of ['MASJID AL NUR', 'Al-Nour Mosque', 'Masjid Noor, Inc.', 'Masjid an-Noor Fort Wayne']) {
    expect(await find({ orgName, city: 'Fort Wayne', state: 'Indiana' }), orgName).toEqual([[noor.id, ['name']]])
  }
  expect(await find({ orgName: 'Masjid Noor' })).toEqual([[noor.id, ['name']]])
  expect(await find({ orgName: 'Masjid Noor', city: 'Gary', state: 'IN' })).toEqual([])
  expect(await find({ orgName: 'Masjid an-Nasr', city: 'Fort Wayne', state: 'IN' })).toEqual([])
  expect(await find({ orgName: 'Masjid Noor of North Fort Wayne', city: 'Fort Wayne', state: 'IN' })).toEqual([])
})

test('a name of common words alone is found in its city', async () => {
  const center = await given.organization({ name: 'Islamic Center', city: 'Enid', state: 'OK' })
  await foldMissingNames(house)
  expect(await find({ orgName: 'The Islamic Centre Inc', city: 'Enid', state: 'OK' })).toEqual([[center.id, ['name']]])
  expect(await find({ orgName: 'The Islamic Centre Inc', city: 'Tulsa', state: 'OK' })).toEqual([])
})

test('an organization is not its own duplicate, and what is not typed to its end finds nothing', async () => {
  expect(await find({ ein: '84-0917362', phone: '2605550142', orgName: noor.name, except: noor.id })).toEqual([])
  expect(await find({ ein: '84-09', phone: '260555', webLink: 'https://', orgName: ' ', city: '', state: '' })).toEqual(
    [],
  )
  expect(await find({})).toEqual([])
})

test('pages at a host that many share make nobody one', async () => {
  await given.organization({ website: 'https://www.facebook.com/masjidone' })
  expect(await find({ webLink: 'https://facebook.com/masjidtwo' })).toEqual([])
})

test('an EIN in a group exemption is said to be no error', async () => {
  const groupOf = async () => (await admin(findDuplicates, { query: { ein: '84-0917362' } })).data.groupExemption
  expect(await groupOf()).toBeNull()
  await putRegistry(house, { listed: [{ ein: '840917362', name: 'MASJID AN NOOR', group: '5213', affiliation: '9' }] })
  expect(await groupOf()).toBe('5213')
})

test('who may not see EINs cannot try them out', async () => {
  expect(await find({ ein: '84-0917362' }, manager)).toEqual([])
  expect(await find({ phone: '2605550142' }, manager)).toEqual([[noor.id, ['phone']]])
})

test('a new organization and a new name are found at once', async () => {
  const invite = await given.invite({ orgName: 'Masjid Quba' })
  const body = { code: invite.code, email: invite.orgEmail, password: PASSWORD, agreements: ['agreement', 'terms'] }
  const { orgId } = (await call(acceptInvite.acceptInvite, { body: body as never })).data
  expect(await find({ orgName: 'Quba Mosque' })).toEqual([[orgId, ['name']]])

  const edit = { orgName: 'Masjid Bilal', orgAddress: { city: 'Waco', state: 'TX', country: 'US' } }
  await admin(updateOrganization, { params: { id: orgId }, body: edit })
  expect(await find({ orgName: 'Quba Mosque' })).toEqual([])
  expect(await find({ orgName: 'Masjid Belal', city: 'Waco', state: 'TX' })).toEqual([[orgId, ['name']]])
})

test('names that came by another way are folded by the job', async () => {
  const { id } = await given.organization({ name: 'Masjid Hamza', city: 'Reno', state: 'NV' })
  await db.update(table).set({ matchWords: null }).where(eq(table.id, id))
  expect(await find({ orgName: 'Hamzah Mosque', city: 'Reno' })).toEqual([])
  await foldMissingNames(house)
  expect(await find({ orgName: 'Hamzah Mosque', city: 'Reno' })).toEqual([[id, ['name']]])
})

import { organizationTeam } from '@hikmah/contract/organization-team'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'

const { given, as } = await startServer()
const manager = await as('manager')
const { id: orgId } = await given.organization()
const list = (query: object) => manager(organizationTeam.listMembers, { query: { orgId, ...query } })

const names = ['Yusuf', 'Aisha', 'Maryam', 'Bilal']
for (const [i, firstName] of names.entries()) {
  await given.member(orgId, { firstName, lastName: 'Khan', confirmedAt: i % 2 === 0 ? new Date() : null })
}
await given.member((await given.organization()).id, { firstName: 'Aisha', lastName: 'Elsewhere' })
const namesOf = async (query: object) => (await list(query)).data.map((member) => member.name.firstName)

test('without more than the organization it is the whole array, oldest first', async () => {
  const { data, meta } = await list({})
  expect(data.map((member) => member.name.firstName)).toEqual(names)
  expect(meta).toBeUndefined()
})

test('it is searched, filtered, sorted and paged as every list', async () => {
  expect(await namesOf({ sort: 'name' })).toEqual(['Aisha', 'Bilal', 'Maryam', 'Yusuf'])
  expect(await namesOf({ sort: '-name', page: 2, limit: 3 })).toEqual(['Aisha'])
  expect(await namesOf({ status: 'inactive' })).toEqual(['Aisha', 'Bilal'])
  const { data, meta } = await list({ q: 'aisha', page: 1 })
  expect(data).toHaveLength(1)
  expect(meta).toEqual({ total: 1, page: 1, limit: 10, counts: { all: 1, active: 0, inactive: 1 }, whole: 4 })
})

test('an id that is missing is required, and one that is none is said to be none', async () => {
  const asked = async (query: object) => (await manager(organizationTeam.listMembers, { query })).error.fields
  expect(await asked({})).toEqual({ orgId: 'Required' })
  expect(await asked({ orgId: 'x' })).toEqual({ orgId: 'This is not a valid id' })
})

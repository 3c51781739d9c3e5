import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'

const { as, given } = await startServer()
const admin = await as('admin')

const rename = (id: string, orgName: string, ifMatch: string, version?: number) =>
  admin(
    organizations.updateOrganization,
    { params: { id }, body: { orgName, version } },
    { headers: { 'if-match': ifMatch } },
  )

test('what is meant for an earlier version by its If-Match is refused with what is there now', async () => {
  const { id } = await given.organization()
  expect((await rename(id, 'Masjid an-Noor', '"1"')).status).toBe(200)
  for (const stale of ['"1"', 'W/"1"', '1']) {
    const { status, error } = await rename(id, 'Masjid al-Huda', stale)
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    expect(error.current).toMatchObject({ orgName: 'Masjid an-Noor', version: 2 })
  }
  expect((await rename(id, 'Masjid al-Huda', '*')).status).toBe(200)
  expect((await rename(id, 'Masjid Taqwa', '"1"', 3)).status).toBe(200)
})

test('an If-Match that is no version is refused by name', async () => {
  const { id } = await given.organization()
  for (const sent of ['"abc"', 'W/1"x', '']) {
    const { status, error } = await rename(id, 'Masjid al-Huda', sent)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['If-Match']])
  }
})

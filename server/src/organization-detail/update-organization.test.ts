import { organizations } from '@hikmah/contract/organizations/endpoints'
import { SAVED } from '@hikmah/contract/organizations/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { media } from '../media/table.ts'
import { organizationStatusChanges } from '../organizations/table.ts'

const { readOrganization, updateOrganization, changeOrganizationStatus } = organizations
const { given, as, callWith, db, audited, clock } = await startServer()
const staff = await given.staff('admin', { firstName: 'Samira', lastName: 'Haddad' })
const admin = callWith(staff.token)
const manager = await as('manager')

const read = async (id: string) => (await admin(readOrganization, { params: { id } })).data
const lastEntry = async (id: string) =>
  (await db.select().from(auditEntries).where(eq(auditEntries.entityId, id)).orderBy(auditEntries.seq)).at(-1)

async function givenImage() {
  const id = newId()
  await db.insert(media).values({
    id,
    kind: 'icon',
    name: 'icon.png',
    contentType: 'image/png',
    size: 10,
    width: 1,
    height: 1,
    sha256: id,
    createdAt: clock.now(),
  })
  return `/api/media/${id}/file`
}

test('the sent fields are saved, the others stay, and the trail says what changed', async () => {
  const { id } = await given.organization({ city: 'Fremont', postalCode: '94536', referredBy: 'Friday talk' })
  const iconUrl = await givenImage()

  const reply = await admin(updateOrganization, {
    params: { id },
    body: {
      _id: id,
      orgName: 'Islamic Center of Fremont',
      orgAddress: { city: 'Fremont', state: 'california', postalCode: '94538' },
      phoneFax: { secondaryPhone: '510 555 0188' },
      orgWebsite: 'https://',
      orgIcon: { iconName: 'icon.png', iconSize: 10, iconUrl },
      version: 1,
    },
  })

  expect([reply.status, reply.message]).toEqual([200, SAVED])
  expect(reply.data).toMatchObject({
    orgName: 'Islamic Center of Fremont',
    orgAddress: { city: 'Fremont', state: 'CA', postalCode: '94538' },
    phoneFax: { primaryPhone: '', secondaryPhone: '+15105550188' },
    orgIcon: { iconName: 'icon.png', iconSize: 10, iconUrl },
    referredBy: 'Friday talk',
    deen_fund_side_info: {},
    version: 2,
  })
  expect(reply.data).toEqual(await read(id))
  expect(await audited(id)).toEqual(['organization.updated'])
  expect((await lastEntry(id))?.changes).toEqual({
    orgName: { before: expect.stringContaining('Masjid Test'), after: 'Islamic Center of Fremont' },
    'orgAddress.postalCode': { before: '94536', after: '94538' },
    'phoneFax.secondaryPhone': { before: '', after: '+15105550188' },
    'orgIcon.iconName': { before: '', after: 'icon.png' },
    'orgIcon.iconSize': { before: 0, after: 10 },
    'orgIcon.iconUrl': { before: '', after: iconUrl },
  })
  expect(await lastEntry(id)).toMatchObject({ actorName: 'Samira Haddad', organizationId: id })
})

test('an empty field is cleared', async () => {
  const { id } = await given.organization({ shortName: 'MT', website: 'https://masjid.example' })
  const iconUrl = await givenImage()
  await admin(updateOrganization, { params: { id }, body: { orgLogo: { logoUrl: iconUrl } } })
  const { data } = await admin(updateOrganization, {
    params: { id },
    body: { orgShortName: '', orgWebsite: '', orgEmail: '', orgType: '', orgLogo: { logoUrl: '' } },
  })
  expect(data).toMatchObject({ orgShortName: '', orgWebsite: '', orgEmail: '', orgLogo: { logoUrl: '' }, version: 3 })
})

test('a save that changes nothing records nothing', async () => {
  const { id } = await given.organization()
  const { _id, orgName, orgAddress, orgStatus, phoneFax, version } = await read(id)
  const reply = await admin(updateOrganization, {
    params: { id },
    body: { _id, orgName, orgAddress, orgStatus, phoneFax, deen_fund_side_info: {}, note: 'nothing', version },
  })
  expect([reply.status, reply.message, reply.data.version]).toEqual([200, SAVED, 1])
  expect(await audited(id)).toEqual([])
})

test('a stale version is refused with the organization as it is now', async () => {
  const { id } = await given.organization()
  await admin(updateOrganization, { params: { id }, body: { orgName: 'First', version: 1 } })
  const late = await admin(updateOrganization, { params: { id }, body: { orgName: 'Second', version: 1 } })
  expect([late.status, late.error.code]).toEqual([409, 'CONFLICT'])
  expect(late.error.current).toEqual(await read(id))
  expect(late.error.current).toMatchObject({ orgName: 'First', version: 2 })
})

test('without a version the last write wins', async () => {
  const { id } = await given.organization()
  await admin(updateOrganization, { params: { id }, body: { orgName: 'First', version: 1 } })
  await admin(updateOrganization, { params: { id }, body: { orgName: 'Second' } })
  expect(await read(id)).toMatchObject({ orgName: 'Second', version: 3 })
})

test('of fifty edits of one version exactly one is saved', async () => {
  const { id } = await given.organization()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      admin(updateOrganization, { params: { id }, body: { orgName: `Edit ${i}`, version: 1 } }),
    ),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(49)
  expect((await read(id)).version).toBe(2)
  expect(await audited(id)).toEqual(['organization.updated'])
})

test('a new status is one save with the fields, with its own line in history and trail', async () => {
  const { id } = await given.organization()
  const { data } = await admin(updateOrganization, {
    params: { id },
    body: { orgName: 'Masjid Approved', orgStatus: 'approved', note: 'Visited them', version: 1 },
  })
  expect(data).toMatchObject({ orgStatus: 'approved', version: 2 })
  expect(data.statusChanges).toMatchObject([
    { from: 'onboarding', to: 'approved', by: 'Samira Haddad', note: 'Visited them' },
    { from: null, to: 'onboarding' },
  ])
  expect(await audited(id)).toEqual(['organization.updated', 'organization.status-changed'])
  expect((await lastEntry(id))?.changes).toEqual({
    orgStatus: { before: 'onboarding', after: 'approved' },
    note: { before: null, after: 'Visited them' },
  })
})

test('the status alone is changed freely, and to itself without a trace', async () => {
  const { id } = await given.organization()
  const change = (status: 'approved' | 'onboarding' | 'blocked', version: number) =>
    admin(changeOrganizationStatus, { params: { id }, body: { status, version } })
  expect((await change('blocked', 1)).data).toMatchObject({ orgStatus: 'blocked', version: 2 })
  expect((await change('blocked', 2)).data).toMatchObject({ orgStatus: 'blocked', version: 2 })
  expect((await change('approved', 1)).error).toMatchObject({ code: 'CONFLICT', current: { version: 2 } })
  expect((await change('onboarding', 2)).data.statusChanges.map((one) => one.to)).toEqual([
    'onboarding',
    'blocked',
    'onboarding',
  ])
  expect(await audited(id)).toEqual(['organization.status-changed', 'organization.status-changed'])
  const rows = await db.select().from(organizationStatusChanges).where(eq(organizationStatusChanges.organizationId, id))
  expect(rows).toHaveLength(3)
})

test('a manager reads with the EIN masked and changes nothing', async () => {
  const { id } = await given.organization({ ein: '12-3456789', einStatus: 'Pending' })
  const shown = await manager(readOrganization, { params: { id } })
  expect(shown.data.taxIdStatus.taxIdEin).toBe('**-***6789')
  expect(shown.text).not.toContain('12-3456789')
  expect((await read(id)).taxIdStatus.taxIdEin).toBe('12-3456789')
  expect((await manager(updateOrganization, { params: { id }, body: { orgName: 'X' } })).status).toBe(403)
  expect((await manager(changeOrganizationStatus, { params: { id }, body: { status: 'approved' } })).status).toBe(403)
  expect(await audited(id)).toEqual([])
})

test('members are counted', async () => {
  const { id } = await given.organization()
  await given.member(id)
  await given.member(id, { confirmedAt: null })
  await given.member(id, { confirmedAt: null })
  expect((await read(id)).memberCounts).toEqual({ active: 1, inactive: 2 })
})

test('an unknown organization is not found', async () => {
  const params = { id: crypto.randomUUID() }
  expect((await admin(readOrganization, { params })).status).toBe(404)
  expect((await admin(updateOrganization, { params, body: {} })).status).toBe(404)
  expect((await admin(changeOrganizationStatus, { params, body: { status: 'approved' } })).status).toBe(404)
  expect((await admin(readOrganization, { params: { id: "1' or '1'='1" } })).status).toBe(400)
})

test('an id in capitals is the same id', async () => {
  const { id } = await given.organization()
  const body = { _id: id, orgName: 'Capital' }
  const reply = await admin(updateOrganization, { params: { id: id.toUpperCase() }, body })
  expect(reply.data).toMatchObject({ _id: id, orgName: 'Capital' })
  expect(await audited(id)).toEqual(['organization.updated'])
})

const unknownImage = `/api/media/${'0'.repeat(8)}-0000-4000-8000-000000000000/file`
test.each([
  [{ _id: crypto.randomUUID() }, '_id'],
  [{ _id: 7 }, '_id'],
  [{ orgName: 'x'.repeat(51) }, 'orgName'],
  [{ orgName: 'a\u202eb' }, 'orgName'],
  [{ orgName: null }, 'orgName'],
  [{ orgShortName: 'x'.repeat(16) }, 'orgShortName'],
  [{ orgType: 'Church' }, 'orgType'],
  [{ orgEmail: 'nobody' }, 'orgEmail'],
  [{ orgWebsite: 'javascript:alert(1)' }, 'orgWebsite'],
  [{ orgWebsite: 'https://user:pass@masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: 'https://masjid' }, 'orgWebsite'],
  [{ orgWebsite: 'https://localhost' }, 'orgWebsite'],
  [{ orgWebsite: 'https://www.localhost' }, 'orgWebsite'],
  [{ orgWebsite: 'https://127.0.0.1' }, 'orgWebsite'],
  [{ orgWebsite: 'https://2130706433' }, 'orgWebsite'],
  [{ orgWebsite: 'https://[::1]' }, 'orgWebsite'],
  [{ orgWebsite: 'https://.' }, 'orgWebsite'],
  [{ orgWebsite: 'https://masjid.' }, 'orgWebsite'],
  [{ orgWebsite: 'https://.example' }, 'orgWebsite'],
  [{ orgWebsite: 'https://masjid..example/a' }, 'orgWebsite'],
  [{ orgWebsite: 'https://http://masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: 'https://http:/masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: 'http://https:masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: 'https:/http:/masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: 'https:http:masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: 'https://ttps:/masjid.example' }, 'orgWebsite'],
  [{ orgWebsite: `https://${'masjid.'.repeat(50)}example` }, 'orgWebsite'],
  [{ orgStatus: 'deleted' }, 'orgStatus'],
  [{ orgAddress: { line1: 'x'.repeat(101) } }, 'orgAddress.line1'],
  [{ orgAddress: { state: ['CA'] } }, 'orgAddress.state'],
  [{ orgAddress: { state: 'Narnia' } }, 'orgAddress.state'],
  [{ orgAddress: { state: 'Narnia', country: 'United States' } }, 'orgAddress.state'],
  [{ orgAddress: 'Fremont' }, 'orgAddress'],
  [{ phoneFax: { primaryPhone: '12' } }, 'phoneFax.primaryPhone'],
  [{ orgIcon: { iconUrl: 'https://elsewhere.example/a.png' } }, 'orgIcon.iconUrl'],
  [{ orgIcon: { iconUrl: unknownImage } }, 'orgIcon.iconUrl'],
  [{ orgLogo: { logoUrl: unknownImage } }, 'orgLogo.logoUrl'],
  [{ orgLogo: { logoUrl: `/api/media/${'-'.repeat(36)}/file` } }, 'orgLogo.logoUrl'],
  [{ orgLogo: { logoSize: -1 } }, 'orgLogo.logoSize'],
  [{ orgLogo: { logoSize: 1.5 } }, 'orgLogo.logoSize'],
  [{ note: 'x'.repeat(201) }, 'note'],
  [{ version: '1' }, 'version'],
])('%j is refused by name', async (body, field) => {
  const { id } = await given.organization()
  const { status, error } = await admin(updateOrganization, { params: { id }, body })
  expect([status, error.code]).toEqual([400, 'VALIDATION'])
  expect(Object.keys(error.fields ?? {})).toEqual([field])
  expect(await audited(id)).toEqual([])
})

test('fifty characters are fifty, whatever they take to store, and odd text is only text', async () => {
  const { id } = await given.organization()
  const names = ['م'.repeat(50), '🕌'.repeat(50), `'); delete from organizations; --`, '{{7*7}} <b>%s</b>']
  for (const orgName of names) {
    const { status, data } = await admin(updateOrganization, { params: { id }, body: { orgName } })
    expect([status, data.orgName]).toEqual([200, orgName])
  }
})

test('what is not a field of the form is not saved', async () => {
  const { id } = await given.organization()
  const body = {
    createdAt: '2001-01-01T00:00:00Z',
    taxIdStatus: { taxIdEin: '12-3456789' },
    inviteId: newId(),
    id: 'x',
  }
  const { data } = await admin(updateOrganization, { params: { id }, body })
  expect(data).toMatchObject({ _id: id, inviteId: null, taxIdStatus: { taxIdEin: '' }, version: 1 })
})

test('a state from abroad is taken with its country, and not without it', async () => {
  const { id } = await given.organization()
  const move = (orgAddress: object) => admin(updateOrganization, { params: { id }, body: { orgAddress } })
  expect((await move({ state: 'Ontario', country: 'Canada' })).data.orgAddress).toMatchObject({ state: 'Ontario' })
  expect((await move({ country: 'USA' })).error.fields).toHaveProperty(['orgAddress.state'])
})

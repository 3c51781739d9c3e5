import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { DEVICE_ASSIGNED, DEVICE_REMOVED } from '@hikmah/contract/hardware/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { devices } from './table.ts'

const { assignDevice, readDevice, updateDevice, listOrganizationDevices, listNotAssignedDevices } = endpoints
const { given, callWith, db, audited, clock } = await startServer()
const fatima = callWith((await given.staff('manager', { firstName: 'Fatima', lastName: 'Noor' })).token)
const omar = callWith((await given.staff('admin', { firstName: 'Omar', lastName: 'Siddiqui' })).token)

const assign = (id: string, organizationId: string, more: object = {}, by = fatima) =>
  by(assignDevice, { params: { id }, body: { organizationId, ...more } })
const read = async (id: string) => (await fatima(readDevice, { params: { id } })).data
const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(clock.now())

test('a device is given to an organization with its install label, and taken back', async () => {
  const organization = await given.organization({ name: 'Masjid An-Noor' })
  const { id, deviceId } = await given.device()
  const free = async () => (await fatima(listNotAssignedDevices, {})).data.map((row) => row._id)
  const own = async () =>
    (await fatima(listOrganizationDevices, { params: { orgId: organization.id } })).data.map((row) => row._id)
  expect([await free(), await own()]).toEqual([expect.arrayContaining([id]), []])

  const given_ = await assign(id, organization.id, { deviceId, name: 'Main hall' })

  expect([given_.status, given_.message]).toEqual([200, DEVICE_ASSIGNED])
  expect(given_.data).toMatchObject({
    orgId: { _id: organization.id, orgName: 'Masjid An-Noor' },
    name: 'Main hall',
    status: 'Available',
    version: 2,
  })
  expect([(await free()).includes(id), await own()]).toEqual([false, [id]])

  const back = await assign(id, '', { deviceId: id })

  expect([back.status, back.message]).toEqual([200, DEVICE_REMOVED])
  expect(back.data).toMatchObject({ orgId: null, name: '', version: 3 })
  expect([await own(), (await free()).includes(id)]).toEqual([[], true])
  expect(await audited(id)).toEqual(['device.assigned', 'device.removed'])
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.organizationId, organization.id))
  expect(entries.map((entry) => [entry.action, entry.actorName, entry.entityName])).toEqual([
    ['device.assigned', 'Fatima Noor', deviceId],
    ['device.removed', 'Fatima Noor', deviceId],
  ])
})

test('of twenty at the same moment one is served, and the others are told who was quicker', async () => {
  const { id } = await given.device()
  const organizations = await Promise.all(
    Array.from({ length: 20 }, (_, i) => given.organization({ name: `Masjid ${i}` })),
  )
  const replies = await Promise.all(organizations.map((organization) => assign(id, organization.id)))
  const winner = replies.find((reply) => reply.status === 200)!
  const { orgId } = winner.data
  const others = replies.filter((reply) => reply !== winner)
  expect(others.map((reply) => reply.status)).toEqual(Array.from({ length: 19 }, () => 409))
  for (const { error } of others) {
    expect(error).toMatchObject({
      code: 'CONFLICT',
      message: `Fatima Noor assigned this device to ${orgId?.orgName} on ${today} (UTC)`,
      current: { _id: id, orgId },
    })
  }
  expect(await audited(id)).toEqual(['device.assigned'])
})

test('a device moves in one call, and each of the two organizations finds its half', async () => {
  const [from, to] = [
    await given.organization({ name: 'Masjid Here' }),
    await given.organization({ name: 'Masjid There' }),
  ]
  const { id, deviceId, keyHash } = await given.device()
  await assign(id, from.id, { name: 'Lobby' })
  const { keyIssuedAt } = await read(id)

  const reply = await assign(id, to.id, { from: from.id, name: 'Main hall' })

  expect([reply.status, reply.message]).toEqual([200, DEVICE_ASSIGNED])
  expect(reply.data).toMatchObject({
    name: 'Main hall',
    orgId: { _id: to.id },
    keyIssuedAt,
    assignedAt: expect.any(String),
  })
  const [row] = await db.select().from(devices).where(eq(devices.id, id))
  expect(row?.keyHash).toBe(keyHash)
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entries.slice(1).map(({ action, organizationId, changes }) => [action, organizationId, changes])).toEqual([
    [
      'device.removed',
      from.id,
      { organization: { before: 'Masjid Here', after: '' }, name: { before: 'Lobby', after: '' } },
    ],
    [
      'device.assigned',
      to.id,
      { organization: { before: '', after: 'Masjid There' }, name: { before: '', after: 'Main hall' } },
    ],
  ])
  for (const [organizationId, holds] of [
    [from.id, false],
    [to.id, true],
  ] as const) {
    const { data } = await fatima(listOrganizationDevices, { params: { orgId: organizationId } })
    expect(data.some((device) => device.deviceId === deviceId)).toBe(holds)
  }
})

test('a move is refused from where the device is not, to where it is, to a blocked organization, and by its status', async () => {
  const [here, there] = [await given.organization({ name: 'Masjid Now' }), await given.organization()]
  const blocked = await given.organization({ status: 'blocked' })
  const { id } = await given.device({ organizationId: here.id })
  const move = (organizationId: string, from: string) => assign(id, organizationId, { from })
  expect((await move(here.id, there.id)).error.message).toContain('assigned this device to Masjid Now')
  const same = await move(here.id, here.id)
  expect([same.status, same.error.fields]).toEqual([400, { organizationId: 'The device is there already' }])
  expect((await move(blocked.id, here.id)).status).toBe(409)
  expect((await move(newId(), here.id)).status).toBe(404)
  expect((await move(there.id, 'x')).error.fields).toHaveProperty('from')
  await omar(updateDevice, { params: { id }, body: { status: 'Lost' } })
  expect((await move(there.id, here.id)).error.message).toBe('This device is lost and cannot be assigned')
  await omar(updateDevice, { params: { id }, body: { status: 'Active' } })
  await assign(id, '')
  expect((await move(there.id, here.id)).error.message).toBe('This device is not assigned to an organization any more')
  expect((await read(id)).orgId).toBeNull()
})

test('of two who move it at once one is served', async () => {
  const [here, first, second] = [await given.organization(), await given.organization(), await given.organization()]
  const { id } = await given.device({ organizationId: here.id })
  const replies = await Promise.all([first, second].map((to) => assign(id, to.id, { from: here.id })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a device that is assigned stays where it is, also for the same organization', async () => {
  const organization = await given.organization({ name: 'Darul Uloom' })
  const { id } = await given.device()
  await assign(id, organization.id, {}, omar)
  for (const target of [organization.id, (await given.organization()).id]) {
    const reply = await assign(id, target)
    expect(reply.status).toBe(409)
    expect(reply.error.message).toBe(`Omar Siddiqui assigned this device to Darul Uloom on ${today} (UTC)`)
  }
})

test.each(['Lost', 'Locked', 'Defective', 'Unavailable', 'Pending'] as const)(
  'a device that is %s cannot be assigned, and the refusal says so',
  async (status) => {
    const { id } = await given.device({ status })
    const reply = await assign(id, (await given.organization()).id)
    expect(reply).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { status } } })
    expect(reply.error.message).toContain(status === 'Pending' ? 'ordered' : status.toLowerCase())
    expect(await audited(id)).toEqual([])
  },
)

test.each(['Available', 'Active', 'Shipped'] as const)('a device that is %s can', async (status) => {
  const { id } = await given.device({ status })
  expect((await assign(id, (await given.organization()).id)).data.status).toBe(status)
})

test('a lost device can be taken back', async () => {
  const { id } = await given.device({ status: 'Lost', organizationId: (await given.organization()).id })
  expect((await assign(id, '')).status).toBe(200)
})

test('an organization that is blocked or not there gets nothing', async () => {
  const { id } = await given.device()
  const blocked = await given.organization({ status: 'blocked', name: 'Masjid Closed' })
  const refused = await assign(id, blocked.id)
  expect(refused).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
  expect(refused.error.message).toContain('Masjid Closed is blocked')
  const unknown = await assign(id, newId())
  expect([unknown.status, unknown.error.message]).toEqual([404, 'This organization does not exist'])
  expect((await read(id)).orgId).toBeNull()
})

test('what is not assigned cannot be taken back, and of two one takes it', async () => {
  const { id } = await given.device()
  expect(await assign(id, '')).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { _id: id } } })
  await assign(id, (await given.organization()).id)
  const replies = await Promise.all([assign(id, ''), assign(id, '')])
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409])
})

test.each<[string, object, string]>([
  ['another device', { deviceId: newId() }, 'deviceId'],
  ['no organization', { organizationId: undefined }, 'organizationId'],
  ['an organization that is no id', { organizationId: 'masjid' }, 'organizationId'],
  ['a label that turns its direction', { name: 'a\u202eb' }, 'name'],
])('%s is refused by name', async (_, body, field) => {
  const { id } = await given.device()
  const { status, error } = await assign(id, newId(), body)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

test('an unknown device and an unknown organization are 404', async () => {
  expect((await assign(newId(), (await given.organization()).id)).error.message).toBe('This device does not exist')
  expect((await fatima(listOrganizationDevices, { params: { orgId: newId() } })).status).toBe(404)
})

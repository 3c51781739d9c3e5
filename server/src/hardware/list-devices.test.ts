import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { deviceBeats, devices } from './table.ts'

const { listDevices, listNotAssignedDevices, updateDevice, deleteDevice } = endpoints
const { given, as, callWith, db, clock } = await startServer()
const admin = await as('admin')

const statuses = ['Available', 'Shipped', 'Active'] as const
const streams = ['DEENKIOSK', 'DEENSCREEN'] as const
const now = clock.now().getTime()
const MINUTE = 60_000
const DAY = 86_400_000
/** Minutes since the last beat; undefined never beat. */
const silences = [1, 14, 16, 2000, 12_000, undefined]

const rows = Array.from({ length: 60 }, (_, i) => {
  const silence = silences[i % 6]
  return {
    id: newId(),
    deviceId: `D${'KS'[i % 2]}TEST${String(i).padStart(7, '0')}`,
    appStream: streams[i % 2]!,
    macAddress: `00:1A:2B:00:00:${i.toString(16).padStart(2, '0').toUpperCase()}`,
    price: 100 + (i % 7),
    status: statuses[i % 3]!,
    name: ['Main hall', 'Lobby', ''][i % 3]!,
    keyHash: `hash ${i}`,
    keyIssuedAt: new Date(now),
    createdAt: new Date(now - (i % 12) * DAY),
    beat: silence === undefined ? null : new Date(now - silence * MINUTE),
  }
})
await db.insert(devices).values(rows)
await db.insert(deviceBeats).values(
  rows.map(({ id, beat }) => ({
    deviceId: id,
    lastBeatAt: beat,
    connected: beat !== null,
  })),
)

type Row = (typeof rows)[number]
const by =
  (...keys: ((row: Row) => string | number)[]) =>
  (a: Row, b: Row) => {
    for (const key of [...keys, (row: Row) => row.id]) {
      if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1
    }
    return 0
  }
const created = (row: Row) => row.createdAt.getTime()
const expected = {
  deviceId: by((row) => row.deviceId),
  name: by((row) => row.name),
  appStream: by((row) => row.appStream, created),
  status: by((row) => row.status, created),
  price: by((row) => row.price),
  lastActive: by((row) => row.beat?.getTime() ?? 0),
  createdAt: by(created),
}
const list = (query: object) => admin(listDevices, { query })
const idsOf = async (query: object) => {
  const { data, meta } = await list({ limit: 100, ...query })
  expect(meta.total).toBe(data.length)
  return data.map((row) => row._id).toSorted()
}
const idsWhere = (fits: (row: Row) => boolean) =>
  rows
    .filter(fits)
    .map((row) => row.id)
    .toSorted()

test.each(Object.keys(expected) as (keyof typeof expected)[])('sorted by %s both ways over all pages', async (sort) => {
  const ids = rows.toSorted(expected[sort]).map((row) => row.id)
  for (const [asked, wanted] of [
    [sort, ids],
    [`-${sort}`, ids.toReversed()],
  ] as const) {
    const found: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      found.push(...(await list({ sort: asked, page, limit: 25 })).data.map((row) => row._id))
    }
    expect(found).toEqual(wanted)
  }
})

test('a page is ten rows, newest first, with the counts of every status', async () => {
  const { data, meta } = await list({ page: 1 })
  expect(data.map((row) => row._id)).toEqual(
    rows
      .toSorted(expected.createdAt)
      .toReversed()
      .slice(0, 10)
      .map((row) => row.id),
  )
  const none = { Assigned: 0, Unavailable: 0, Defective: 0, Lost: 0, Locked: 0, Pending: 0 }
  expect(meta).toEqual({
    total: 60,
    whole: 60,
    page: 1,
    limit: 10,
    counts: { all: 60, Available: 20, Shipped: 20, Active: 20, ...none },
  })
})

test('status, app stream and connection narrow it, alone and together', async () => {
  expect(await idsOf({ status: 'Shipped' })).toEqual(idsWhere((row) => row.status === 'Shipped'))
  expect(await idsOf({ appStream: 'DEENSCREEN' })).toEqual(idsWhere((row) => row.appStream === 'DEENSCREEN'))
  const isOnline = (row: Row) => row.beat !== null && row.beat.getTime() > now - 15 * MINUTE
  expect(await idsOf({ connectivity: 'online' })).toEqual(idsWhere(isOnline))
  expect(await idsOf({ connectivity: 'offline' })).toEqual(idsWhere((row) => row.beat !== null && !isOnline(row)))
  expect(await idsOf({ connectivity: 'never' })).toEqual(idsWhere((row) => row.beat === null))
  expect(await idsOf({ connectivity: 'online', appStream: 'DEENKIOSK', status: 'Available', q: 'main' })).toEqual(
    idsWhere((row) => isOnline(row) && row.appStream === 'DEENKIOSK' && row.status === 'Available'),
  )
  for (const [connectivity, label] of [
    ['online', 'online'],
    ['never', 'never'],
  ] as const) {
    const { data } = await list({ connectivity, limit: 100 })
    expect(new Set(data.map((row) => row.connectivity))).toEqual(new Set([label]))
  }
})

test.each([1, 3, 8, 11, 3650])(
  'not seen for %i days: silent so long, or never seen since it was added',
  async (days) => {
    const since = now - days * DAY
    expect(await idsOf({ notSeenDays: days })).toEqual(
      idsWhere((row) => (row.beat ? row.beat.getTime() : row.createdAt.getTime()) <= since),
    )
  },
)

test.each([
  ['DKTEST0000004', 1],
  ['dktest', 30],
  ['TEST', 60],
  ['00:1a:2b:00:00:07', 1],
  ['00-1A-2B-00-00-07', 1],
  ['001a2b000007', 1],
  ['00:1A:2B', 60],
  ['lobby', 20],
  ['lo', 20],
  ['%', 0],
  ['_', 0],
  ["' or 1=1 --", 0],
])('the search %j finds %i', async (q, many) => {
  const { status, data, meta } = await list({ q, limit: 100 })
  expect([status, data.length, meta.total]).toEqual([200, many, many])
})

test('a search finds the organization too, by the name it has now', async () => {
  const { id, name } = await given.organization({ name: 'Masjid Before' })
  const device = await given.device({ organizationId: id })
  const found = async (q: string) => (await list({ q })).data.map((row) => [row._id, row.orgId?.orgName])
  expect(await found('masjid before')).toEqual([[device.id, name]])
  await admin(organizations.updateOrganization, { params: { id }, body: { orgName: 'Masjid Afterwards' } })
  expect(await found('masjid before')).toEqual([])
  expect(await found('afterwards')).toEqual([[device.id, 'Masjid Afterwards']])
  await admin(endpoints.assignDevice, { params: { id: device.id }, body: { organizationId: '' } })
  expect(await found('afterwards')).toEqual([])
  await admin(deleteDevice, { params: { id: device.id } })
})

test('all offline kiosks in Texas: city and state of the organization are searched, shown and filtered', async () => {
  const place = (city: string, state: string) => given.organization({ city, state })
  const [plano, fremont, toronto] = [
    await place('Plano', 'TX'),
    await place('Fremont', 'CA'),
    await place('Toronto', 'Ontario'),
  ]
  const seen = async (beat: Partial<typeof deviceBeats.$inferInsert>, more: Parameters<typeof given.device>[0]) => {
    const { id } = await given.device(more)
    await db.update(deviceBeats).set(beat).where(eq(deviceBeats.deviceId, id))
    return id
  }
  const ago = (minutes: number) => new Date(now - minutes * MINUTE)
  const silent = await seen({ lastBeatAt: ago(40), connected: true }, { organizationId: plano.id })
  const left = await seen({ lastBeatAt: ago(1), connected: false }, { organizationId: plano.id })
  const screen = await seen({ lastBeatAt: ago(40) }, { organizationId: plano.id, appStream: 'DEENSCREEN' })
  const online = await seen({ lastBeatAt: ago(1), connected: true }, { organizationId: plano.id })
  const never = await seen({ connected: false }, { organizationId: plano.id })
  const elsewhere = await seen({ lastBeatAt: ago(40) }, { organizationId: fremont.id })
  const abroad = await seen({ lastBeatAt: ago(40) }, { organizationId: toronto.id })

  const kiosks = { connectivity: 'offline', appStream: 'DEENKIOSK' }
  for (const query of [{ state: 'TX' }, { state: 'texas' }, { q: 'Texas' }, { q: 'plano, tx' }, { q: 'TX' }])
    expect(await idsOf({ ...kiosks, ...query })).toEqual([silent, left].toSorted())
  expect(await idsOf({ state: 'TX' })).toEqual([silent, left, screen, online, never].toSorted())
  expect(await idsOf({ state: 'TX', status: 'Assigned', sort: '-lastActive' })).toHaveLength(5)
  expect((await list({ state: 'TX', page: 1 })).meta).toMatchObject({
    total: 5,
    counts: { all: 5, Available: 0, Assigned: 5 },
  })
  expect(await idsOf({ state: 'Ontario' })).toEqual([abroad])
  expect(await idsOf({ state: '' })).toHaveLength(67)
  const [row] = (await list({ state: 'CA' })).data
  expect([row?._id, row?.orgId]).toEqual([
    elsewhere,
    { _id: fremont.id, orgName: fremont.name, city: 'Fremont', state: 'CA' },
  ])

  // An organization that moves takes its devices along, and a device that leaves it has no place.
  const orgAddress = { city: 'Austin', state: 'Texas' }
  await admin(organizations.updateOrganization, { params: { id: fremont.id }, body: { orgAddress } })
  expect(await idsOf({ q: 'austin' })).toEqual([elsewhere])
  expect(await idsOf({ state: 'CA' })).toEqual([])
  await admin(endpoints.assignDevice, { params: { id: elsewhere }, body: { organizationId: '' } })
  expect(await idsOf({ q: 'austin' })).toEqual([])
  for (const id of [silent, left, screen, online, never, abroad])
    await admin(endpoints.assignDevice, { params: { id }, body: { organizationId: '' } })
  for (const id of [silent, left, screen, online, never, elsewhere, abroad])
    await admin(deleteDevice, { params: { id } })
})

test('Available means free: what an organization has is listed and counted as Assigned', async () => {
  const counts = async () => (await list({ page: 1 })).meta.counts
  const before = await counts()
  const { id: organizationId } = await given.organization()
  const { id } = await given.device({ status: 'Available' })
  const has = async (status: string) => (await idsOf({ status })).includes(id)
  expect([await has('Available'), await has('Assigned')]).toEqual([true, false])

  await admin(endpoints.assignDevice, { params: { id }, body: { organizationId } })

  expect([await has('Available'), await has('Assigned')]).toEqual([false, true])
  expect(await counts()).toEqual({ ...before, all: 61, Assigned: 1 })
  const [row] = (await list({ status: 'Assigned', limit: 1 })).data
  expect(row?.status).toBe('Available')
  await admin(endpoints.assignDevice, { params: { id }, body: { organizationId: '' } })
  expect(await counts()).toEqual({ ...before, all: 61, Available: 21 })
  await admin(deleteDevice, { params: { id } })
})

test('the counts follow every change', async () => {
  const counts = async () => (await list({ page: 1 })).meta.counts
  const before = await counts()
  const { id } = await given.device({ status: 'Available' })
  expect(await counts()).toEqual({ ...before, all: 61, Available: 21 })
  await admin(updateDevice, { params: { id }, body: { status: 'Locked' } })
  expect(await counts()).toEqual({ ...before, all: 61, Locked: 1 })
  await admin(deleteDevice, { params: { id } })
  expect(await counts()).toEqual(before)
})

test.each([
  [{ status: 'Broken' }, 'status'],
  [{ appStream: 'DK' }, 'appStream'],
  [{ connectivity: 'yes' }, 'connectivity'],
  [{ notSeenDays: 0 }, 'notSeenDays'],
  [{ notSeenDays: 3651 }, 'notSeenDays'],
  [{ notSeenDays: 'x' }, 'notSeenDays'],
  [{ sort: 'macAddress' }, 'sort'],
  [{ page: 0 }, 'page'],
  [{ limit: 101 }, 'limit'],
  [{ q: '\u2068\u2069' }, 'q'],
])('%j is refused by name', async (query, field) => {
  const { status, error } = await list(query)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

test('a page beyond the last is empty and keeps the total', async () => {
  const { data, meta } = await list({ page: 1000, q: 'lobby' })
  expect([data, meta.total]).toEqual([[], 20])
})

test('without parameters the whole array comes, newest first, and the audit trail says who took it', async () => {
  await db.execute(sql`
    with added as (
      insert into devices (id, device_id, app_stream, mac_address, price, status, key_hash, key_issued_at, created_at)
      select gen_random_uuid(), 'DKMANY' || n, 'DEENKIOSK', 'mac ' || n, 1, 'Available', 'many ' || n, now(),
        timestamptz '2020-01-01' + (n / 7) * interval '1 minute'
      from generate_series(1, 1200) n returning id)
    insert into device_beats (device_id) select id from added`)

  const reply = await admin(listDevices, {})

  expect(Object.keys(JSON.parse(reply.text))).toEqual(['data'])
  const keys = reply.data.map((row) => `${row.createdAt} ${row._id}`)
  expect(new Set(keys).size).toBe(1260)
  expect(keys).toEqual(keys.toSorted().reverse())
  const entries = await db.select().from(auditEntries).orderBy(auditEntries.seq)
  expect(entries.at(-1)?.action).toBe('device.list-exported')

  const free = (await admin(listNotAssignedDevices, {})).data
  const order = free.map((row) => `${row.appStream} ${row.deviceId}`)
  expect(order).toHaveLength(1260)
  expect(order).toEqual(order.toSorted())
  const asked = { q: 'dkmany11', status: 'Available', sort: '-deviceId', page: 2, limit: 10 } as const
  const page = await admin(listNotAssignedDevices, { query: asked })
  expect(page.meta).toMatchObject({ total: 111, whole: 1260, page: 2, limit: 10 })
  expect(page.data.map((row) => row.deviceId)).toEqual(
    order
      .flatMap((row) => /DKMANY11.*/.exec(row) ?? [])
      .toReversed()
      .slice(10, 20),
  )
})

test.each(['-createdAt', 'lastActive', '-lastActive'] as const)(
  'by %s the pages from any end are those of the whole list: each device once, in its order',
  async (sort) => {
    const pageOf = async (page: number, limit: number) => (await list({ page, limit, sort })).data.map(({ _id }) => _id)
    const whole = (await Promise.all(Array.from({ length: 13 }, (_, i) => pageOf(i + 1, 100)))).flat()
    expect(new Set(whole).size).toBe(1260)
    for (const page of [100, 101, 130, 157, 158, 159])
      expect([page, await pageOf(page, 8)]).toEqual([page, whole.slice((page - 1) * 8, page * 8)])
  },
)

test('who reads all unassigned devices is in the audit trail, once an hour however often they choose one', async () => {
  const [first, second] = [await given.staff('manager'), await given.staff('admin')]
  const readers = async () => {
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.entityName, 'Unassigned devices'))
    for (const { action } of entries) expect(action).toBe('device.list-exported')
    return [first, second].map(({ id }) => entries.filter(({ actorId }) => actorId === id).length)
  }
  const choose = async ({ token }: typeof first) =>
    expect((await callWith(token)(listNotAssignedDevices, {})).status).toBe(200)
  await choose(first)
  await choose(first)
  expect(await readers()).toEqual([1, 0])
  await choose(second)
  expect(await readers()).toEqual([1, 1])
  clock.advance(1800)
  await choose(first)
  expect(await readers()).toEqual([1, 1])
  clock.advance(1801)
  await choose(first)
  expect(await readers()).toEqual([2, 1])
})

test('the devices of each state are counted, the state with most offline first', async () => {
  const at = clock.now().getTime()
  const deviceOf = async (state: string, beat: number | null) => {
    const [id, { id: organizationId }] = [newId(), await given.organization({ state })]
    await db.insert(devices).values({
      ...{ id, organizationId, keyHash: id, keyIssuedAt: new Date(at), createdAt: new Date(at) },
      ...{ deviceId: `DK${id.slice(-8).toUpperCase()}`, macAddress: id, appStream: 'DEENKIOSK', price: 1 },
      ...{ status: 'Active', name: 'Hall' },
    })
    await db
      .insert(deviceBeats)
      .values({ deviceId: id, lastBeatAt: beat === null ? null : new Date(beat), connected: true })
  }
  await deviceOf('GU', null)
  await deviceOf('VI', at)
  await deviceOf('VI', at - DAY)
  await deviceOf('', at - DAY)
  const { data } = await (await as('admin'))(endpoints.listDeviceStates, {})
  expect(data.filter(({ state }) => ['GU', 'VI', ''].includes(state))).toEqual([
    { state: 'VI', devices: 2, offline: 1 },
    { state: 'GU', devices: 1, offline: 0 },
  ])
})

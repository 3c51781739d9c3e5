import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { OFFLINE_AFTER_S } from '@hikmah/contract/hardware/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { idempotencyKeys } from '../kit/http/idempotency.ts'
import { createBeats } from './keep-beats.ts'
import { prunePresence, sweepDevices } from './sweep-devices.ts'
import { deviceBeats, deviceEvents, devicePresence } from './table.ts'

const { heartbeat, reportDeviceEvents, readDevice, reissueDeviceKey, deleteDevice, listDeviceEvents } = endpoints
const { given, as, call, callWith, clock, db, app } = await startServer()
/** A session of its own each time: some of these tests let days go by. */
const admin: ReturnType<typeof callWith> = async (...call) => (await as('admin'))(...call)

const KIOSK =
  'Mozilla/5.0 (Linux; Android 14; Kiosk) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const withKey = (deviceKey: string, headers: Record<string, string> = {}) => ({
  headers: { deviceKey, 'user-agent': KIOSK, ...headers },
})
type Keyed = { deviceKey: string }
const beat = ({ deviceKey }: Keyed, body?: object) => call(heartbeat, body ? { body } : {}, withKey(deviceKey))
const tell = ({ deviceKey }: Keyed, body: object) => call(reportDeviceEvents, { body }, withKey(deviceKey))
const read = async (id: string) => (await admin(readDevice, { params: { id } })).data
const storyOf = async (id: string) =>
  (await db.select().from(deviceEvents).where(eq(deviceEvents.deviceId, id)).orderBy(deviceEvents.seq)).map(
    (event) => event.type,
  )
const beatsOf = async (id: string) =>
  (await db.select().from(devicePresence).where(eq(devicePresence.deviceId, id)))
    .flatMap((row) => row.beats)
    .reduce((sum, many) => sum + many, 0)

test('the first beat connects a device, and says where it is', async () => {
  const device = await given.device()
  expect((await read(device.id)).connectivity).toBe('never')

  const reply = await beat(device, { country: 'United States', city: 'Fremont', lat: 37.55, long: -121.98 })

  expect([reply.status, reply.data]).toEqual([200, { nextBeatS: 300 }])
  const { timeline, ...row } = await read(device.id)
  expect(row).toMatchObject({ connectivity: 'online', country: 'United States', ipAddress: '127.0.0.1' })
  expect(row.connectedOn).toBe(row.lastActive)
  expect(timeline).toEqual({
    connected: [
      {
        _id: expect.any(String),
        type: 'connected',
        created: row.lastActive,
        ip: '127.0.0.1',
        country: 'United States',
        city: 'Fremont',
        browser: 'Chrome 141',
        os: 'Android 14',
        lat: 37.55,
        long: -121.98,
        lastActive: null,
      },
    ],
    disconnected: [],
  })
})

test('further beats move the last one, keep the place and make no events', async () => {
  const device = await given.device()
  await beat(device, { city: 'Fremont', browser: 'Kiosk App', os: 'Deen OS' })
  const first = await read(device.id)
  clock.advance(300)
  await beat(device)
  const second = await read(device.id)
  expect(Date.parse(second.lastActive!) - Date.parse(first.lastActive!)).toBeGreaterThanOrEqual(300_000)
  expect(second.connectedOn).toBe(first.connectedOn)
  expect(second.version, 'a beat is no edit').toBe(first.version)
  expect(await storyOf(device.id)).toEqual(['connected'])
  expect(await beatsOf(device.id)).toBe(2)
  const [kept] = await db.select().from(deviceBeats).where(eq(deviceBeats.deviceId, device.id))
  expect(kept).toMatchObject({ city: 'Fremont', browser: 'Chrome 141', os: 'Android 14' })
})

test('a hundred beats of ten devices at once are all counted, each device connects once', async () => {
  const many = await Promise.all(Array.from({ length: 10 }, () => given.device()))
  const replies = await Promise.all(Array.from({ length: 100 }, (_, i) => beat(many[i % 10]!)))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  for (const { id } of many) {
    expect(await beatsOf(id)).toBe(10)
    expect(await storyOf(id)).toEqual(['connected'])
  }
})

test('two instances count the same devices at once without waiting for each other for ever', async () => {
  const many = await Promise.all(Array.from({ length: 20 }, () => given.device()))
  const instances = [createBeats({ db, clock }), createBeats({ db, clock })]
  const actorOf = ({ id, deviceKey }: (typeof many)[number]) => ({
    kind: 'device' as const,
    id,
    name: '',
    ip: '203.0.113.9',
    userAgent: KIOSK,
    requestId: '',
    keyHash: sha256(deviceKey),
  })
  const turns = Array.from({ length: 400 }, (_, i) => instances[i % 2]!(actorOf(many[(i * 7) % 20]!), {}))
  await Promise.all([...turns, sweepDevices(db, clock.now())])
  for (const { id } of many) {
    expect(await beatsOf(id)).toBe(20)
    expect(await storyOf(id)).toEqual(['connected'])
  }
})

test('presence has one row for a device and a day, and its hours', async () => {
  const device = await given.device()
  await beat(device)
  clock.advance(3600)
  await beat(device)
  await beat(device)
  const rows = await db.select().from(devicePresence).where(eq(devicePresence.deviceId, device.id))
  expect(rows.flatMap((row) => row.beats).filter((many) => many > 0)).toEqual([1, 2])
  for (const { beats } of rows) expect(beats).toHaveLength(24)
})

test('a beat after a long silence ends the former connection before it begins another', async () => {
  const device = await given.device()
  await beat(device, { city: 'Fremont' })
  const first = await read(device.id)
  clock.advance(OFFLINE_AFTER_S)
  expect((await read(device.id)).connectivity).toBe('offline')
  await beat(device, { city: 'Plano' })
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected', 'connected'])
  const { timeline, connectedOn, connectivity } = await read(device.id)
  expect(connectivity).toBe('online')
  expect(timeline.disconnected[0]).toMatchObject({ city: 'Fremont', lastActive: first.lastActive })
  expect(timeline.connected[0]).toMatchObject({ city: 'Plano', created: connectedOn, lastActive: first.lastActive })
})

test.each([
  ['no key', {}],
  ['an empty key', { deviceKey: '' }],
  ['a key nobody has', { deviceKey: `dk_${'A'.repeat(43)}` }],
  ['something else', { deviceKey: "' or 1=1 --" }],
])('%s is refused in plain words', async (_, headers) => {
  const reply = await call(heartbeat, {}, { headers: headers as Record<string, string> })
  expect(reply).toMatchObject({ status: 401, error: { code: 'UNAUTHENTICATED' } })
  expect(reply.error.message).toMatch(/key/)
})

test('the name of the header is taken in any case, and a staff token is no key', async () => {
  const { deviceKey } = await given.device()
  for (const name of ['devicekey', 'DeviceKey', 'DEVICEKEY']) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/digital-device/heartbeat',
      headers: { [name]: deviceKey },
    })
    expect(statusCode).toBe(200)
  }
  expect((await admin(heartbeat, {})).status).toBe(401)
  expect((await call(readDevice, { params: { id: crypto.randomUUID() } }, withKey(deviceKey))).status).toBe(401)
})

test('a key that was replaced stops at once, the new one works', async () => {
  const device = await given.device()
  await beat(device)
  const { data } = await admin(reissueDeviceKey, { params: { id: device.id } })
  for (const reply of [await beat(device), await tell(device, { type: 'disconnected' })]) {
    expect(reply).toMatchObject({ status: 401, error: { code: 'UNAUTHENTICATED' } })
  }
  expect(await beatsOf(device.id)).toBe(1)
  expect((await beat(data)).status).toBe(200)
})

test('a deleted device is not let in any more', async () => {
  const device = await given.device()
  await beat(device)
  await admin(deleteDevice, { params: { id: device.id } })
  expect((await beat(device)).status).toBe(401)
  expect((await tell(device, { type: 'disconnected' })).status).toBe(401)
  expect(await storyOf(device.id)).toEqual(['connected'])
})

test('a device that beats more than sixty times a minute is slowed down', async () => {
  const device = await given.device()
  const replies = await Promise.all(Array.from({ length: 61 }, () => beat(device)))
  expect(replies.map((reply) => reply.status).filter((status) => status === 200)).toHaveLength(60)
  const refused = replies.find((reply) => reply.status !== 200)!
  expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await beatsOf(device.id)).toBe(60)
  clock.advance(60)
  expect((await beat(device)).status).toBe(200)
})

test('who still holds a key that was replaced does not slow the device down', async () => {
  const device = await given.device()
  await beat(device)
  const { data } = await admin(reissueDeviceKey, { params: { id: device.id } })
  await Promise.all(Array.from({ length: 61 }, () => beat(device)))
  expect((await beat(data)).status).toBe(200)
})

test('a device leaves nothing in the audit trail, and its calls are never answered from memory', async () => {
  const device = await given.device()
  const before = await db.$count(auditEntries)
  const again = withKey(device.deviceKey, { 'idempotency-key': 'same' })
  await call(heartbeat, {}, again)
  await call(heartbeat, {}, again)
  expect(await beatsOf(device.id)).toBe(2)
  expect(await db.$count(idempotencyKeys)).toBe(0)
  expect(await db.$count(auditEntries)).toBe(before)
})

test.each([
  [{ lat: 91 }, 'lat'],
  [{ long: -180.5 }, 'long'],
  [{ lat: '37' }, 'lat'],
  [{ city: 'x'.repeat(86) }, 'city'],
  [{ country: 'a\u0000b' }, 'country'],
  [{ browser: 'a\u202eb' }, 'browser'],
])('a beat with %j is refused by name and leaves nothing', async (body, field) => {
  const device = await given.device()
  const { status, error } = await beat(device, body)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
  expect(await beatsOf(device.id)).toBe(0)
})

test('time and address are the server’s, whatever is sent', async () => {
  const device = await given.device()
  const reply = await beat(device, {
    ip: '8.8.8.8',
    at: '2020-01-01T00:00:00.000Z',
    created: '2020-01-01T00:00:00.000Z',
  })
  expect(reply.status).toBe(200)
  const { ipAddress, lastActive } = await read(device.id)
  expect(ipAddress).toBe('127.0.0.1')
  expect(Date.parse(lastActive!)).toBeGreaterThan(Date.parse('2026-01-01'))
})

test('a device tells of its connections, several in order', async () => {
  const device = await given.device()
  const reply = await tell(device, {
    events: [
      { type: 'connected', city: 'Fremont', eventId: 'e1' },
      { type: 'disconnected', eventId: 'e2' },
      { type: 'connected', city: 'Plano', eventId: 'e3' },
    ],
  })
  expect([reply.status, reply.data]).toEqual([200, { kept: 3 }])
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected', 'connected'])
  const { timeline, connectivity } = await read(device.id)
  expect(connectivity).toBe('online')
  expect(timeline.connected.map((event) => event.city)).toEqual(['Plano', 'Fremont'])
  expect(timeline.disconnected[0]).toMatchObject({ city: 'Fremont', browser: 'Chrome 141', ip: '127.0.0.1' })
})

test('an event that is sent twice counts once, however many at once', async () => {
  const device = await given.device()
  const both = {
    events: [
      { type: 'connected', eventId: 'a' },
      { type: 'disconnected', eventId: 'b' },
    ],
  }
  const replies = await Promise.all(Array.from({ length: 10 }, () => tell(device, both)))
  expect(replies.map((reply) => reply.data.kept).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected'])
})

test('the same name of two devices is two events', async () => {
  const [one, other] = [await given.device(), await given.device()]
  for (const device of [one, other]) {
    expect((await tell(device, { type: 'connected', eventId: '1' })).data.kept).toBe(1)
  }
})

test('what is known already changes nothing', async () => {
  const device = await given.device()
  expect((await tell(device, { type: 'disconnected' })).data.kept).toBe(0)
  await beat(device)
  expect((await tell(device, { type: 'connected' })).data.kept).toBe(0)
  expect((await tell(device, { type: 'disconnected' })).data.kept).toBe(1)
  expect((await read(device.id)).connectivity).toBe('offline')
  expect((await tell(device, { type: 'disconnected' })).data.kept).toBe(0)
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected'])
})

test('what happened before the last event changes nothing, by the clock of the device', async () => {
  const device = await given.device()
  await tell(device, { type: 'connected', at: '2026-11-01T10:00:00.000Z' })
  await tell(device, { type: 'disconnected', at: '2026-11-01T12:00:00.000Z' })
  expect((await tell(device, { type: 'connected', at: '2026-11-01T11:00:00.000Z' })).data.kept).toBe(0)
  expect((await read(device.id)).connectivity).toBe('offline')
  expect((await tell(device, { type: 'connected', at: '2026-11-01T13:00:00.000Z' })).data.kept).toBe(1)
})

test('a clock that runs years ahead does not silence its device', async () => {
  const device = await given.device()
  await tell(device, { type: 'connected', at: '2099-01-01T00:00:00.000Z' })
  clock.advance(10)
  expect((await tell(device, { type: 'disconnected', at: clock.now().toISOString() })).data.kept).toBe(1)
})

test.each([
  [{}, 'type'],
  [{ type: 'rebooted' }, 'type'],
  [{ events: [] }, 'events'],
  [{ events: Array.from({ length: 101 }, () => ({ type: 'connected' })) }, 'events'],
  [{ events: [{ type: 'connected' }, { type: 'connected', lat: 900 }] }, 'events.1.lat'],
  [{ type: 'connected', at: 'yesterday' }, 'at'],
  [{ type: 'connected', at: '0000-01-01T00:00:00Z' }, 'at'],
  [{ type: 'connected', eventId: '' }, 'eventId'],
  [{ type: 'connected', eventId: 'x'.repeat(65) }, 'eventId'],
])('events %j are refused by name and leave nothing', async (body, field) => {
  const device = await given.device()
  const { status, error } = await tell(device, body)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
  expect(await storyOf(device.id)).toEqual([])
})

test('the events are paged, newest first', async () => {
  const device = await given.device()
  const types = ['connected', 'disconnected'] as const
  const events = Array.from({ length: 25 }, (_, i) => ({ type: types[i % 2]!, city: `City ${i}`, eventId: String(i) }))
  await tell(device, { events })
  const page = (query: object) => admin(listDeviceEvents, { params: { id: device.id }, query })
  const cities = async (query: object) => (await page(query)).data.map((event) => event.city)
  expect(await cities({})).toEqual(Array.from({ length: 10 }, (_, i) => `City ${24 - i}`))
  expect(await cities({ page: 3 })).toEqual(['City 4', 'City 3', 'City 2', 'City 1', 'City 0'])
  expect(await cities({ type: 'disconnected', limit: 2 })).toEqual(['City 23', 'City 21'])
  expect((await page({ type: 'connected' })).meta).toEqual({ total: 13, page: 1, limit: 10 })
  expect((await page({ type: 'rebooted' })).status).toBe(400)
  const { timeline } = await read(device.id)
  expect(timeline.connected.map((event) => event.city)).toEqual(
    Array.from({ length: 10 }, (_, i) => `City ${24 - 2 * i}`),
  )
  expect(timeline.disconnected).toHaveLength(10)
})

test('what was told cannot be changed afterwards', async () => {
  const device = await given.device()
  await beat(device)
  await expect(db.delete(deviceEvents).where(eq(deviceEvents.deviceId, device.id))).rejects.toThrow()
})

test('a connected device that falls silent is swept after three intervals, once', async () => {
  const device = await given.device()
  await beat(device, { city: 'Tulsa' })
  const { lastActive } = await read(device.id)
  await sweepDevices(db, new Date(Date.parse(lastActive!) + OFFLINE_AFTER_S * 1000 - 1))
  expect(await storyOf(device.id)).toEqual(['connected'])

  const due = new Date(Date.parse(lastActive!) + OFFLINE_AFTER_S * 1000)
  const swept = await Promise.all([1, 2, 3].map(() => sweepDevices(db, due)))

  expect(swept.reduce((sum, many) => sum + many, 0)).toBeGreaterThanOrEqual(1)
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected'])
  const { timeline } = await read(device.id)
  expect(timeline.disconnected[0]).toMatchObject({ created: due.toISOString(), city: 'Tulsa', lastActive })
  await sweepDevices(db, new Date(due.getTime() + 3_600_000))
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected'])
})

test('more silent devices than one batch takes are swept all the same', async () => {
  const silent = await Promise.all(Array.from({ length: 5 }, () => given.device()))
  for (const device of silent) await beat(device)
  clock.advance(OFFLINE_AFTER_S + 1)
  expect(await sweepDevices(db, clock.now(), 2)).toBeGreaterThanOrEqual(5)
  for (const { id } of silent) expect(await storyOf(id)).toEqual(['connected', 'disconnected'])
})

test('presence older than thirteen months is let go', async () => {
  const device = await given.device()
  const beats = Array.from({ length: 24 }, () => 12)
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
  await db.insert(devicePresence).values([390, 400].map((days) => ({ day: daysAgo(days), deviceId: device.id, beats })))
  await prunePresence(db, clock.now())
  const left = await db.select().from(devicePresence).where(eq(devicePresence.deviceId, device.id))
  expect(left.map((row) => row.day)).toEqual([daysAgo(390)])
})

test('a device that never beat is not swept', async () => {
  const device = await given.device()
  clock.advance(30 * 86_400)
  await sweepDevices(db, clock.now())
  expect(await storyOf(device.id)).toEqual([])
  expect((await read(device.id)).connectivity).toBe('never')
})

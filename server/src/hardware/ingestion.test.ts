import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { OFFLINE_AFTER_S } from '@hikmah/contract/hardware/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { KIOSK, startWithDevices, withKey } from '../../test/devices.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { idempotencyKeys } from '../kit/write/change.ts'
import { createBeats } from './report-device-events.ts'
import { sweepDevices } from './sweep-devices.ts'
import { deviceBeats, devicePresence } from './table.ts'

const { heartbeat, readDevice, reissueDeviceKey, deleteDevice } = endpoints
const { given, call, clock, db, app, admin, beat, tell, read, storyOf, beatsOf } = await startWithDevices()

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

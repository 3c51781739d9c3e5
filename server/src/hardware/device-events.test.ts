import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { EVENTS_A_DAY } from '@hikmah/contract/hardware/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithDevices } from '../../test/devices.ts'
import { sweepDevices } from './sweep-devices.ts'
import { deviceEvents, devices } from './table.ts'

const { listDeviceEvents } = endpoints
const { given, clock, db, admin, beat, tell, read, storyOf } = await startWithDevices()

const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000).toISOString()

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

test('an event that one call names twice counts once, in order with the others', async () => {
  const device = await given.device()
  const events = [
    { type: 'connected', eventId: 'a' },
    { type: 'disconnected', eventId: 'b' },
    { type: 'connected', eventId: 'a' },
    { type: 'connected', eventId: 'c' },
    { type: 'disconnected', eventId: 'b' },
  ]
  expect((await tell(device, { events })).data.kept).toBe(3)
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected', 'connected'])
  expect((await read(device.id)).connectivity).toBe('online')
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

test('what is told late of the time before a beat stands in the timeline, and the device stays online', async () => {
  const device = await given.device()
  clock.advance(120)
  await beat(device)
  const past = ago(60)
  expect((await tell(device, { type: 'disconnected', at: past })).data.kept).toBe(1)
  const { connectivity, timeline } = await read(device.id)
  expect([connectivity, timeline.disconnected]).toMatchObject(['online', [{ created: past, lastActive: null }]])
  clock.advance(10)
  expect((await tell(device, { type: 'disconnected', at: clock.now().toISOString() })).data.kept).toBe(1)
  expect((await read(device.id)).connectivity).toBe('offline')
})

test('what a device kept for the time it was away does not disconnect it after it beats again', async () => {
  const device = await given.device()
  await tell(device, { type: 'connected', at: ago(0) })
  clock.advance(3600)
  await sweepDevices(db, clock.now())
  expect((await read(device.id)).connectivity).toBe('offline')
  await beat(device)
  const lost = ago(3000)
  for (const eventId of ['lost', 'lost again']) await tell(device, { type: 'disconnected', eventId, at: lost })
  const { connectivity, timeline } = await read(device.id)
  expect(connectivity).toBe('online')
  expect(timeline.disconnected.map(({ created }) => created)).toEqual([expect.anything(), lost])
})

test('what is told late of the time before an event that had none stands in the timeline at its own time', async () => {
  const device = await given.device()
  clock.advance(120)
  await tell(device, { events: [{ type: 'connected' }, { type: 'disconnected' }] })
  const past = ago(60)
  await tell(device, { type: 'connected', at: past })
  const { connectivity, timeline } = await read(device.id)
  expect([connectivity, timeline.connected[1]!.created]).toEqual(['offline', past])
})

test('all that a device kept while it was away stands on its timeline in order, however often it is sent', async () => {
  const device = await given.device()
  clock.advance(8000)
  await beat(device)
  const events = [7200, 7020, 3600, 3480].map((seconds, i) => ({
    type: i % 2 ? 'connected' : 'disconnected',
    at: ago(seconds),
  }))
  expect((await tell(device, { events })).data.kept).toBe(4)
  for (const again of [{ events }, events[1]!, events[3]!]) expect((await tell(device, again)).data.kept).toBe(0)
  const { data } = await admin(listDeviceEvents, { params: { id: device.id } })
  const [now, ...before] = data.map(({ type, created: at }) => ({ type, at }))
  expect([now!.type, ...before]).toEqual(['connected', ...events.toReversed()])
  expect((await read(device.id)).connectivity).toBe('online')
})

test('an event that ended at its very moment is kept once, however often it is sent', async () => {
  const device = await given.device()
  clock.advance(120)
  await beat(device)
  const events = ['disconnected', 'connected'].map((type) => ({ type, at: ago(60) }))
  expect((await tell(device, { events })).data.kept).toBe(2)
  for (const again of [{ events }, events[0]!, events[1]!]) expect((await tell(device, again)).data.kept).toBe(0)
})

test('what one call tells late and now goes on the timeline as if each were told alone', async () => {
  const [together, alone] = [await given.device(), await given.device()]
  clock.advance(8000)
  for (const device of [together, alone]) await beat(device)
  const events = [
    { type: 'disconnected', at: ago(3600) },
    { type: 'connected', at: ago(3000) },
    { type: 'disconnected', at: ago(3300) },
    { type: 'connected', at: ago(3300) },
    { type: 'disconnected', at: ago(3600) },
    { type: 'disconnected', at: ago(1800) },
    { type: 'disconnected' },
    { type: 'connected', at: ago(0) },
  ]
  await tell(together, { events })
  for (const event of events) await tell(alone, event)
  const storyAt = async ({ id }: { id: string }) => {
    const { data } = await admin(listDeviceEvents, { params: { id }, query: { limit: 20 } })
    return data.map(({ type, created }) => [type, Math.round((clock.now().getTime() - Date.parse(created)) / 10_000)])
  }
  expect(await storyAt(together)).toEqual(await storyAt(alone))
  expect((await storyAt(together)).length).toBeGreaterThan(5)
})

test('what a device tells of more than thirteen months ago, which would be let go at once, changes nothing', async () => {
  const device = await given.device()
  const years = new Date(clock.now().getTime() - 3 * 365 * 86_400_000)
  await db.update(devices).set({ createdAt: years }).where(eq(devices.id, device.id))
  await beat(device)
  expect((await tell(device, { type: 'disconnected', at: ago(430 * 86_400) })).data.kept).toBe(0)
  expect((await tell(device, { type: 'disconnected', at: ago(390 * 86_400) })).data.kept).toBe(1)
})

test('beyond so many new events a day a device is told when it may report again, and nothing of the call is kept', async () => {
  const device = await given.device()
  const types = ['connected', 'disconnected'] as const
  const batch = (from: number, count: number) => ({
    events: Array.from({ length: count }, (_, n) => ({ type: types[n % 2]!, eventId: String(from + n) })),
  })
  for (let from = 0; from < EVENTS_A_DAY - 10; from += 100) {
    expect((await tell(device, batch(from, Math.min(100, EVENTS_A_DAY - 10 - from)))).status).toBe(200)
  }

  const refused = await tell(device, batch(EVENTS_A_DAY, 20))

  expect(refused).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } })
  const tomorrow = new Date(Date.parse(clock.now().toISOString().slice(0, 10)) + 86_400_000)
  const opens = tomorrow.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  expect(refused.error.message).toBe(
    `This device has reported 1,990 of the 2,000 new events it may report a day. Send these again from ${opens}, 00:00 UTC.`,
  )
  const waits = Number(refused.headers['retry-after'])
  expect(Math.abs(waits - (tomorrow.getTime() - clock.now().getTime()) / 1000)).toBeLessThan(5)
  expect(await storyOf(device.id)).toHaveLength(EVENTS_A_DAY - 10)
  expect((await tell(device, batch(0, 100))).data.kept, 'what is known is no new event').toBe(0)
  expect((await tell(device, batch(EVENTS_A_DAY, 10))).data.kept).toBe(10)
  expect((await beat(device)).status).toBe(200)
  expect((await tell(await given.device(), { type: 'connected' })).data.kept, 'of another device').toBe(1)

  clock.advance(waits)

  expect((await tell(device, batch(EVENTS_A_DAY + 10, 20))).status).toBe(200)
})

test('what a device tells of the time before it was added changes nothing', async () => {
  const device = await given.device()
  await beat(device)
  for (const at of ['1970-01-01T00:00:00.000Z', ago(86_400)])
    expect((await tell(device, { type: 'disconnected', at })).data.kept).toBe(0)
  expect(await storyOf(device.id)).toEqual(['connected'])
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

import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithDevices } from '../../test/devices.ts'
import { sweepDevices } from './sweep-devices.ts'
import { deviceEvents } from './table.ts'

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

import { OFFLINE_AFTER_S } from '@hikmah/contract/hardware/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { KIOSK, startWithDevices } from '../../test/devices.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { newId } from '../kit/db/ids.ts'
import { listDevices, readDevice } from './queries.ts'
import { createBeats } from './report-device-events.ts'
import { pruneDevices, sweepDevices } from './sweep-devices.ts'
import { deviceEvents, devicePresence } from './table.ts'

const { given, clock, db, beat, read, storyOf } = await startWithDevices()

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

test('a device is offline exactly three intervals after its last beat: on its page, in the filters and by its next beat', async () => {
  const device = await given.device()
  await beat(device)
  const lastBeat = Date.parse((await read(device.id)).lastActive!)
  const online = new Date(lastBeat + OFFLINE_AFTER_S * 1000 - 1)
  const offline = new Date(lastBeat + OFFLINE_AFTER_S * 1000)
  const isListed = async (connectivity: 'online' | 'offline', at: Date) =>
    (await listDevices(db, { connectivity, page: 1, limit: 100 }, at)).data.some(({ _id }) => _id === device.id)

  expect((await readDevice(db, device.id, online)).connectivity).toBe('online')
  expect([await isListed('online', online), await isListed('offline', online)]).toEqual([true, false])
  expect((await readDevice(db, device.id, offline)).connectivity).toBe('offline')
  expect([await isListed('online', offline), await isListed('offline', offline)]).toEqual([false, true])

  const beatAt = (at: Date) =>
    createBeats({ db, clock: { now: () => at } })(
      {
        kind: 'device',
        id: device.id,
        name: device.deviceId,
        keyHash: sha256(device.deviceKey),
        ip: '127.0.0.1',
        userAgent: KIOSK,
        requestId: 'test',
      },
      {},
    )
  await beatAt(online)
  expect(await storyOf(device.id)).toEqual(['connected'])
  await beatAt(new Date(online.getTime() + OFFLINE_AFTER_S * 1000))
  expect(await storyOf(device.id)).toEqual(['connected', 'disconnected', 'connected'])
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
  await db
    .insert(devicePresence)
    .values([390, 400, 401, 402].map((days) => ({ day: daysAgo(days), deviceId: device.id, beats })))
  await pruneDevices(db, clock.now(), 2)
  const left = await db.select().from(devicePresence).where(eq(devicePresence.deviceId, device.id))
  expect(left.map((row) => row.day)).toEqual([daysAgo(390)])
})

test('connections older than thirteen months are let go, more than one batch takes, and no younger one can be', async () => {
  const device = await given.device()
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const where = { ip: '', country: '', city: '', browser: '', os: '' }
  const old = [390, 397, 400, 500, 600, 700].map((days) => ({
    ...where,
    id: newId(),
    deviceId: device.id,
    type: 'connected' as const,
    createdAt: daysAgo(days),
  }))
  await db.insert(deviceEvents).values(old)
  await pruneDevices(db, now, 2)
  const ofDevice = eq(deviceEvents.deviceId, device.id)
  expect((await db.select().from(deviceEvents).where(ofDevice)).map((row) => row.createdAt)).toEqual([daysAgo(390)])
  await expect(db.delete(deviceEvents).where(ofDevice)).rejects.toThrow()
})

test('a device that never beat is not swept', async () => {
  const device = await given.device()
  clock.advance(30 * 86_400)
  await sweepDevices(db, clock.now())
  expect(await storyOf(device.id)).toEqual([])
  expect((await read(device.id)).connectivity).toBe('never')
})

import { OFFLINE_AFTER_S } from '@hikmah/contract/hardware/schemas'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { KIOSK, startWithDevices } from '../../test/devices.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import { rowsOf } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { daysBefore } from '../kit/process/clock.ts'
import { listDevices, readDevice } from './queries.ts'
import { createBeats } from './report-device-events.ts'
import { keptSince, pruneDevices, sweepDevices } from './sweep-devices.ts'
import { deviceEvents, devicePresence } from './table.ts'

const { given, clock, db, house, beat, read, storyOf } = await startWithDevices()

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

/** The last moment of what is let go, and the first of what stays. */
function endOfKept() {
  const left = keptSince(clock.now())
  return { gone: new Date(left.getTime() - 1), left }
}

test('presence of the months before thirteen is let go', async () => {
  const device = await given.device()
  const beats = Array.from({ length: 24 }, () => 12)
  const { gone, left } = endOfKept()
  const days = [left, gone, daysBefore(gone, 1), daysBefore(gone, 2)].map((day) => day.toISOString().slice(0, 10))
  await db.insert(devicePresence).values(days.map((day) => ({ day, deviceId: device.id, beats })))
  await pruneDevices(db, clock.now(), 2)
  const rows = await db.select().from(devicePresence).where(eq(devicePresence.deviceId, device.id))
  expect(rows.map((row) => row.day)).toEqual(days.slice(0, 1))
})

const connectAt = (deviceId: string, moments: Date[]) =>
  db.insert(deviceEvents).values(
    moments.map((createdAt) => ({
      id: newId(),
      deviceId,
      type: 'connected' as const,
      createdAt,
      ip: '',
      country: '',
      city: '',
      browser: '',
      os: '',
    })),
  )

const eventsOf = (id: string) =>
  rowsOf<{ at: string; part: string }>(
    db,
    sql`select to_json(created_at at time zone 'UTC') #>> '{}' || 'Z' as at, tableoid::regclass as part
      from device_events where device_id = ${id} order by created_at`,
  )
const momentsOf = async (id: string) => (await eventsOf(id)).map(({ at }) => new Date(at))

test('connections of the months before thirteen are let go, more than one batch takes, and no younger one can be', async () => {
  const device = await given.device()
  const { gone, left } = endOfKept()
  await connectAt(device.id, [left, gone, ...[1, 100, 200, 300].map((days) => daysBefore(gone, days))])
  await pruneDevices(db, clock.now(), 2)
  expect(await momentsOf(device.id)).toEqual([left])
  await connectAt(device.id, [daysBefore(clock.now(), 390)])
  await expect(db.delete(deviceEvents).where(eq(deviceEvents.deviceId, device.id))).rejects.toThrow()
})

const monthAfter = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months))

test('connections lie in months that are made ahead, and what no month takes is kept all the same', async () => {
  await pruneDevices(db, clock.now())
  const device = await given.device()
  const [next, following, beyond] = [1, 2, 14].map((months) => monthAfter(new Date(), months)) as [Date, Date, Date]
  await connectAt(device.id, [next, following, beyond])
  await pruneDevices(db, clock.now())
  const nameOf = (month: Date) => `device_events_${month.toISOString().slice(0, 7).replace('-', '_')}`
  expect((await eventsOf(device.id)).map(({ part }) => part)).toEqual([
    'device_events_so_far',
    nameOf(following),
    'device_events_other',
  ])
  // Where nobody made a month in time, all of it lies apart.
  await db.execute(sql.raw(`drop table ${nameOf(following)}`))
  await connectAt(device.id, [following])
  await pruneDevices(db, clock.now())
  expect(await momentsOf(device.id)).toEqual([next, following, beyond])
})

test('a month goes whole once its last day is too old; while somebody reads it stays, and no device waits for that', async () => {
  const { left } = endOfKept()
  const add = (name: string, from: Date, to: Date) =>
    sql`create table ${sql.identifier(name)} partition of device_events
      for values from (${sql.raw(`'${from.toISOString()}'`)}) to (${sql.raw(`'${to.toISOString()}'`)})`
  await db.execute(sql`alter table device_events detach partition device_events_so_far`)
  await db.execute(add('old_month', monthAfter(left, -1), left))
  await db.execute(add('kept_month', left, monthAfter(left, 1)))
  const device = await given.device()
  await connectAt(device.id, [daysBefore(left, 1), left])
  await house.database.transaction(async (tx) => {
    await tx.execute(sql`select from device_events limit 1`)
    const dropped = pruneDevices(db, clock.now())
    const start = performance.now()
    await Promise.all([expect(dropped).rejects.toThrow(), beat(device)])
    expect(performance.now() - start).toBeLessThan(2000)
  })
  expect(await momentsOf(device.id)).toHaveLength(3)
  await pruneDevices(db, clock.now())
  expect((await momentsOf(device.id))[0]).toEqual(left)
  const months = await rowsOf<{ part: string }>(
    db,
    sql`select part from device_event_parts() where part::text in ('old_month', 'kept_month')`,
  )
  expect(months).toEqual([{ part: 'kept_month' }])
})

test('a device that never beat is not swept', async () => {
  const device = await given.device()
  clock.advance(30 * 86_400)
  await sweepDevices(db, clock.now())
  expect(await storyOf(device.id)).toEqual([])
  expect((await read(device.id)).connectivity).toBe('never')
})

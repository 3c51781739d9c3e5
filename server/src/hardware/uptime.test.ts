import { hardware as endpoints } from '@hikmah/contract/hardware/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithDevices } from '../../test/devices.ts'
import { newId } from '../kit/db/ids.ts'
import { sweepDevices } from './sweep-devices.ts'
import { deviceEvents } from './table.ts'
import { findOutages } from './uptime.ts'

const { given, clock, db, admin, beat, tell } = await startWithDevices()

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const uptime = async ({ id }: { id: string }) => {
  const { status, data } = await admin(endpoints.readUptime, { params: { id } })
  expect(status).toBe(200)
  return {
    ...data,
    minutes: data.outages.map(({ from, to }) => Math.round((Date.parse(to ?? data.until) - Date.parse(from)) / MINUTE)),
  }
}

test('a device that never connected has no times', async () => {
  const device = await given.device()
  const { minutes: _, until: _until, ...rest } = await uptime(device)
  expect(rest).toEqual({ since: null, outages: [], disconnectsBefore: 0 })
  expect((await admin(endpoints.readUptime, { params: { id: newId() } })).status).toBe(404)
})

test('silence counts from the last beat, and what the device says from when it says so', async () => {
  const device = await given.device()
  await beat(device, { city: 'Plano' })
  const [first] = await db.select().from(deviceEvents).where(eq(deviceEvents.deviceId, device.id))
  clock.advance(3600)
  await beat(device)
  clock.advance(17 * 60)
  await sweepDevices(db, clock.now())
  clock.advance(60)
  expect((await uptime(device)).minutes).toEqual([60, 18])
  await beat(device, { city: 'Frisco' })
  clock.advance(600)
  await tell(device, { type: 'disconnected' })
  clock.advance(300)
  const { since, outages, minutes } = await uptime(device)
  expect(since).toBe(first?.createdAt.toISOString())
  expect(minutes).toEqual([60, 18, 5])
  expect(outages.map(({ city, to }) => [city, to === null])).toEqual([
    ['Plano', false],
    ['Frisco', false],
    ['Frisco', true],
  ])
})

test('one that is not swept yet is offline since its last beat, as its badge says', async () => {
  const device = await given.device()
  await beat(device)
  clock.advance(16 * 60)
  expect((await uptime(device)).minutes).toEqual([16])
})

test('what the device tells later counts once beside what the server saw', async () => {
  const device = await given.device()
  await beat(device)
  clock.advance(300)
  await beat(device)
  const left = clock.now().getTime()
  clock.advance(40 * 60)
  await sweepDevices(db, clock.now())
  await beat(device)
  clock.advance(1)
  const at = (minutes: number) => new Date(left + minutes * MINUTE).toISOString()
  const events = [
    { type: 'connected', eventId: 'later', at: at(10) },
    { type: 'disconnected', eventId: 'again', at: at(12) },
  ]
  await tell(device, { events })
  const { minutes } = await uptime(device)
  expect(minutes.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(40)
})

test('a device that drops out thousands of times is shown for as long as a thousand reach, and days before are counted', async () => {
  const device = await given.device()
  const now = clock.now().getTime()
  const event = (type: 'connected' | 'disconnected', at: number) => ({
    id: newId(),
    deviceId: device.id,
    type,
    createdAt: new Date(at),
    lastActive: type === 'disconnected' ? new Date(at - MINUTE) : null,
    ip: '198.51.100.7',
    country: '',
    city: '',
    browser: '',
    os: '',
  })
  const flaps = Array.from({ length: 1500 }, (_, i) => now - (i + 1) * 10 * MINUTE).toReversed()
  const rows = [...flaps, now - 40 * DAY].flatMap((at) => [
    event('disconnected', at),
    event('connected', at + 4 * MINUTE),
  ])
  for (let i = 0; i < rows.length; i += 500) await db.insert(deviceEvents).values(rows.slice(i, i + 500))
  const { since, minutes, disconnectsBefore } = await uptime(device)
  expect(since).toBe(new Date(flaps[500]!).toISOString())
  expect(minutes).toHaveLength(1000)
  expect(disconnectsBefore).toBe(1)
})

/** A generator of its own, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('in any history the times lie apart, within what is known, and what is online and offline adds up', () => {
  for (let seed = 1; seed <= 3000; seed += 1) {
    const next = numbers(seed)
    const now = 40 * DAY
    const start = next(3) * 10 * DAY
    const events = Array.from({ length: next(12) }, () => next(now))
      .sort((a, b) => a - b)
      .map((at) => ({
        type: next(2) ? ('connected' as const) : ('disconnected' as const),
        at: new Date(at),
        lastActive: next(3) ? new Date(Math.max(0, at - next(2 * DAY))) : null,
        ...{ ip: '', country: '', city: '', browser: '', os: '' },
      }))
    const lastBeatAt = next(4) ? new Date(next(now)) : null
    const state = {
      start: new Date(start),
      now: new Date(now),
      isOnline: lastBeatAt !== null && next(2) === 1,
      lastBeatAt,
    }
    const { firstSeen, outages } = findOutages(events, state)
    if (!firstSeen) {
      expect(outages).toEqual([])
      continue
    }
    const bounds = outages.flatMap(({ from, to }) => [from.getTime(), to?.getTime() ?? now])
    const moments = [firstSeen.getTime(), ...bounds, now]
    expect(moments, `seed ${seed}`).toEqual(moments.toSorted((a, b) => a - b))
    expect(firstSeen.getTime()).toBeGreaterThanOrEqual(start)
    const offline = outages.reduce((sum, { from, to }) => sum + ((to?.getTime() ?? now) - from.getTime()), 0)
    const online = moments.reduce((sum, at, i) => (i % 2 ? sum + at - moments[i - 1]! : sum), 0)
    expect(online + offline).toBe(now - firstSeen.getTime())
    expect(outages.filter(({ to }) => to === null)).toHaveLength(
      state.isOnline ? 0 : outages.at(-1)?.to === null ? 1 : 0,
    )
  }
})

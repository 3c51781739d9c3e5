import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, test } from 'vitest'
import { startWithDevices } from '../../test/devices.ts'
import { createDeviceTurns } from './device-calls.ts'
import { deviceEvents } from './table.ts'

const { given, callWith, db, house, beat, tell } = await startWithDevices()
const manager = callWith((await given.staff('manager')).token)

/** Devices that are online, and that the server knows by their keys. */
async function onlineDevices(count: number) {
  const devices = await Promise.all(Array.from({ length: count }, () => given.device()))
  for (const device of devices) await beat(device)
  return devices
}

/** Of the pool's twenty: two calls with events and one with beats. */
const OF_DEVICES = 3
/** The page of staff and its session. */
const OF_STAFF = 2
/** What the console does by itself each second: it seals the trail and puts counts together. */
const OF_CONSOLE = 2

const events = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    type: n % 2 ? 'connected' : 'disconnected',
    eventId: `${name} ${n}`,
  }))

/** What staff are answered, one page after the other, while devices report; and the most connections in use meanwhile. */
async function staffDuring<T>(reporting: Promise<T>[]) {
  const pages = new Set<number>()
  let busiest = 0
  let isOver = false
  const watching = setInterval(() => {
    busiest = Math.max(busiest, house.database.pool().busy)
  }, 1)
  const asking = (async () => {
    while (!isOver) pages.add((await manager(organizations.listOrganizations, { query: { page: 1 } })).status)
  })()
  const replies = await Promise.all(reporting)
  isOver = true
  await asking
  clearInterval(watching)
  return { replies, pages: [...pages], busiest }
}

test('one device that sends sixty calls of a hundred events at once takes no connection from staff', async () => {
  const [device] = await onlineDevices(1)
  const before = await db.$count(deviceEvents)
  const { replies, pages, busiest } = await staffDuring(
    Array.from({ length: 60 }, (_, n) => tell(device!, { events: events(String(n), 100) })),
  )
  const taken = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ status }) => status === 429)
  // Eleven are there at a time; some come while earlier ones are answered.
  expect(taken.length).toBeGreaterThanOrEqual(11)
  expect(refused.length).toBeGreaterThanOrEqual(30)
  expect(taken.length + refused.length).toBe(60)
  expect(refused[0]!.error.message).toContain('before it is answered')
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await db.$count(deviceEvents)) - before).toBe(taken.length * 100)
  expect(new Set(taken.map(({ data }) => data.kept))).toEqual(new Set([100]))
  expect(pages).toEqual([200])
  expect(busiest).toBeLessThanOrEqual(OF_DEVICES + OF_STAFF + OF_CONSOLE)
})

test('a fleet that comes back with what it kept is served in turn, beats too, and staff meanwhile', async () => {
  const fleet = await onlineDevices(100)
  const before = await db.$count(deviceEvents)
  const { replies, pages, busiest } = await staffDuring<{ status: number }>(
    fleet.flatMap((device) => [tell(device, { events: events('kept', 50) }), beat(device)]),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(pages).toEqual([200])
  expect(busiest).toBeLessThanOrEqual(OF_DEVICES + OF_STAFF + OF_CONSOLE)
  expect((await db.$count(deviceEvents)) - before).toBe(100 * 50)
  expect((await tell(fleet[0]!, { events: events('kept', 50) })).data.kept, 'what is known').toBe(0)
})

test('a device waits for itself and nobody else, and one of many is told to come back where too many wait', async () => {
  const { takeTurn } = createDeviceTurns()
  const endFirst = await takeTurn('slow')
  const story: string[] = []
  const second = takeTurn('slow').then((end) => {
    story.push('second of slow')
    end()
  })
  ;(await takeTurn('quick'))()
  story.push('quick')
  endFirst()
  await second
  expect(story).toEqual(['quick', 'second of slow'])

  for (let n = 0; n < 1002; n += 1) void takeTurn(`device ${n}`)
  await expect(takeTurn('one more')).rejects.toMatchObject({
    status: 429,
    message: 'Too many devices report at once. Send these events again later.',
  })
})

test('a call that is refused or cut off gives its turn to the next', async () => {
  const [device] = await onlineDevices(1)
  for (let n = 0; n < 12; n += 1) {
    expect((await tell(device!, { events: [{ type: 'nonsense' }] as never })).status).toBe(400)
  }
  expect((await tell(device!, { events: events('after', 1) })).status).toBe(200)
})

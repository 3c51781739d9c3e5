import { setTimeout } from 'node:timers/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/cluster.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { startServer } from '../../../test/start.ts'
import { createMailer } from '../../outside/mailer.ts'
import { systemActor } from '../auth/actor.ts'
import { secondsAfter } from '../process/clock.ts'
import { mailTable, post } from './post.ts'
import { createPostman, type Deliver } from './postman.ts'

const port = await freePort()
const { house, db, clock } = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })

// None is tried again in the next test.
afterEach(async () => void (await db.delete(mailTable)))

/** Of such a mailbox the mail server says nothing ever. */
const hangs = (address: string) => address.startsWith('stuck.')

let tests = 0
/** Addresses of mailboxes that hang, at one domain or each at its own, which no other test has heard of. */
function stuckMailboxes(count: number, where: 'at one domain' | 'each at its own domain') {
  tests += 1
  const numberOf = (i: number) => (where === 'at one domain' ? tests : `${tests}-${i}`)
  return Array.from({ length: count }, (_, i) => `stuck.${i}@slow-${numberOf(i)}.example`)
}

async function mail(to: string, { secret = false, dueAt = clock.now() } = {}) {
  const letter = { kind: 'test', to, subject: to, body: { greeting: '', paragraphs: [], why: 'of a test' }, secret }
  return house.change(systemActor('Test'), async (tx) => {
    const id = await post(tx, letter)
    await tx.update(mailTable).set({ nextAttemptAt: dueAt }).where(eq(mailTable.id, id))
    return id
  })
}

/** A postman of its own for mails that are due hours ahead of the house's time, and that is sooner impatient. */
function impatientPostman(deliver: Deliver) {
  let now = secondsAfter(clock.now(), 7200)
  const limits = { slowMs: 100, deliveryMs: 500 }
  const postman = createPostman(house.database, { now: () => now }, deliver, false, () => undefined, limits)
  onTestFinished(() => postman.stop())
  return {
    ...postman,
    mail: async (to: string, secret = false) => {
      const id = await mail(to, { secret, dueAt: now })
      postman.wake()
      return id
    },
    passTime: (seconds: number) => {
      now = secondsAfter(now, seconds)
      postman.wake()
    },
  }
}

/** How long it takes until `isDone`, in milliseconds. */
async function timeUntil(isDone: () => boolean) {
  const begun = performance.now()
  await expect.poll(isDone, { interval: 5, timeout: 15_000 }).toBe(true)
  return performance.now() - begun
}

const SOON_MS = 1500

test.each([
  [1, 'at one domain'],
  [3, 'at one domain'],
  [10, 'at one domain'],
  [3, 'each at its own domain'],
  [10, 'each at its own domain'],
] as const)('a code arrives at once while %i mailboxes hang, %s', async (count, where) => {
  const { received, asked } = await mailServer(port, { hangs })
  const mailboxes = stuckMailboxes(count, where)
  await Promise.all(mailboxes.map((to) => mail(to)))
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(Math.min(count, 3))

  await mail('reader@masjid.example', { secret: true })
  expect(await timeUntil(() => received.length === 1)).toBeLessThan(SOON_MS)
})

test('codes that hang hold up no other code, nor any letter', async () => {
  const { received, asked } = await mailServer(port, { hangs })
  await Promise.all(stuckMailboxes(10, 'each at its own domain').map((to) => mail(to, { secret: true })))
  await expect.poll(() => asked.length).toBe(10)
  await mail('reader@masjid.example', { secret: true })
  await mail('reader@masjid.example')
  expect(await timeUntil(() => received.length === 2)).toBeLessThan(SOON_MS)
})

test('a code goes at once to the very domain that hangs', async () => {
  const { received, asked } = await mailServer(port, { hangs })
  await Promise.all(stuckMailboxes(3, 'at one domain').map((to) => mail(to)))
  await expect.poll(() => asked.length).toBe(3)
  await mail(asked[0]!.replace('stuck', 'reader'), { secret: true })
  expect(await timeUntil(() => received.length === 1)).toBeLessThan(SOON_MS)
})

test.each(['at one domain', 'each at its own domain'] as const)(
  'while ten mailboxes that hang %s are tried again and again, each code and each letter to others arrives at once',
  async (where) => {
    const { received, asked } = await mailServer(port, { hangs })
    const postman = impatientPostman(createMailer(house.config))
    for (const to of stuckMailboxes(10, where)) await postman.mail(to)
    await expect.poll(() => asked.length).toBe(10)
    for (let i = 1; i <= 5; i += 1) {
      postman.passTime(60)
      await postman.mail(`code.${i}@masjid.example`, true)
      await postman.mail(`letter.${i}@masjid.example`)
      expect(await timeUntil(() => received.length === 2 * i)).toBeLessThan(SOON_MS)
      await setTimeout(200)
    }
    expect(asked.filter(hangs).length, 'they were tried again meanwhile').toBeGreaterThan(10)
  },
)

test('a domain that hangs is tried by one mail at a time, until it takes one', async () => {
  let isUp = false
  const [underWay, most] = [new Map<string, number>(), new Map<string, number>()]
  const postman = impatientPostman(async ({ to }) => {
    const domain = to.split('@')[1]!
    const count = (by: number) => underWay.set(domain, (underWay.get(domain) ?? 0) + by)
    count(1)
    most.set(domain, Math.max(most.get(domain) ?? 0, underWay.get(domain)!))
    if (!isUp) await setTimeout(300)
    count(-1)
    if (!isUp) throw new Error('no answer')
  })
  const mailboxes = [...stuckMailboxes(6, 'at one domain'), ...stuckMailboxes(2, 'each at its own domain')]
  const ids = []
  for (const to of mailboxes) ids.push(await postman.mail(to))
  await postman.deliverDue()
  most.clear()

  postman.passTime(60)
  await postman.deliverDue()
  expect([...most.values()], 'each domain is tried by one').toEqual([1, 1, 1])

  isUp = true
  postman.passTime(60)
  await postman.deliverDue()
  const sent = db
    .select()
    .from(mailTable)
    .where(and(inArray(mailTable.id, ids), eq(mailTable.status, 'sent')))
  expect(await sent).toHaveLength(ids.length)
})

test('letters to one person arrive in the order in which they were written', async () => {
  const arrived: string[] = []
  const delays = [90, 60, 30]
  const postman = impatientPostman(async ({ id, to }) => {
    if (to === 'reader@masjid.example') await setTimeout(delays.shift())
    arrived.push(id)
  })
  const ids = await Promise.all([1, 2, 3].map(() => postman.mail('reader@masjid.example')))
  const other = await postman.mail('other@masjid.example')
  await expect.poll(() => arrived).toHaveLength(4)
  expect(arrived.at(-1), 'nobody else waits for them').not.toBe(other)
  expect(arrived.filter((id) => id !== other)).toEqual(ids.toSorted())
})

test('a process that stops does not wait for a mail server that hangs', async () => {
  const postman = createPostman(
    house.database,
    clock,
    () => new Promise(() => undefined),
    false,
    () => undefined,
  )
  const [stuck] = stuckMailboxes(1, 'at one domain')
  const id = await mail(stuck!)
  postman.wake()
  const isOnItsWay = async () => (await db.select().from(mailTable).where(eq(mailTable.id, id)))[0]?.attempts
  await expect.poll(isOnItsWay).toBe(1)
  const since = performance.now()
  await postman.stop()
  expect(performance.now() - since).toBeLessThan(4000)
})

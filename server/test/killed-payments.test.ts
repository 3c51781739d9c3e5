import { rmSync } from 'node:fs'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import type { AccountOverview } from '@hikmah/contract/refunds'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createHouse } from '../src/boot.ts'
import { resumeOperationsJob } from '../src/jobs.ts'
import { auditEntries } from '../src/kit/audit/audit.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { openPostgres } from '../src/kit/db/db.ts'
import { newId } from '../src/kit/db/ids.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { orderRefunds, orders } from '../src/orders/table.ts'
import { stripeOperations } from '../src/outside/stripe/operations.ts'
import { SANDBOX_KEY } from '../src/outside/stripe/provider.ts'
import { stripeWalks } from '../src/payments/comparison-table.ts'
import { stripeEvents, stripeSubscriptionItems, stripeSubscriptions } from '../src/payments/table.ts'
import { createDatabase, temporaryFolder } from './cluster.ts'
import { createGiven } from './given.ts'
import { SECRET, startSandbox } from './payments.ts'
import { type RunningProcess, startProcess } from './process.ts'
import { openSandbox } from './sandbox.ts'

/*
 * The console as a process of its own, killed as by a power cut while the provider's answers are kept back. Nobody but
 * these tests sends webhooks, and the first comparison is done, so what comes here comes by what was kept before the kill.
 */
const dataDir = temporaryFolder('hikmah-killed-')
const sandbox = await startSandbox()
const { provider, control, checkOut, customerOf, price } = openSandbox(sandbox)
const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
const database = openPostgres(url)
const { db } = database
const env = {
  DATA_DIR: dataDir,
  DATABASE_URL: url,
  SECRET_KEY: crypto.randomUUID(),
  LOG_LEVEL: 'silent',
  STRIPE_SECRET_KEY: SANDBOX_KEY,
  STRIPE_API_BASE: sandbox.origin,
  STRIPE_WEBHOOK_SECRET: SECRET,
}
const house = createHouse(readConfig({ ...env, DEMO_DATA: 'false' }), database, systemClock, () => undefined)
const given = createGiven(house)
const PATIENT = { timeout: 120_000, interval: 200 }

let token = ''
let server: RunningProcess
const start = async () => {
  server = await startProcess(env)
}
const kill = async () => {
  server.kill('SIGKILL')
  expect(await server.ended).toBeNull()
}

beforeAll(async () => {
  token = (await given.staff('owner')).token
  const walked = { startedAt: new Date(), endedAt: new Date() }
  await db.insert(stripeWalks).values({ id: newId(), kind: 'whole', ...walked })
  await start()
})
afterAll(async () => {
  await server?.stop()
  await database.close()
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Keeps back what the provider answers to such calls, far longer than the test lasts. */
const hold = (only: string, how: 'delayMs' | 'holdMs') => control('faults', { only, [how]: 600_000, times: 1000 })
const letGo = () => control('faults', { clear: true })

/** Checks out three kiosks, and wants two more of them afterwards; with all that the provider has to tell of it, the newest first. */
async function buy() {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const kiosk = await price('DEENKIOSK', 36_000)
  const paid = await checkOut(organization.id, customer.id, kiosk.id, 3)
  await want(paid.subscription, 5)
  const events = await Array.fromAsync(provider.events.list({ limit: 100 }))
  return { organization, paid, events: events.filter((event) => isAbout(event, customer.id)) }
}

type Bought = Awaited<ReturnType<typeof buy>>

const completed = ({ events }: Bought) => events.filter(({ type }) => type === 'checkout.session.completed')
const isAbout = ({ data }: Stripe.Event, customer: string) => JSON.stringify(data.object).includes(customer)

async function want(subscription: string, quantity: number) {
  const { items } = await provider.subscriptions.retrieve(subscription)
  await provider.subscriptions.update(subscription, { items: [{ id: items.data[0]!.id, quantity }] })
}

async function send(event: Stripe.Event) {
  const payload = JSON.stringify(event)
  const header = provider.webhooks.generateTestHeaderString({ payload, secret: SECRET })
  const { status } = await fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header },
    body: payload,
  })
  return status
}

async function sendFiveTimesEach(events: Stripe.Event[]) {
  for (const event of events) {
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => send(event)))).toEqual([200, 200, 200, 200, 200])
  }
}

const waiting = (events: Stripe.Event[]) => {
  const ids = events.map(({ id }) => id)
  return db.$count(stripeEvents, and(inArray(stripeEvents.id, ids), eq(stripeEvents.state, 'received')))
}

/** Of a process that is gone nothing is heard any more: the half minute that this takes, passed. */
const forgetTheDead = () =>
  db.execute(sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)

const ordersOf = (checkoutId: string) => db.select().from(orders).where(eq(orders.checkoutId, checkoutId))
const auditOf = async (id: string) =>
  (await db.select().from(auditEntries).where(eq(auditEntries.entityId, id)).orderBy(auditEntries.seq)).map(
    ({ action }) => action,
  )

/** The order of a checkout once, and its subscription as the provider has it now. */
async function expectOnceAndNewest({ paid, organization }: Bought, quantity: number) {
  const found = await ordersOf(paid.id)
  expect(found).toMatchObject([{ organizationId: organization.id, status: 'new', invoiceId: paid.invoice }])
  expect(await auditOf(found[0]!.id)).toEqual(['order.created'])
  const { subscription: id } = paid
  expect(await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.id, id))).toMatchObject([
    { organizationId: organization.id, status: 'active' },
  ])
  const items = await db.select().from(stripeSubscriptionItems).where(eq(stripeSubscriptionItems.subscriptionId, id))
  expect(items.map((item) => item.quantity)).toEqual([quantity])
}

describe('webhooks that were answered before a kill, and not worked on', () => {
  let toldOnce: Bought
  let toldAgain: Bought
  beforeAll(async () => {
    ;[toldOnce, toldAgain] = [await buy(), await buy()]
    await hold('GET', 'delayMs')
    expect(await Promise.all(completed(toldOnce).map(send))).toEqual([200])
    await sendFiveTimesEach(toldAgain.events)
    await kill()
    expect(await waiting(completed(toldOnce))).toBe(1)
    expect(await waiting(toldAgain.events)).toBeGreaterThan(5)
    expect(await db.$count(orders)).toBe(0)
    await letGo()
    // Nobody tells the console of this: it is to read what is there, not what it was told.
    await want(toldAgain.paid.subscription, 7)
    await forgetTheDead()
    await start()
  }, 120_000)

  test('are worked on after it, though nobody sends them again', async () => {
    await expect.poll(() => waiting(completed(toldOnce)), PATIENT).toBe(0)
    await expectOnceAndNewest(toldOnce, 5)
  }, 120_000)

  test('sent five times each and in reverse order, before it and after it, have one effect and the newest', async () => {
    await sendFiveTimesEach(toldAgain.events)
    await expect.poll(() => waiting(toldAgain.events), PATIENT).toBe(0)
    await expectOnceAndNewest(toldAgain, 7)
    const ids = toldAgain.events.map(({ id }) => id)
    expect(await db.$count(stripeEvents, inArray(stripeEvents.id, ids))).toBe(ids.length)
  }, 120_000)
})

const cancel = async (id: string) => {
  const { path } = endpoints.cancelOrder
  const answer = await fetch(`${server.url}/api${path.replace(':id', id)}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Ordered twice', refund: 'full' }),
  })
  return answer.status
}
const twenty = (id: string) =>
  Promise.all(Array.from({ length: 20 }, () => cancel(id).catch(() => 'no answer' as const)))

test('killed between the refund and its answer, the console gives the money back once and closes the order', async () => {
  const { paid, events } = await buy()
  for (const event of events.toReversed()) expect(await send(event)).toBe(200)
  await expect.poll(() => waiting(events), PATIENT).toBe(0)
  const [order] = await ordersOf(paid.id)
  const refunds = async () =>
    (await provider.creditNotes.list({ invoice: paid.invoice })).data.map(({ amount }) => amount)

  await hold('POST /v1/credit_notes', 'holdMs')
  // Who joins later finds the refund made, and would go on from there.
  await hold('DELETE /v1/subscriptions', 'delayMs')
  const asked = twenty(order!.id)
  await expect.poll(refunds, PATIENT).toHaveLength(1)
  await kill()
  expect(await asked).not.toContain(200)
  const operations = () => db.select().from(stripeOperations).where(eq(stripeOperations.target, paid.subscription))
  expect(await operations()).toMatchObject([{ kind: 'order.cancel', state: 'pending', settledAt: null }])
  expect(await ordersOf(paid.id)).toMatchObject([{ status: 'new' }])

  await letGo()
  await start()
  expect(new Set(await twenty(order!.id)).values().toArray()).toEqual([409])
  expect(await ordersOf(paid.id)).toMatchObject([{ status: 'new' }])
  // The minute after which somebody takes it up has passed.
  await db.update(stripeOperations).set({ triedAt: sql`${stripeOperations.triedAt} - interval '1 minute'` })
  await house.change(systemActor('Test'), (tx) => house.jobs.enqueue(tx, resumeOperationsJob, {}))
  await expect.poll(async () => (await operations()).map(({ state }) => state), PATIENT).toEqual(['done'])

  expect(await ordersOf(paid.id)).toMatchObject([{ status: 'closed', cancelReason: 'Ordered twice' }])
  expect(await refunds()).toEqual([order!.total])
  expect((await provider.refunds.list()).data.map(({ amount }) => amount)).toEqual([order!.total])
  expect((await provider.subscriptions.retrieve(paid.subscription)).status).toBe('canceled')
  expect(await auditOf(order!.id)).toEqual(['order.created', 'order.cancelled'])
  expect(new Set(await twenty(order!.id)).values().toArray()).toEqual([409])
  expect(await refunds()).toEqual([order!.total])
}, 180_000)

const send20 = (call: (i: number) => Promise<number>) =>
  Promise.all(Array.from({ length: 20 }, (_, i) => call(i).catch(() => 'no answer' as const)))

const post = async (origin: string, path: string, body: object, key?: string) => {
  const headers = { token, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
  const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.status
}
const refundsPath = (id: string) => endpoints.refundOrder.path.replace(':id', id)
const refundsThere = async ({ paid }: Bought) =>
  (await provider.creditNotes.list({ invoice: paid.invoice })).data.map(({ amount }) => amount)

/** Keeps the console from noting a refund until the function that it returns is called. */
async function holdNotes() {
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = database.transaction(async (tx) => {
    await tx.execute(sql`lock table ${orderRefunds} in exclusive mode`)
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  return () => {
    gate.resolve()
    return held
  }
}

async function bring({ paid, events }: Bought) {
  for (const event of events.toReversed()) expect(await send(event)).toBe(200)
  await expect.poll(() => waiting(events), PATIENT).toBe(0)
  const [order] = await ordersOf(paid.id)
  return order!
}

test('killed between a refund and its answer, the same request again gives the money back no second time', async () => {
  const bought = await buy()
  const { id } = await bring(bought)
  const body = { paymentId: bought.paid.invoice, amount: 5000, reason: 'Returned' }
  await hold('POST /v1/credit_notes', 'holdMs')
  // Who joins later finds the refund made, and would note it here.
  const letNote = await holdNotes()
  const asked = send20((i) => post(server.url, refundsPath(id), body, `press-${i % 2}`))
  await expect.poll(() => refundsThere(bought), PATIENT).toEqual([5000])
  const isThis = eq(stripeOperations.target, bought.paid.subscription)
  const keys = async () => (await db.select().from(stripeOperations).where(isThis)).flatMap((one) => one.requestKeys)
  await expect.poll(keys, PATIENT).toHaveLength(2)
  await kill()
  await letNote()
  expect(await asked).not.toContain(200)

  await letGo()
  await start()
  const again = await send20((i) => post(server.url, refundsPath(id), body, `press-${i % 2}`))
  expect(again).toContain(200)
  expect(await refundsThere(bought)).toEqual([5000])
  expect(await auditOf(id)).toEqual(['order.created', 'order.refunded'])
  expect(await db.$count(orderRefunds, eq(orderRefunds.orderId, id))).toBe(1)
}, 180_000)

test('refunds and cancellations at once over two processes are one movement each, and no more than was paid', async () => {
  const bought = await buy()
  const { id, total } = await bring(bought)
  const folder = temporaryFolder('hikmah-second-')
  const second = await startProcess({ ...env, DATA_DIR: folder })
  const body = { paymentId: bought.paid.invoice, amount: 5000, reason: 'Returned', seen: total }
  const cancellation = { reason: 'Ordered twice', refund: 'full' }
  const cancelPath = endpoints.cancelOrder.path.replace(':id', id)
  const asked = await send20((i) => {
    const { url: origin } = i % 2 ? second : server
    return i % 4 < 2
      ? post(origin, refundsPath(id), body, `press-${i}`)
      : post(origin, cancelPath, cancellation, `press-${i}`)
  })
  expect(asked).toContain(200)
  expect(await second.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })

  const ours = await db.select().from(orderRefunds).where(eq(orderRefunds.orderId, id))
  const operations = await db
    .select()
    .from(stripeOperations)
    .where(and(eq(stripeOperations.target, bought.paid.subscription), eq(stripeOperations.state, 'done')))
  const there = await refundsThere(bought)
  expect(there.toSorted()).toEqual(ours.map(({ amount }) => amount).toSorted())
  expect(there).toHaveLength(operations.length)
  expect(new Set(operations.map(({ kind }) => kind)).size).toBe(operations.length)
  const back = there.reduce((sum, amount) => sum + amount, 0)
  expect(back).toBeLessThanOrEqual(total)
  const answer = await fetch(`${server.url}/api${endpoints.readOrderMoney.path.replace(':id', id)}`, {
    headers: { token },
  })
  const { data } = (await answer.json()) as { data: AccountOverview }
  expect(data.payments).toMatchObject([{ paid: total, refunded: back, refundable: total - back, net: total - back }])
}, 180_000)

test('killed while a plan is planned to change, the console plans it once, and the order shows it', async () => {
  const bought = await buy()
  const { id } = await bring(bought)
  const { subscription } = bought.paid
  const { items, customer } = await provider.subscriptions.retrieve(subscription)
  const [item] = items.data
  const seen = { priceId: item!.price.id, quantity: 5 }
  const at = new Date(item!.current_period_end * 1000).toISOString()
  await hold('POST /v1/subscription_schedules', 'holdMs')
  const asked = fetch(`${server.url}/api/planSubscription/${subscription}/planned`, {
    method: 'PUT',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ itemId: item!.id, priceId: seen.priceId, quantity: 9, at, seen }),
  }).catch(() => 'no answer')
  const schedules = async () => (await provider.subscriptionSchedules.list({ customer: customer as string })).data
  await expect.poll(async () => (await schedules()).map(({ phases }) => phases.length), PATIENT).toEqual([1])
  await kill()
  expect(await asked).toBe('no answer')

  await letGo()
  await start()
  await db.update(stripeOperations).set({ triedAt: sql`${stripeOperations.triedAt} - interval '1 minute'` })
  await house.change(systemActor('Test'), (tx) => house.jobs.enqueue(tx, resumeOperationsJob, {}))
  await expect.poll(async () => (await schedules()).map(({ phases }) => phases.length), PATIENT).toEqual([2])
  await expect.poll(() => auditOf(subscription), PATIENT).toEqual(['plan-subscription.change-planned'])
  const answer = await fetch(`${server.url}/api${endpoints.readOrder.path.replace(':id', id)}`, { headers: { token } })
  const { data } = (await answer.json()) as { data: { planned: object[] } }
  expect(data.planned).toMatchObject([{ at, quantity: 9, frequency: 'monthly' }])
}, 180_000)

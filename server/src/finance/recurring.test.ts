import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum } from '@hikmah/contract/money'
import {
  type RecurringPart,
  type RecurringRow,
  type recurringMovementKinds,
  recurringRevenue,
} from '@hikmah/contract/recurring-revenue'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { startWithPayments } from '../../test/payments.ts'
import type { organizations } from '../organizations/table.ts'
import { compareAll } from '../payments/reconcile.ts'
import { recurringMovements } from '../payments/recurring.ts'
import { stripeEvents, stripeSubscriptions } from '../payments/table.ts'

/** `SEQUENCES=100` runs as many; the usual run stays below a minute. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 2)
const SEED = Number(process.env.SEED ?? 1)
const STEPS = 16
const DAY_S = 86_400

const { as, clock, control, customerOf, db, given, house, price, provider } = await startWithPayments()
const { readRecurringRevenue, listRecurringMovements } = recurringRevenue

const inTime = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 150_000, interval: 50 })
/** All that happened at the provider was told, and worked on. */
const settled = () =>
  inTime(async () => {
    const { data } = await provider.events.list({ limit: 100 })
    expect(data.filter(({ pending_webhooks }) => pending_webhooks > 0)).toEqual([])
    expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0)
  })

async function pass(days: number) {
  await settled()
  await control('clock', { advanceS: days * DAY_S })
  clock.advance(days * DAY_S)
}

afterEach(async () => {
  const { data } = await provider.subscriptions.list({ limit: 100 })
  for (const { id } of data) await provider.subscriptions.cancel(id)
  await settled()
  await db.delete(stripeSubscriptions)
}, 180_000)

type Organization = typeof organizations.$inferSelect

async function payer(card?: string): Promise<{ organization: Organization; customer: string }> {
  const organization = await given.organization()
  return { organization, customer: (await customerOf(organization, card)).id }
}

/** Amounts of the parts that are not 0, of the period so far. */
async function partsOf(currency = 'usd', period = 'last-12-months') {
  const caller = await as('admin')
  const { data } = await caller(readRecurringRevenue, { query: { period } })
  const parts = data.currencies.find((one) => one.currency === currency)?.parts ?? []
  return Object.fromEntries(parts.filter(({ amount }) => amount !== 0).map(({ part, amount }) => [part, amount]))
}

const becomes = (parts: object, currency?: string) => inTime(async () => expect(await partsOf(currency)).toEqual(parts))

async function rowsOf(part: RecurringPart, currency = 'usd', query: object = { period: 'last-12-months' }) {
  const caller = await as('admin')
  const rows: RecurringRow[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await caller(listRecurringMovements, {
      query: { ...query, part, currency, page, limit: 100 },
    })
    rows.push(...data)
    if (rows.length >= meta.total) return rows
  }
}

test('what an organization pays in a month begins, grows, shrinks, stops and comes back', async () => {
  const { organization, customer } = await payer()
  const [standard, premium] = [await price('DEENKIOSK', 3900), await price('DEENKIOSK', 12_000, 'year')]
  const { id, items } = await provider.subscriptions.create({ customer, items: [{ price: standard.id, quantity: 2 }] })
  await becomes({ new: 7800, end: 7800 })
  await pass(1)
  const item = items.data[0]!.id
  await provider.subscriptionItems.update(item, { quantity: 3 })
  await becomes({ new: 7800, expansion: 3900, end: 11_700 })
  await pass(1)
  await provider.subscriptionItems.update(item, { price: premium.id, quantity: 1 })
  await becomes({ new: 7800, expansion: 3900, contraction: -10_700, end: 1000 })
  await pass(1)
  await provider.subscriptions.cancel(id)
  await becomes({ new: 7800, expansion: 3900, contraction: -10_700, churn: -1000 })
  await pass(40)
  await provider.subscriptions.create({ customer, items: [{ price: standard.id }] })
  await becomes({ new: 7800, expansion: 3900, contraction: -10_700, churn: -1000, recovered: 3900, end: 3900 })

  const ended = await provider.subscriptions.retrieve(id)
  expect(await rowsOf('churn')).toEqual([
    {
      organization: { _id: organization.id, orgName: organization.name },
      customerName: organization.name,
      plan: 'DEENKIOSK',
      at: new Date(ended.ended_at! * 1000).toISOString(),
      before: 1000,
      after: 0,
      difference: -1000,
      isDerived: false,
    },
  ])
  expect(await rowsOf('end')).toMatchObject([{ before: 0, after: 3900, difference: 3900 }])
})

test('a second subscription is an expansion, and a plan that replaces another at once is no churn', async () => {
  const { customer } = await payer()
  const [kiosk, screen] = [await price('DEENKIOSK', 5000), await price('DEENSCREEN', 2000)]
  const first = await provider.subscriptions.create({ customer, items: [{ price: kiosk.id }] })
  await becomes({ new: 5000, end: 5000 })
  await pass(1)
  const second = await provider.subscriptions.create({ customer, items: [{ price: screen.id }] })
  await becomes({ new: 5000, expansion: 2000, end: 7000 })
  await pass(1)
  await provider.subscriptions.cancel(second.id)
  await becomes({ new: 5000, expansion: 2000, contraction: -2000, end: 5000 })
  await settled()
  const [{ at } = { at: clock.now() }] = await db
    .select()
    .from(recurringMovements)
    .where(eq(recurringMovements.subscriptionId, second.id))
  await db.update(recurringMovements).set({ at }).where(eq(recurringMovements.kind, 'contraction'))
  await provider.subscriptions.cancel(first.id)
  await becomes({ new: 5000, expansion: 2000, contraction: -2000, churn: -5000 })
})

test('a trial counts when it ends, and what is past due counts until it is canceled', async () => {
  const { customer } = await payer()
  const monthly = await price('DEENFUND', 4900)
  const { id } = await provider.subscriptions.create({
    customer,
    items: [{ price: monthly.id }],
    trial_period_days: 14,
  })
  await inTime(async () => expect(await db.$count(stripeSubscriptions, eq(stripeSubscriptions.id, id))).toBe(1))
  await settled()
  expect(await partsOf()).toEqual({})
  await pass(15)
  await becomes({ new: 4900, end: 4900 })
  const { trial_end } = await provider.subscriptions.retrieve(id)
  expect(await rowsOf('new')).toMatchObject([{ at: new Date(trial_end! * 1000).toISOString() }])
  const broken = await provider.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await provider.customers.update(customer, { invoice_settings: { default_payment_method: broken.id } })
  await pass(32)
  await inTime(async () => expect((await provider.subscriptions.retrieve(id)).status).toBe('past_due'))
  await settled()
  expect(await partsOf()).toEqual({ new: 4900, end: 4900 })
  await provider.subscriptions.cancel(id)
  await becomes({ new: 4900, churn: -4900 })
})

test('what was there before the period is its start, and currencies are never added', async () => {
  const { customer } = await payer()
  const yen = await provider.prices.create({
    product_data: { name: 'DEENWEB' },
    currency: 'jpy',
    unit_amount: 900,
    recurring: { interval: 'week' },
  })
  await provider.subscriptions.create({ customer, items: [{ price: (await price('DEENWEB', 2900)).id }] })
  await provider.subscriptions.create({ customer: (await payer()).customer, items: [{ price: yen.id }] })
  await becomes({ new: 2900, end: 2900 })
  await becomes({ new: 3900, end: 3900 }, 'jpy')
  await pass(9)
  expect(await partsOf('usd', 'last-7-days')).toEqual({ start: 2900, end: 2900 })
  expect(await partsOf('jpy', 'last-7-days')).toEqual({ start: 3900, end: 3900 })
})

test('a subscription that was there before is derived from what is known of it, by the migration as by the first reading', async () => {
  const { organization, customer } = await payer()
  const [monthly, yearly] = [await price('DEENKIOSK', 5000), await price('DEENSCREEN', 10_001, 'year')]
  const first = await provider.subscriptions.create({ customer, items: [{ price: monthly.id, quantity: 2 }] })
  await provider.subscriptions.create({ customer, items: [{ price: yearly.id }], trial_period_days: 5 })
  await pass(6)
  await provider.subscriptions.cancel(first.id)
  await provider.subscriptions.create({ customer, items: [{ price: monthly.id }] })
  await becomes({ new: 10_000, expansion: 5833, contraction: -10_000, end: 5833 })
  await pass(3)
  await settled()
  const read = async () => (await readMovements([customer])).map(({ isDerived: _, ...row }) => row)
  const followed = await read()
  const file = readFileSync(join(import.meta.dirname, '../../migrations/0079_recurring_revenue.sql'), 'utf8')
  await db.delete(recurringMovements)
  await db.execute(sql.raw(file.split('--;').at(-1)!))
  expect(await read()).toEqual(followed)
  await db.delete(stripeSubscriptions)
  await compareAll(house, { isImport: true })
  expect(await read()).toEqual(followed)
  const own = (await rowsOf('contraction')).filter((row) => row.organization?._id === organization.id)
  expect(own.map(({ isDerived }) => isDerived)).toEqual([true])
})

test('what nobody may ask for is refused by its field, and a manager sees none of it', async () => {
  const caller = await as('admin')
  const ask = async (query: object) => (await caller(listRecurringMovements, { query })).error.fields
  expect(Object.keys((await ask({ part: 'lost', currency: 'usd' })) ?? {})).toEqual(['part'])
  expect(Object.keys((await ask({ part: 'churn', currency: 'dollars' })) ?? {})).toEqual(['currency'])
  expect(Object.keys((await ask({ part: 'churn', currency: 'usd', period: 'ever' })) ?? {})).toEqual(['period'])
  const manager = await as('manager')
  expect((await manager(readRecurringRevenue, { query: {} })).status).toBe(403)
})

/** Repeatable: a history that fails comes again with its seed. */
function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 14) / 2 ** 18
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: <T>(items: readonly T[]) => items[below(items.length)] }
}

interface History {
  random: ReturnType<typeof randomOf>
  customers: string[]
  prices: string[]
  did: string[]
}

async function anySubscription({ random, customers }: History) {
  const { data } = await provider.subscriptions.list({ customer: random.pick(customers)!, limit: 100 })
  return random.pick(data)
}

const acts: Record<string, (history: History) => Promise<unknown>> = {
  subscribe: ({ random, customers, prices }) =>
    provider.subscriptions.create({
      customer: random.pick(customers)!,
      items: [{ price: random.pick(prices)!, quantity: 1 + random.below(4) }],
      ...(random.below(4) === 0 && { trial_period_days: 1 + random.below(5) }),
    }),
  async 'change price'(history) {
    const item = (await anySubscription(history))?.items.data[0]
    if (item) await provider.subscriptionItems.update(item.id, { price: history.random.pick(history.prices)! })
  },
  async 'change quantity'(history) {
    const item = (await anySubscription(history))?.items.data[0]
    if (item) await provider.subscriptionItems.update(item.id, { quantity: 1 + history.random.below(6) })
  },
  async 'add item'(history) {
    const subscription = (await anySubscription(history))?.id
    if (subscription)
      await provider.subscriptionItems.create({ subscription, price: history.random.pick(history.prices)! })
  },
  async cancel(history) {
    const subscription = await anySubscription(history)
    if (subscription) await provider.subscriptions.cancel(subscription.id)
  },
  async 'cancel at the end'(history) {
    const subscription = await anySubscription(history)
    if (subscription) await provider.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  },
  'time passes': ({ random }) => pass(random.pick([1, 3, 10, 20])!),
}

const [PER_YEAR, MONTHS] = [{ day: 365, week: 52, month: 12, year: 1 }, 12]

/** What the provider's own subscriptions come to in a month, by currency and customer. */
async function readTruth(customers: string[]) {
  const truth = new Map<string, number>()
  for (const customer of customers) {
    const { data } = await provider.subscriptions.list({ customer, status: 'all', limit: 100 })
    for (const { status, currency, items } of data.filter((one) => ['active', 'past_due'].includes(one.status))) {
      const yearly = sum(items.data, ({ price: { unit_amount, recurring }, quantity }) => {
        const { interval, interval_count } = recurring!
        return (unit_amount! * quantity! * PER_YEAR[interval as keyof typeof PER_YEAR]) / interval_count
      })
      expect(status).not.toBe('trialing')
      truth.set(currency, (truth.get(currency) ?? 0) + Math.round(Number((yearly / MONTHS).toFixed(6))))
    }
  }
  return truth
}

/** Start and movements come to the end, each part is the sum of its rows, and the end is what the provider has. */
async function check(customers: string[]) {
  const truth = await readTruth(customers)
  const caller = await as('admin')
  for (const query of [
    { period: 'today', tz: 'Asia/Tokyo' },
    { period: 'last-7-days', tz: 'America/New_York' },
    { period: 'default', tz: 'UTC' },
    { period: 'last-12-months', tz: 'Pacific/Auckland' },
  ]) {
    const { data } = await caller(readRecurringRevenue, { query })
    const ends = data.currencies.map(({ currency, parts }) => [currency, parts.at(-1)!.amount] as const)
    expect(new Map(ends.filter(([, amount]) => amount > 0))).toEqual(truth)
    for (const { currency, parts } of data.currencies) {
      expect(sum(parts.slice(0, -1), ({ amount }) => amount)).toBe(parts.at(-1)!.amount)
      for (const { part, amount, organizations } of parts) {
        const rows = await rowsOf(part, currency, query)
        expect(
          sum(rows, ({ difference }) => difference),
          `${part} in ${currency}`,
        ).toBe(amount)
        for (const { before, after, difference } of rows) expect(after - before).toBe(difference)
        if (organizations !== null)
          expect(new Set(rows.map(({ organization }) => organization!._id)).size).toBe(organizations)
      }
    }
  }
  await checkKinds()
}

/** Each begins once, and has begun or come back once more than it has stopped where it pays now. */
async function checkKinds() {
  const movements = await db.select().from(recurringMovements)
  for (const [key, rows] of Object.entries(Object.groupBy(movements, (row) => `${row.customerId} ${row.currency}`))) {
    const count = (kind: (typeof recurringMovementKinds)[number]) => rows!.filter((row) => row.kind === kind).length
    const pays = sum(rows!, ({ difference }) => difference) > 0
    expect(count('new'), key).toBe(1)
    expect(count('new') + count('recovered') - count('churn'), key).toBe(pays ? 1 : 0)
  }
}

const readMovements = (customers: string[]) =>
  db
    .select()
    .from(recurringMovements)
    .where(inArray(recurringMovements.customerId, customers))
    .orderBy(recurringMovements.subscriptionId, recurringMovements.number)

test(`${SEQUENCES} random histories add up, whatever events come twice or in reverse`, {
  timeout: 3_600_000,
}, async () => {
  const recurring = async (unit_amount: number, interval: 'day' | 'week' | 'month' | 'year', interval_count = 1) => {
    const { id } = await provider.prices.create({
      product_data: { name: `Every ${interval_count} ${interval}` },
      currency: 'usd',
      unit_amount,
      recurring: { interval, interval_count },
    })
    return id
  }
  const prices = [
    await recurring(3900, 'month'),
    await recurring(10_001, 'year'),
    await recurring(777, 'week', 2),
    await recurring(4999, 'month', 3),
    await recurring(0, 'month'),
  ]
  const all: string[] = []
  for (let n = 0; n < SEQUENCES; n += 1) {
    const random = randomOf(SEED * 1_000_003 + n)
    const customers = [(await payer()).customer, (await payer()).customer]
    const history: History = { random, customers, prices, did: [] }
    all.push(...customers)
    for (let step = 0; step < STEPS; step += 1) {
      const name = random.pick(['subscribe', ...Object.keys(acts)])!
      const isDone = await acts[name]!(history).then(
        () => true,
        () => false,
      )
      history.did.push(isDone ? name : `${name}, refused`)
    }
    await settled()
    await inTime(() => check(all)).catch((error: Error) => {
      throw new Error(`history ${n} of seed ${SEED}: ${history.did.join(', ')}\n${error.message}`, { cause: error })
    })
  }
  await settled()
  const written = await readMovements(all)
  expect(written.length).toBeGreaterThan(SEQUENCES * 2)
  await tellAgain()
  await compareAll(house)
  expect(await readMovements(all)).toEqual(written)
  // To a console that has nothing yet.
  await db.delete(stripeSubscriptions)
  await tellAgain()
  await check(all)
})

/** Everything that ever happened, twice and in reverse, as if it had never been told. */
async function tellAgain() {
  await db.delete(stripeEvents)
  const { queued } = (await control('events/replay', { duplicate: true, reverse: true })) as { queued: number }
  await inTime(async () => expect(await db.$count(stripeEvents)).toBe(queued / 2))
  await settled()
}

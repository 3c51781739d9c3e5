import { finance } from '@hikmah/contract/finance'
import { sum } from '@hikmah/contract/money'
import { RECURRING_CHANGE, type recurringMovementKinds, recurringRevenue } from '@hikmah/contract/recurring-revenue'
import { expect, test } from 'vitest'
import { startWithRecurring } from '../../test/recurring.ts'
import { compareAll } from '../payments/reconcile.ts'
import { recurringMovements } from '../payments/recurring.ts'
import { stripeEvents, stripeSubscriptions } from '../payments/table.ts'

/** `SEQUENCES=100` runs as many; the usual run stays below a minute. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 2)
const SEED = Number(process.env.SEED ?? 1)
const STEPS = 16

const { as, control, db, house, inTime, pass, payer, provider, readMovements, rowsOf, settled } =
  await startWithRecurring()
const { readRecurringRevenue } = recurringRevenue

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
  await checkPayers()
}

/** What finance says an organization pays in a month is what its subscriptions come to, at the end and at the start. */
async function checkPayers() {
  const caller = await as('admin')
  for (const query of [
    { period: 'last-7-days', tz: 'America/New_York' },
    { period: 'last-12-months', tz: 'Pacific/Auckland' },
  ]) {
    const { data } = await caller(finance.readFinanceSummary, { query })
    for (const { currency, organizations } of data.currencies) {
      const ends = (await rowsOf('end', currency, query)).map(({ organization, after }) => [organization!._id, after])
      for (const { organization, recurring } of organizations) {
        const orgId = organization?._id ?? 'none'
        const rows = await rowsOf(RECURRING_CHANGE, currency, { ...query, orgId })
        const sums = { now: sum(rows, ({ after }) => after), before: sum(rows, ({ before }) => before) }
        expect(recurring, orgId).toEqual(sums)
        expect(sum(rows, ({ difference }) => difference)).toBe(sums.now - sums.before)
        for (const row of rows) expect(row.organization?._id ?? 'none').toBe(orgId)
        for (const [part, amount] of [
          ['start', sums.before],
          ['end', sums.now],
        ] as const)
          expect(
            sum(await rowsOf(part, currency, { ...query, orgId }), ({ after }) => after),
            part,
          ).toBe(amount)
        expect(sum(ends, ([id, after]) => (id === orgId ? Number(after) : 0))).toBe(sums.now)
      }
    }
  }
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

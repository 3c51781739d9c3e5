import { finance } from '@hikmah/contract/finance'
import { invoices } from '@hikmah/contract/invoices'
import { sum } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { eq, inArray } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Acting, act, type History, randomOf } from '../../test/money-acts.ts'
import { countedTruths, readTruths, type Truth } from '../../test/money-truth.ts'
import { startWithOrders } from '../../test/orders.ts'
import { paymentEventJob } from '../jobs.ts'
import { createJobs } from '../kit/jobs/jobs.ts'
import { orders as orderTable } from '../orders/table.ts'
import { stripeEvents } from './table.ts'

/** `SEQUENCES=2000` makes as many; `FIRST=1241 SEQUENCES=1` makes the one again that failed. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 12)
const FIRST = Number(process.env.FIRST ?? 0)
const SEED = Number(process.env.SEED ?? 1)
/** Of one server and one sandbox, which would grow slow with thousands. */
const A_HOUSE = 100
const AT_ONCE = 20
const STEPS = 8
/** Further consoles on the same database that work on events. */
const OTHERS = 1

/** Past a renewal, which is a draft for an hour. */
const MOVED_S = 30 * 3600

type Server = Awaited<ReturnType<typeof startWithOrders>>

/** Events of many histories at once wait for each other. */
const inTime = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 90_000, interval: 150 })

const settled = ({ db }: Server) =>
  inTime(async () => expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0))

async function begin({ provider, control, customerOf, given }: Server, seed: number): Promise<History> {
  const random = randomOf(seed)
  const kind = random.pick(['paid', 'paid', 'paid', 'trial', 'trial', 'bought once'])!
  const organization = await given.organization()
  const customer = (await customerOf(organization)).id
  const daily = (unit_amount: number) =>
    provider.prices.create({
      product_data: { name: 'DEENFUND' },
      currency: 'usd',
      unit_amount,
      ...(kind !== 'bought once' && { recurring: { interval: 'day' } }),
    })
  const prices = [(await daily(100 + random.below(20_000))).id, (await daily(1 + random.below(9000))).id]
  const session = await provider.checkout.sessions.create({
    mode: kind === 'bought once' ? 'payment' : 'subscription',
    customer,
    client_reference_id: organization.id,
    success_url: 'https://masjid.example',
    line_items: [{ price: prices[0]!, quantity: 1 + random.below(3) }],
    ...(kind === 'trial' && { subscription_data: { trial_period_days: 1 } }),
  })
  const paid = (await control(`checkout/${session.id}/pay`, {})) as Record<'subscription' | 'invoice', string | null>
  return {
    random,
    seed,
    organizationId: organization.id,
    order: '',
    customer,
    subscription: paid.subscription ?? '',
    invoice: paid.invoice ?? '',
    prices,
    did: [kind],
  }
}

/** Each history buys one thing, whose order comes by an event. */
async function beginAll(server: Server, seeds: number[]): Promise<History[]> {
  const begun = await Promise.all(seeds.map((seed) => begin(server, seed)))
  const { id, organizationId } = orderTable
  const isOfOne = inArray(
    organizationId,
    begun.map((one) => one.organizationId),
  )
  const orderIds = await inTime(async () => {
    const rows = await server.db.select({ id, organizationId }).from(orderTable).where(isOfOne)
    expect(rows).toHaveLength(begun.length)
    return new Map(rows.map((row) => [row.organizationId, row.id]))
  })
  return begun.map((history) => ({ ...history, order: orderIds.get(history.organizationId)! }))
}

const shown = ({ id, paid, refunded, disputed, lost, credited, outside }: Truth) => ({
  ...{ id, paid, refunded, disputed, lost, credited, outside },
})
const byId = <T extends { id: string }>(rows: T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
const netOf = ({ paid, refunded, lost, outside }: Pick<Truth, 'paid' | 'refunded' | 'lost' | 'outside'>) =>
  paid - refunded - lost - outside

/** Order = receipt = history = the provider's own objects, and never more back than was paid. */
async function check({ provider }: Server, staff: Acting['staff'], history: History): Promise<Truth[]> {
  const { truths: withDrafts, charges, alone } = await readTruths(provider, history.customer)
  const truths = withDrafts.filter(({ status }) => status !== 'draft')
  for (const { id, amount, refunded, disputed, lost } of charges)
    expect(refunded + disputed + lost, `back of ${id}`).toBeLessThanOrEqual(amount)
  const params = { orgId: history.organizationId }
  const kept = (await staff(invoices.listOrganizationInvoices, { params, query: { limit: 100 } })).data
  const rows = kept.map(({ id, amount_paid: paid, refunded, disputed, lost, credited, returned_outside: outside }) => ({
    ...{ id, paid, refunded, disputed, lost, credited, outside },
  }))
  expect(byId(rows)).toEqual(byId(truths.map(shown)))
  for (const truth of truths) {
    const { data } = await staff(invoices.readInvoice, { params: { id: truth.id } })
    expect([data.status, data.amount_paid, data.refunded, data.lost]).toEqual([
      ...[truth.status, truth.paid, truth.refunded, truth.lost],
    ])
    const movements = data.movements.map(({ id, amount }) => ({ id, amount }))
    expect(byId(movements), truth.number).toEqual(byId(truth.movements))
  }
  const [charge] = alone
  const ofOrder = truths.filter(
    ({ subscription, id }) => id === history.invoice || (subscription && subscription === history.subscription),
  )
  await checkOrder(staff, history, await countedOf(provider, history, withDrafts), charge)
  await checkMoney(staff, history, [
    ...ofOrder.filter(({ paid }) => paid > 0).map(shown),
    ...(charge ? [aloneTruth(charge)] : []),
  ])
  return truths
}

type Sums = Omit<ReturnType<typeof shown>, 'id'>
type Charge = Awaited<ReturnType<typeof readTruths>>['alone'][number]

const aloneTruth = ({ intent, amount, refunded, disputed, lost }: Charge) => ({
  ...{ id: intent!, paid: amount, refunded, disputed, lost, credited: 0, outside: 0 },
})

async function countedOf(provider: Server['provider'], { subscription, invoice }: History, truths: Truth[]) {
  if (!subscription) return []
  const { trial_end } = await provider.subscriptions.retrieve(subscription)
  const ofOrder = truths.filter((truth) => truth.id === invoice || truth.subscription === subscription)
  return countedTruths(ofOrder, invoice, trial_end)
}

async function checkOrder(staff: Acting['staff'], { order }: History, counted: Truth[], charge: Charge | undefined) {
  const { data } = await staff(orders.readOrder, { params: { id: order } })
  const parts: Sums[] = charge ? [aloneTruth(charge)] : counted
  const add = (field: keyof Sums) => sum(parts, (part) => part[field])
  const total = charge ? charge.amount : sum(counted, (truth) => truth.total)
  expect(data.ledger).toMatchObject({
    total,
    paid: add('paid'),
    refunded: add('refunded'),
    disputed: add('disputed'),
    lost: add('lost'),
    toBalance: add('credited'),
    returnedOutside: add('outside'),
    netPaid: sum(parts, netOf),
  })
  expect(data.totalAmount).toBe(total)
  const listed = data.money.flatMap(({ kind, amount, paymentId, status }) =>
    kind === 'refund' && status === 'succeeded' ? [{ paymentId, amount: -amount! }] : [],
  )
  for (const { id, refunded } of charge ? [aloneTruth(charge)] : counted)
    expect(
      sum(
        listed.filter(({ paymentId }) => paymentId === id),
        ({ amount }) => amount,
      ),
      id,
    ).toBe(refunded)
}

/** The history of all its payments ends with what is kept of them, and of each no more is left than was paid. */
async function checkMoney(staff: Acting['staff'], { order }: History, paid: (Sums & { id: string })[]) {
  const { data } = await staff(orders.readOrderMoney, { params: { id: order } })
  expect(data.entries.at(-1)?.net ?? 0).toBe(sum(paid, netOf))
  for (const truth of paid) {
    const parts = data.payments.filter(({ paymentId }) => paymentId.split(':')[0] === truth.id)
    const add = (field: 'paid' | 'refunded' | 'disputed' | 'lost' | 'credited' | 'net' | 'refundable') =>
      sum(parts, (part) => part[field])
    const { refunded, disputed, lost, credited, outside } = truth
    expect([add('paid'), add('refunded'), add('disputed'), add('lost'), add('net')], truth.id).toEqual([
      ...[truth.paid, refunded + outside, disputed, lost, netOf(truth)],
    ])
    expect(add('refundable')).toBeLessThanOrEqual(Math.max(0, netOf(truth) - disputed - credited))
  }
}

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const COLUMNS = {
  'Amount paid': 'paid',
  Refunded: 'refunded',
  'Given back outside': 'outside',
  'Credited to the balance': 'credited',
  'Held by the bank': 'disputed',
  'Lost in a dispute': 'lost',
} as const

/** Finance and its CSV, invoice by invoice, say what the provider's invoices come to. */
async function checkFinance(staff: Acting['staff'], truths: Truth[]) {
  const { data } = await staff(finance.readFinanceSummary, { query: { period: 'last-12-months' } })
  const [from, to] = [Date.parse(data.from) / 1000, Date.parse(data.to) / 1000]
  const paid = truths.filter(({ status, paidAt }) => status === 'paid' && paidAt && paidAt >= from && paidAt < to)
  expect(data.currencies.find(({ currency }) => currency === 'usd')?.paid).toMatchObject({
    amount: sum(paid, (truth) => truth.paid),
    invoices: paid.length,
    refunded: sum(paid, (truth) => truth.refunded + truth.outside),
    lost: sum(paid, (truth) => truth.lost),
  })
  const { text } = await staff(finance.exportInvoices, { query: {} })
  const [head = [], ...lines] = text.trim().split('\r\n').map(cellsOf)
  const column = (cells: string[], name: string) => cells[head.indexOf(name)]
  const cents = (cells: string[]) =>
    [...Object.keys(COLUMNS), 'Net'].map((name) => Math.round(100 * Number(column(cells, name))))
  const exported = lines.map((cells) => [column(cells, 'Invoice number'), ...cents(cells)].join(' ')).sort()
  const expected = truths.map((truth) =>
    [truth.number, ...Object.values(COLUMNS).map((field) => truth[field]), netOf(truth)].join(' '),
  )
  expect(exported).toEqual(expected.sort())
}

const tally = (names: string[]) =>
  Object.entries(Object.groupBy(names, (name) => name))
    .map(([name, those]) => `${those!.length} × ${name}`)
    .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
    .join('; ')

const houses = Array.from({ length: Math.ceil(SEQUENCES / A_HOUSE) }, (_, i) => ({
  first: FIRST + i * A_HOUSE,
  count: Math.min(A_HOUSE, SEQUENCES - i * A_HOUSE),
}))

test.each(houses)(
  '$count random histories of money, from no. $first, come to the same everywhere, to the cent',
  {
    timeout: 3_600_000,
  },
  async ({ first, count }) => {
    const server = await startWithOrders()
    const { clock, control, house, app, as, provider } = server
    for (let i = 0; i < OTHERS; i += 1) {
      const jobs = createJobs(house.database, [paymentEventJob])
      await jobs.start(house, app.log)
      onTestFinished(jobs.stop)
    }
    const all: Truth[] = []
    const did: string[] = []
    const begunAt = Date.now()
    for (let from = first; from < first + count; from += AT_ONCE) {
      const seeds = Array.from(
        { length: Math.min(AT_ONCE, first + count - from) },
        (_, i) => SEED * 1_000_003 + from + i,
      )
      const histories = await beginAll(server, seeds)
      const inWords = (history: History, error: Error) =>
        new Error(`no. ${history.seed - SEED * 1_000_003}: ${history.did.join('; ')}\n${error.message}`, {
          cause: error,
        })
      let acting = { provider, control, staff: await as('admin') }
      for (let step = 0; step < STEPS; step += 1) {
        await Promise.all(
          histories.map((history) =>
            act(acting, history).catch((error: Error) => Promise.reject(inWords(history, error))),
          ),
        )
        if (step % 3 < 2) continue
        await settled(server)
        await control('clock', { advanceS: MOVED_S })
        clock.advance(MOVED_S)
        // Nobody stays signed in for days.
        acting = { ...acting, staff: await as('admin') }
      }
      await Promise.all(
        histories.map(({ subscription }) => provider.subscriptions.cancel(subscription).catch(() => undefined)),
      )
      await settled(server)
      for (const history of histories) {
        const truths = await inTime(() => check(server, acting.staff, history)).catch((error: Error) => {
          throw inWords(history, error)
        })
        all.push(...truths)
        did.push(...history.did)
      }
    }
    await inTime(async () => checkFinance(await as('admin'), all))
    const took = ((Date.now() - begunAt) / 1000).toFixed()
    process.stdout.write(`seed ${SEED}, no. ${first} to ${first + count - 1}, ${all.length} invoices, ${took} s\n`)
    process.stdout.write(`${tally(did)}\n`)
  },
)

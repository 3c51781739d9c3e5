import { finance } from '@hikmah/contract/finance'
import { invoices } from '@hikmah/contract/invoices'
import { sum } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { orders as orderTable } from '../orders/table.ts'
import { moneyMovements, stripeEvents } from './table.ts'

/** `SEQUENCES=2000` runs as many; the usual run stays below a minute. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 12)
const AT_ONCE = 6
const STEPS = 8
const SEED = Number(process.env.SEED ?? 1)

const { admin, clock, control, customerOf, db, given, provider, read } = await startWithOrders()

/** Events of many histories at once wait for each other. */
const inTime = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 90_000, interval: 50 })

const settled = () =>
  inTime(async () => expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0))

/** Repeatable: a history that fails comes again with its seed. */
function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 14) / 2 ** 18
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)],
  }
}
type Random = ReturnType<typeof randomOf>

/** What the provider itself has of an invoice. */
async function readTruth(id: string) {
  const [invoice, payments, notes] = await Promise.all([
    provider.invoices.retrieve(id),
    provider.invoicePayments.list({ invoice: id, limit: 100, expand: ['data.payment.payment_intent'] }),
    provider.creditNotes.list({ invoice: id, limit: 100 }),
  ])
  const intents = payments.data.flatMap(({ payment }) => payment.payment_intent ?? [])
  const charges = intents.flatMap((one) => (typeof one === 'object' ? (one.latest_charge ?? []) : []))
  const details = await Promise.all(
    charges.map(async (one) => {
      const charge = typeof one === 'string' ? one : one.id
      const [{ amount, paid }, refunds, disputes] = await Promise.all([
        provider.charges.retrieve(charge),
        provider.refunds.list({ charge, limit: 100 }),
        provider.disputes.list({ charge, limit: 100 }),
      ])
      const refunded = sum(
        refunds.data.filter(({ status }) => status === 'succeeded'),
        (refund) => refund.amount,
      )
      const of = (...statuses: string[]) =>
        sum(
          disputes.data.filter(({ status }) => statuses.includes(status)),
          (each) => each.amount,
        )
      const [disputed, lost] = [of('needs_response', 'under_review'), of('lost')]
      return { charge, amount: paid ? amount : 0, refunded, disputed, lost }
    }),
  )
  const valid = notes.data.filter(({ status }) => status !== 'void')
  const noted = sum(valid, ({ post_payment_amount }) => post_payment_amount)
  const byRefund = sum(valid, ({ refunds }) => sum(refunds, ({ amount_refunded }) => amount_refunded))
  const outside = sum(valid, ({ out_of_band_amount }) => out_of_band_amount ?? 0)
  return {
    id,
    number: invoice.number,
    status: invoice.status,
    reason: invoice.billing_reason,
    subscription: invoice.parent?.subscription_details?.subscription ?? null,
    total: invoice.total,
    paid: invoice.amount_paid,
    paidAt: invoice.status_transitions.paid_at,
    charges: details,
    refunded: sum(details, (each) => each.refunded),
    disputed: sum(details, (each) => each.disputed),
    lost: sum(details, (each) => each.lost),
    credited: noted - byRefund - outside,
    outside,
  }
}
type Truth = Awaited<ReturnType<typeof readTruth>>

const invoicesOf = async (customer: string) => {
  const { data } = await provider.invoices.list({ customer, limit: 100 })
  return data.filter(({ status }) => status !== 'draft')
}

interface History {
  random: Random
  seed: number
  organizationId: string
  order: string
  customer: string
  subscription: string
  prices: string[]
  did: string[]
  isCanceled: boolean
}

async function begin(seed: number): Promise<History> {
  const random = randomOf(seed)
  const organization = await given.organization()
  const customer = (await customerOf(organization)).id
  const daily = (unit_amount: number) =>
    provider.prices.create({
      product_data: { name: 'DEENFUND' },
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'day' },
    })
  const prices = [(await daily(100 + random.below(20_000))).id, (await daily(1 + random.below(9000))).id]
  const isTrial = random.below(4) === 0
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    customer,
    client_reference_id: organization.id,
    success_url: 'https://masjid.example',
    line_items: [{ price: prices[0]!, quantity: 1 + random.below(3) }],
    ...(isTrial && { subscription_data: { trial_period_days: 1 } }),
  })
  const paid = (await control(`checkout/${session.id}/pay`, {})) as { subscription: string }
  const order = await inTime(async () => {
    const [row] = await db.select({ id: orderTable.id }).from(orderTable).where(eq(orderTable.checkoutId, session.id))
    expect(row).toBeDefined()
    return row!.id
  })
  const { subscription } = paid
  return {
    random,
    seed,
    organizationId: organization.id,
    order,
    customer,
    subscription,
    prices,
    did: [isTrial ? 'trial' : 'paid'],
    isCanceled: false,
  }
}

const acts: Record<string, (history: History) => Promise<unknown>> = {
  async 'refund there'({ customer, random }) {
    const left = await leftOfCharge(customer, random)
    if (left) await provider.refunds.create({ charge: left.charge, amount: 1 + random.below(left.amount) })
  },
  async 'credit note'({ customer, random }) {
    const invoice = random.pick(
      (await invoicesOf(customer)).filter(({ status, amount_paid }) => status === 'paid' && amount_paid > 0),
    )
    if (!invoice) return
    const amount = 1 + random.below(invoice.amount_paid)
    const refund_amount = random.pick([0, 0, random.below(amount), amount])!
    const rest = amount - refund_amount
    const isOutside = random.below(4) === 0
    await provider.creditNotes.create({
      invoice: invoice.id!,
      amount,
      ...(refund_amount > 0 && { refund_amount }),
      ...(rest > 0 && (isOutside ? { out_of_band_amount: rest } : { credit_amount: rest })),
    })
  },
  async dispute({ customer, random }) {
    const left = await leftOfCharge(customer, random)
    if (!left) return
    await control(`charges/${left.charge}/dispute`, {
      amount: 1 + random.below(left.amount),
      inquiry: random.below(4) === 0,
    })
  },
  async 'dispute goes on'({ customer, random }) {
    const { data } = await provider.charges.list({ customer, limit: 100 })
    const charge = random.pick(data.filter(({ disputed }) => disputed))
    if (charge)
      await control(
        `charges/${charge.id}/dispute`,
        random.pick([{ respond: true }, { close: 'won' }, { close: 'lost' }, { close: 'dropped' }]),
      )
  },
  async 'invoice sent'({ customer, random, prices }) {
    await provider.subscriptions.create({
      customer,
      items: [{ price: random.pick(prices)! }],
      collection_method: 'send_invoice',
      days_until_due: 3,
      cancel_at_period_end: true,
    })
  },
  async 'open invoice settled'({ customer, random }) {
    const invoice = random.pick((await invoicesOf(customer)).filter(({ status }) => status === 'open'))
    if (!invoice) return
    const how = random.below(3)
    if (how === 0) await provider.invoices.voidInvoice(invoice.id!)
    if (how === 1) await provider.invoices.pay(invoice.id!, { paid_out_of_band: true })
    if (how === 2) await provider.invoices.pay(invoice.id!)
  },
  async 'plan changed'({ subscription, random, prices }) {
    const { items } = await provider.subscriptions.retrieve(subscription)
    const item = random.pick(items.data)!
    await provider.subscriptionItems.update(item.id, {
      quantity: 1 + random.below(5),
      ...(items.data.length === 1 && { price: random.pick(prices)! }),
      proration_behavior: 'always_invoice',
    })
  },
  async 'item added'({ subscription, prices }) {
    await provider.subscriptionItems.create({ subscription, price: prices[1]!, proration_behavior: 'always_invoice' })
  },
  async 'canceled here'(history) {
    if (history.isCanceled || history.random.below(3) > 0) return
    const refund = history.random.pick(['none', 'full', 'prorated'] as const)!
    const { status } = await admin(orders.cancelOrder, {
      params: { id: history.order },
      body: { reason: 'No longer needed', refund },
    })
    history.isCanceled = status === 200
  },
}

/** A charge of the customer of which something is left to give back or to dispute. */
async function leftOfCharge(customer: string, random: Random) {
  const { data } = await provider.charges.list({ customer, limit: 100 })
  const charge = random.pick(data.filter(({ paid }) => paid))
  if (!charge) return undefined
  const disputes = await provider.disputes.list({ charge: charge.id, limit: 100 })
  const taken = sum(
    disputes.data.filter(({ status }) => status !== 'won' && !status.startsWith('warning_')),
    ({ amount }) => amount,
  )
  const amount = charge.amount - charge.amount_refunded - taken
  return amount > 0 ? { charge: charge.id, amount } : undefined
}

/** What is refused, at the provider or here, is no movement. */
async function act(history: History) {
  const name = history.random.pick(Object.keys(acts))!
  history.did.push(
    await acts[name]!(history).then(
      () => name,
      () => `${name}, refused`,
    ),
  )
}

const shown = ({ id, paid, refunded, disputed, lost, credited, outside }: Truth) => ({
  id,
  paid,
  refunded,
  disputed,
  lost,
  credited,
  outside,
})

/** Order = receipt = history = the provider's own objects, and never more back than was paid. */
async function check(history: History): Promise<Truth[]> {
  const truths = await Promise.all((await invoicesOf(history.customer)).map(({ id }) => readTruth(id!)))
  for (const { charge, amount, refunded, disputed, lost } of truths.flatMap(({ charges }) => charges))
    expect(refunded + disputed + lost, `back of ${charge}`).toBeLessThanOrEqual(amount)
  const params = { orgId: history.organizationId }
  const kept = (await admin(invoices.listOrganizationInvoices, { params, query: { limit: 100 } })).data
  const byId = <T extends { id: string }>(rows: T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(
    byId(
      kept.map((row) => ({
        id: row.id,
        paid: row.amount_paid,
        refunded: row.refunded,
        disputed: row.disputed,
        lost: row.lost,
        credited: row.credited,
        outside: row.returned_outside,
      })),
    ),
  ).toEqual(byId(truths.map(shown)))
  const movements = await db
    .select()
    .from(moneyMovements)
    .where(
      inArray(
        moneyMovements.invoiceId,
        truths.map(({ id }) => id),
      ),
    )
  for (const truth of truths) {
    const { data } = await admin(invoices.readInvoice, { params: { id: truth.id } })
    expect([data.amount_paid, data.refunded, data.lost]).toEqual([truth.paid, truth.refunded, truth.lost])
    expect(data.movements).toHaveLength(movements.filter(({ invoiceId }) => invoiceId === truth.id).length)
  }
  const own = truths.filter(
    ({ subscription, reason, status }) =>
      subscription === history.subscription &&
      (reason === 'subscription_create' || reason === 'subscription_update') &&
      !(status === 'void' && reason === 'subscription_update'),
  )
  // A change that comes to a credit is paid for by a renewal, and the end of a trial by another (countedInvoices).
  if (history.did[0] !== 'trial' && own.every(({ total }) => total >= 0)) {
    const { ledger, refunded } = await read(history.order)
    const add = (field: 'paid' | 'refunded' | 'disputed' | 'lost' | 'outside' | 'credited') =>
      sum(own, (truth) => truth[field])
    expect(ledger).toMatchObject({
      paid: add('paid'),
      refunded: add('refunded'),
      disputed: add('disputed'),
      lost: add('lost'),
      toBalance: add('credited'),
      netPaid: add('paid') - add('refunded') - add('lost') - add('outside'),
    })
    expect(refunded).toBe(add('refunded') + add('outside'))
  }
  return truths
}

/** Finance and its CSV say what the provider's invoices come to. */
async function checkFinance(truths: Truth[]) {
  const { data } = await admin(finance.readFinanceSummary, { query: { period: 'last-12-months' } })
  const [from, to] = [Date.parse(data.from) / 1000, Date.parse(data.to) / 1000]
  const paid = truths.filter(({ status, paidAt }) => status === 'paid' && paidAt && paidAt >= from && paidAt < to)
  expect(data.currencies.find(({ currency }) => currency === 'usd')?.paid).toMatchObject({
    amount: sum(paid, (truth) => truth.paid),
    invoices: paid.length,
    refunded: sum(paid, (truth) => truth.refunded + truth.outside),
    lost: sum(paid, (truth) => truth.lost),
  })
  const { text } = await admin(finance.exportInvoices, { query: {} })
  const [head = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))
  // Names before the amounts may hold commas.
  const fromEnd = (name: string) => head.indexOf(name) - head.length
  const cents = (name: string) => sum(lines, (cells) => Math.round(100 * Number(cells.at(fromEnd(name)))))
  const columns = {
    'Amount paid': 'paid',
    Refunded: 'refunded',
    'Given back outside': 'outside',
    'Credited to the balance': 'credited',
    'Held by the bank': 'disputed',
    'Lost in a dispute': 'lost',
  } as const
  for (const [name, field] of Object.entries(columns))
    expect(cents(name), name).toBe(sum(truths, (truth) => truth[field]))
}

test(`${SEQUENCES} random histories of money come to the same everywhere, to the cent`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const all: Truth[] = []
  for (let first = 0; first < SEQUENCES; first += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, SEQUENCES - first) }, (_, i) => SEED * 1_000_003 + first + i)
    const histories: History[] = []
    for (const seed of seeds) histories.push(await begin(seed))
    const time = randomOf(SEED + first)
    for (let step = 0; step < STEPS; step += 1) {
      await Promise.all(histories.map(act))
      if (time.below(3) === 0) {
        await settled()
        await control('clock', { advanceS: 86_400 })
        clock.advance(86_400)
      }
    }
    await Promise.all(
      histories.map(({ subscription }) => provider.subscriptions.cancel(subscription).catch(() => undefined)),
    )
    await settled()
    for (const history of histories) {
      const truths = await inTime(() => check(history)).catch((error: Error) => {
        throw new Error(`seed ${history.seed}: ${history.did.join(', ')}\n${error.message}`, { cause: error })
      })
      all.push(...truths)
    }
    await inTime(() => checkFinance(all))
  }
})

import { Readable } from 'node:stream'
import type { Data } from '@hikmah/contract/endpoint'
import { PROVIDER_NOT_CONFIGURED, type payments } from '@hikmah/contract/payments'
import { and, asc, desc, eq, getTableColumns, gt, isNotNull, min, ne, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { unavailable } from '../kit/errors/refusal.ts'
import { type Job, job } from '../kit/jobs/jobs.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { listEvents, listInvoices, listSubscriptions } from '../outside/stripe/billing.ts'
import { AT_ONCE } from '../outside/stripe/provider.ts'
import { idOf, unreachable } from '../outside/stripe/requests.ts'
import { describePlanned, plannedText } from '../outside/stripe/schedules.ts'
import { stripeWalks } from './comparison-table.ts'
import { type EventJob, followedEvents, keepEvent } from './events.ts'
import { type Comparer, type Counted, noteDrift } from './mirror.ts'
import { type Mirrored, PROVIDER, refresh } from './refresh.ts'
import { stripeEvents, stripeInvoices, stripeSubscriptions } from './table.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
/** The provider takes so many types in one question. */
const TYPES_AT_ONCE = 20

type Kind = (typeof stripeWalks.$inferSelect)['kind']

/** Does one part of a comparison. Its failure is reported at the end, and the rest goes on. */
type Attempt = (part: string, work: () => Promise<void>) => Promise<void>

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Writes down a walk, how far it came and why it ended, or what it had to leave out. */
async function walk(house: House, kind: Kind, work: (counted: Counted, attempt: Attempt) => Promise<void>) {
  const id = newId()
  const counted = { compared: 0, differed: 0 }
  const failed: string[] = []
  const attempt: Attempt = async (part, tried) => {
    await tried().catch((error) => failed.push(`${part}: ${errorText(error)}`))
  }
  await house.db.insert(stripeWalks).values({ id, kind, startedAt: house.clock.now() })
  let problem = ''
  try {
    await work(counted, attempt)
    if (failed.length > 0) problem = `${failed.length} could not be compared, the first was ${failed[0]}`
  } catch (error) {
    problem = errorText(error)
  }
  await house.db
    .update(stripeWalks)
    .set({ ...counted, problem, endedAt: house.clock.now() })
    .where(eq(stripeWalks.id, id))
}

/** When the last one began that came to its end. */
const lastEnded = async (db: Db, kind: Kind) => {
  const [last] = await db
    .select({ startedAt: stripeWalks.startedAt })
    .from(stripeWalks)
    .where(and(eq(stripeWalks.kind, kind), isNotNull(stripeWalks.endedAt), eq(stripeWalks.problem, '')))
    .orderBy(desc(stripeWalks.startedAt))
    .limit(1)
  return last?.startedAt
}

/** An event whose job has done its tries, or that came without one from a backup, is worked on again after this. */
const RETRY_AFTER_S = 600
const RETRIED_AT_ONCE = 1000

/** Works again on the unfinished events of the last 30 days, or their changes would be lost. */
export async function retryUnfinishedEvents({ stripe, change, jobs, clock }: House, eventJob: EventJob): Promise<void> {
  if (!stripe.isConfigured) return
  const now = clock.now()
  const { id, state, receivedAt, workedAt } = getTableColumns(stripeEvents)
  const since = sql`coalesce(${workedAt}, ${receivedAt})`
  const isLeft = sql`${since} < ${secondsAfter(now, -RETRY_AFTER_S).toISOString()}::timestamptz`
  await change(PROVIDER, async (tx) => {
    const left = await tx
      .select({ id })
      .from(stripeEvents)
      .where(and(ne(state, 'done'), isLeft, gt(receivedAt, secondsAfter(now, -30 * DAY_S))))
      // Events that always fail do not hold up the others.
      .orderBy(asc(since))
      .limit(RETRIED_AT_ONCE)
    for (const event of left) await jobs.enqueue(tx, eventJob, event)
  })
}

/** Fetches the events that never came to us, of two hours before the last time until now. */
export async function fetchMissedEvents(house: House, eventJob: EventJob): Promise<void> {
  if (!house.stripe.isConfigured) return
  const last = (await lastEnded(house.db, 'events')) ?? house.clock.now()
  const since = secondsAfter(last, -2 * HOUR_S)
  await walk(house, 'events', async (counted, attempt) => {
    for (let first = 0; first < followedEvents.length; first += TYPES_AT_ONCE) {
      for await (const event of listEvents(house.stripe, since, followedEvents.slice(first, first + TYPES_AT_ONCE))) {
        counted.compared += 1
        // One that cannot be kept does not hold up the others.
        await attempt(`event ${event.id}`, async () => {
          const isNew = await house.change(PROVIDER, (tx) => keepEvent(tx, house, eventJob, event))
          if (isNew) counted.differed += 1
        })
      }
    }
  })
}

/** Further back than this an invoice changes only by an event, which is fetched when it was missed. */
const COMPARED_DAYS = 40
/** The event of an object this new may still come. */
const ON_ITS_WAY_S = 600

/**
 * Compares everything with the provider, writes down what differs and repairs it. The first time all there ever was is
 * brought in, which is no difference; from then on invoices of forty days are compared, and all that are open.
 */
export async function compareAll(
  house: House,
  { isImport = false, others = [] }: { isImport?: boolean; others?: Comparer[] } = {},
): Promise<void> {
  const { stripe, db } = house
  if (!stripe.isConfigured) return
  const isFirst = isImport || (await lastEnded(db, 'whole')) === undefined
  await walk(house, 'whole', async (counted, attempt) => {
    await forEachAtOnce(listSubscriptions(stripe, 'work'), (subscription) =>
      attempt(`subscription ${subscription.id}`, () =>
        compare(house, counted, isFirst, 'subscription', subscription, comparableSubscription(subscription)),
      ),
    )
    const since = secondsAfter(house.clock.now(), -COMPARED_DAYS * DAY_S)
    const compareInvoice = (invoice: Stripe.Invoice) =>
      attempt(`invoice ${invoice.id}`, () =>
        compare(house, counted, isFirst, 'invoice', invoice, comparableInvoice(invoice)),
      )
    await forEachAtOnce(listInvoices(stripe, 'work', isFirst ? {} : { since }), compareInvoice)
    if (!isFirst) await forEachAtOnce(listInvoices(stripe, 'work', { status: 'open' }), compareInvoice)
    for (const compareOthers of others) await attempt(compareOthers.name, () => compareOthers(house, counted))
  })
}

/** Runs as many at once as the provider allows: the first comparison makes several calls for thousands of objects. */
const forEachAtOnce = <One>(all: AsyncIterable<One>, work: (one: One) => Promise<void>) =>
  Readable.from(all).forEach(work, { concurrency: AT_ONCE })

type Compared = Record<string, string>

async function compare(
  house: House,
  counted: Counted,
  isFirst: boolean,
  object: Mirrored & ('subscription' | 'invoice'),
  { id, created }: { id: string; created: number },
  remote: Compared,
) {
  const before = house.clock.now()
  counted.compared += 1
  const local = await readLocal[object](house.db, id)
  const fields = Object.keys(remote).filter((field) => remote[field] !== local?.[field])
  if (fields.length === 0) return
  if (isFirst && !local) return refresh(house, object, id)
  const isOnItsWay = local
    ? (await house.db.$count(stripeEvents, and(eq(stripeEvents.objectId, id), eq(stripeEvents.state, 'received')))) > 0
    : new Date(created * 1000) > secondsAfter(before, -ON_ITS_WAY_S)
  if (isOnItsWay) return
  counted.differed += 1
  await noteDrift(house, object, id, local, remote)
  await refresh(house, object, id)
}

const comparableSubscription = (one: Stripe.Subscription): Compared => ({
  status: one.status,
  cancelAtPeriodEnd: String(one.cancel_at_period_end),
  canceledAt: one.canceled_at ? new Date(one.canceled_at * 1000).toISOString() : '',
  paymentMethod: idOf(one.default_payment_method) ?? '',
  items: one.items.data
    .map((item) => `${item.price.id} × ${item.quantity ?? 1}`)
    .sort()
    .join(', '),
  collectionMethod: one.collection_method,
  planned: plannedText(one),
})

const comparableInvoice = (one: Stripe.Invoice): Compared => ({
  status: one.status ?? 'draft',
  total: String(one.total),
  amountPaid: String(one.amount_paid),
  amountRemaining: String(one.amount_remaining),
})

const readLocal = {
  subscription: async (db: Db, id: string): Promise<Compared | undefined> => {
    const [row] = await db
      .select({
        status: stripeSubscriptions.status,
        cancelAtPeriodEnd: sql<string>`${stripeSubscriptions.cancelAtPeriodEnd}::text`,
        canceledAt: stripeSubscriptions.canceledAt,
        paymentMethod: sql<string>`coalesce(${stripeSubscriptions.defaultMethodId}, '')`,
        items: sql<string>`coalesce((select string_agg(i.price_id || ' × ' || i.quantity, ', ' order by i.price_id collate "C", i.quantity)
          from stripe_subscription_items i where i.subscription_id = stripe_subscriptions.id), '')`,
        collectionMethod: stripeSubscriptions.collectionMethod,
        plannedChange: stripeSubscriptions.plannedChange,
      })
      .from(stripeSubscriptions)
      .where(eq(stripeSubscriptions.id, id))
    if (!row) return undefined
    const { plannedChange: planned, ...compared } = row
    const items = planned?.items.map(({ priceId, quantity }) => `${priceId} × ${quantity}`)
    return {
      ...compared,
      canceledAt: row.canceledAt?.toISOString() ?? '',
      planned: planned && items ? describePlanned(planned.at, items) : '',
    }
  },
  invoice: async (db: Db, id: string): Promise<Compared | undefined> => {
    const [row] = await db
      .select({
        status: stripeInvoices.status,
        total: sql<string>`${stripeInvoices.total}::text`,
        amountPaid: sql<string>`${stripeInvoices.amountPaid}::text`,
        amountRemaining: sql<string>`${stripeInvoices.amountRemaining}::text`,
      })
      .from(stripeInvoices)
      .where(eq(stripeInvoices.id, id))
    return row
  },
}

type CompareJob = Job<House, object>

/** The first start imports everything that the provider has. */
export async function compareAtFirstStart(house: House, compareJob: CompareJob): Promise<void> {
  if (!house.stripe.isConfigured || (await house.db.$count(stripeWalks, eq(stripeWalks.kind, 'whole'))) > 0) return
  await house.change(PROVIDER, (tx) => house.jobs.enqueue(tx, compareJob, {}))
}

export async function startComparison(house: House, actor: StaffActor, compareJob: CompareJob): Promise<void> {
  if (!house.stripe.isConfigured) throw unavailable(PROVIDER_NOT_CONFIGURED)
  await house.change(actor, async (tx) => {
    record(tx, {
      action: 'payment-customer.comparison-started',
      entity: 'payment-customer',
      entityId: '',
      entityName: 'All data of the payment provider',
    })
    await house.jobs.enqueue(tx, compareJob, {})
  })
}

export const createCompareJob = (others: Comparer[]): CompareJob =>
  job({
    name: 'compare-payments',
    every: 'night',
    work: (house: House) => compareAll(house, { others }),
  })

type State = Data<typeof payments.readProviderState>

/** Whether the provider answers and, while it does not, until when our copies are complete. */
export async function readProviderState({ db, stripe }: Pick<House, 'db' | 'stripe'>): Promise<State> {
  const awaySince = await stripe.look()
  if (!awaySince) return { awaySince: null, knownUntil: null }
  const knownUntil = await readKnownUntil(db)
  return { awaySince: awaySince.toISOString(), knownUntil: knownUntil?.toISOString() ?? null }
}

/** Asks it at once, for somebody who waits. When it answers, what happened meanwhile is fetched. */
export async function tryProvider(house: House, actor: StaffActor, missedEvents: Job<House, object>): Promise<State> {
  if (!house.stripe.isConfigured) throw unavailable(PROVIDER_NOT_CONFIGURED)
  const awaySince = await house.stripe.look('now')
  if (awaySince) throw unreachable()
  return house.change(actor, async (tx) => {
    await house.jobs.enqueue(tx, missedEvents, {})
    return { awaySince: null, knownUntil: null }
  })
}

/** When the last comparison that came to its end began; earlier, where an event waits that was known before it. */
async function readKnownUntil(db: Db): Promise<Date | undefined> {
  const walks = await Promise.all([lastEnded(db, 'events'), lastEnded(db, 'whole')])
  const [newest] = walks.filter((at) => at !== undefined).sort((a, b) => b.getTime() - a.getTime())
  const [waiting] = await db
    .select({ since: min(stripeEvents.receivedAt) })
    .from(stripeEvents)
    .where(ne(stripeEvents.state, 'done'))
  return newest && waiting?.since && waiting.since < newest ? waiting.since : newest
}

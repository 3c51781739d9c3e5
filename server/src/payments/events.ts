import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { House } from '../house.ts'
import { invalid } from '../kit/errors/refusal.ts'
import { type Job, job } from '../kit/jobs/jobs.ts'
import type { Tx } from '../kit/write/tx.ts'
import { invoicePaymentBy } from '../outside/stripe/billing.ts'
import { idOf } from '../outside/stripe/requests.ts'
import { type Mirrored, PROVIDER, refresh } from './refresh.ts'
import { stripeEvents, stripeInvoices, stripePaymentMethods } from './table.ts'

interface ProviderEvent {
  type: string
  object: Record<string, unknown> & { id: string }
  /** The connected account it is of; empty for the platform's own. */
  account: string
  createdAt: Date
  receivedAt: Date
}

/** Every event of the provider that anybody follows: worked on when it arrives, and fetched where it did not. */
export const followedEvents = [
  'account.application.deauthorized',
  'account.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refunded',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'coupon.created',
  'coupon.deleted',
  'coupon.updated',
  'credit_note.created',
  'credit_note.updated',
  'credit_note.voided',
  'customer.created',
  'customer.deleted',
  'customer.discount.created',
  'customer.discount.deleted',
  'customer.discount.updated',
  'customer.source.created',
  'customer.source.deleted',
  'customer.source.expiring',
  'customer.source.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.deleted',
  'invoice.finalization_failed',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.overdue',
  'invoice.overpaid',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.payment_succeeded',
  'invoice.sent',
  'invoice.updated',
  'invoice.voided',
  'invoice.will_be_due',
  'invoice_payment.paid',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'price.created',
  'price.deleted',
  'price.updated',
  'product.created',
  'product.deleted',
  'product.updated',
  'promotion_code.created',
  'promotion_code.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'subscription_schedule.aborted',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.created',
  'subscription_schedule.released',
  'subscription_schedule.updated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]
type FollowedEvent = (typeof followedEvents)[number]

/** `invoice.` of `invoice.paid`. */
type Beginning<Name extends string> = Name extends `${infer Head}.${infer Rest}`
  ? `${Head}.` | `${Head}.${Beginning<Rest>}`
  : never

/** A feature that follows what happens at the provider. It reads what it needs there: events come late and in disorder. */
export interface EventHandler {
  /** Such as `promotion_code.updated`, or `coupon.` for all that begin with it. */
  types: (FollowedEvent | Beginning<FollowedEvent>)[]
  /** The handler follows connected accounts, too. Events of these concern no other handler. */
  followsAccounts?: true
  /** Done again after a crash or when the event comes twice. `object` is as it was when the event was made. */
  work(house: House, event: ProviderEvent): Promise<void>
}

export type EventJob = Job<House, { id: string }>

/** Keeps an event that is new to us, with the job that works on it where somebody follows its type. */
export async function keepEvent(tx: Tx, { jobs }: House, eventJob: EventJob, event: Stripe.Event): Promise<boolean> {
  const object = event.data.object as { id?: string }
  const isFollowed = (followedEvents as readonly string[]).includes(event.type)
  const newEvents = await tx
    .insert(stripeEvents)
    .values({
      id: event.id,
      type: event.type,
      objectId: object.id ?? '',
      account: event.account ?? '',
      createdAt: new Date(event.created * 1000),
      receivedAt: tx.at,
      payload: object as Record<string, unknown>,
      state: isFollowed ? 'received' : 'done',
      workedAt: isFollowed ? null : tx.at,
    })
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id })
  if (newEvents.length > 0 && isFollowed) await jobs.enqueue(tx, eventJob, { id: event.id })
  return newEvents.length > 0
}

/** The job that works on one event: once, however often it was sent. */
export function createEventJob(handlers: EventHandler[]): EventJob {
  const handlersFor = (type: string) =>
    [mirrorHandler, ...handlers].filter(({ types }) =>
      types.some((name) => (name.endsWith('.') ? type.startsWith(name) : type === name)),
    )
  const work = async (house: House, { id }: { id: string }) => {
    const [event] = await house.db.select().from(stripeEvents).where(eq(stripeEvents.id, id))
    if (!event || event.state === 'done') return
    const { type, account, objectId, createdAt, receivedAt } = event
    const object = { ...event.payload, id: objectId }
    const settle = (state: 'done' | 'failed', problem: string) =>
      house.db.update(stripeEvents).set({ state, problem, workedAt: house.clock.now() }).where(eq(stripeEvents.id, id))
    try {
      for (const handler of handlersFor(type)) {
        if (account === '' || handler.followsAccounts)
          await handler.work(house, { type, account, object, createdAt, receivedAt })
      }
    } catch (error) {
      await settle('failed', error instanceof Error ? error.message : String(error))
      throw error
    }
    await settle('done', '')
  }
  return job({ name: 'payment-event', work })
}

const mirrorHandler: EventHandler = {
  types: [
    'customer.created',
    'customer.updated',
    'customer.deleted',
    'customer.subscription.',
    'customer.discount.',
    'customer.source.',
    'payment_method.',
    'invoice.',
    'invoice_payment.paid',
    'credit_note.',
    'charge.refunded',
    'charge.dispute.',
    'refund.',
    'subscription_schedule.',
    'price.',
    'product.',
  ],
  work: async (house, { type, object, createdAt, receivedAt }) => {
    const [mirrored, id] = await whatChanged(house, type, object)
    if (id) await refresh(house, mirrored, id, { since: receivedAt, happenedAt: createdAt })
  },
}

async function whatChanged(
  { db, stripe }: Pick<House, 'db' | 'stripe'>,
  type: string,
  object: Record<string, unknown> & { id: string },
): Promise<[Mirrored, string | null]> {
  const reference = (name: string) => idOf(object[name] as string | { id: string } | null | undefined)
  if (type.startsWith('subscription_schedule.'))
    return ['subscription', reference('subscription') ?? reference('released_subscription')]
  if (type.startsWith('customer.subscription.')) return ['subscription', object.id]
  if (type.startsWith('customer.discount.')) return ['subscription', reference('subscription')]
  if (type.startsWith('customer.source.')) return ['customer', reference('customer')]
  if (type.startsWith('payment_method.'))
    return ['customer', reference('customer') ?? (await formerCustomer(db, object.id))]
  if (type.startsWith('customer.')) return ['customer', object.id]
  if (type.startsWith('invoice.')) return ['invoice', object.id]
  if (type.startsWith('price.')) return ['price', object.id]
  if (type.startsWith('product.')) return ['product', object.id]
  if (type === 'invoice_payment.paid' || type.startsWith('credit_note.')) return ['invoice', reference('invoice')]
  // Refunds and disputes name the charge, which was paid on an invoice. The copy knows the newest charge of each.
  const charge = type === 'charge.refunded' ? object.id : reference('charge')
  if (!charge) return ['invoice', null]
  const isItsCharge = sql`${stripeInvoices.payment} ->> 'chargeId' = ${charge}`
  const [paid] = await db.select({ id: stripeInvoices.id }).from(stripeInvoices).where(isItsCharge)
  if (paid) return ['invoice', paid.id]
  const intent = reference('payment_intent')
  return ['invoice', idOf(intent && (await invoicePaymentBy(stripe, 'work', intent))?.invoice)]
}

/** A payment method that was detached names nobody any more. */
async function formerCustomer(db: House['db'], method: string): Promise<string | null> {
  const { id, customerId } = stripePaymentMethods
  const [row] = await db.select({ customerId }).from(stripePaymentMethods).where(eq(id, method))
  return row?.customerId ?? null
}

const MAX_BYTES = 1_048_576

/** The end of the year 9999, in seconds. */
const LATEST_S = 253_402_300_799

const Readable = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.int().min(0).max(LATEST_S),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/**
 * POST /api/stripe/webhook: what the provider tells us. Its signature is made of the very bytes, so they are not parsed
 * before it is checked. The event is kept and answered at once; the work is a job's.
 */
export function receiveEvents(app: FastifyInstance, house: House, eventJob: EventJob) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/stripe/webhook', { schema: { hide: true } as object }, async (request) => {
      const signature = request.headers['stripe-signature']
      const isSigned = typeof signature === 'string' && Buffer.isBuffer(request.body)
      const event = isSigned
        ? await house.stripe.readEvent(request.body as Buffer, signature, house.clock.now())
        : undefined
      if (!event) {
        throw invalid('stripe-signature', 'made with none of our secrets, too old, or dated in the future')
      }
      // Refused as what it is: a failure of ours would be sent again for days.
      const wrong = Readable.safeParse(event).error?.issues[0]
      if (wrong) throw invalid(wrong.path.join('.') || 'body', wrong.message)
      await house.change(PROVIDER, (tx) => keepEvent(tx, house, eventJob, event))
      return { received: true }
    })
  })
}

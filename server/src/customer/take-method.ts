import { and, eq, exists, isNull, not, or, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { tryEach } from '../kit/jobs/jobs.ts'
import { listMethods, readCustomer } from '../outside/stripe/billing.ts'
import { makeDefault, readSaved } from '../outside/stripe/payment-methods.ts'
import { idOf } from '../outside/stripe/requests.ts'
import type { EventHandler } from '../payments/events.ts'
import { type Comparer, noteDrift } from '../payments/mirror.ts'
import { aboutCustomer } from '../payments/queries.ts'
import { PROVIDER, refresh } from '../payments/refresh.ts'
import { stripeCustomers, stripeEvents, stripePaymentMethods, stripeSubscriptions } from '../payments/table.ts'
import { paymentMethodLinks } from './table.ts'

export const savedMethodHandler: EventHandler = {
  types: ['checkout.session.completed'],
  work: async (house, { object }) => {
    if (object.mode === 'setup') await takeSavedMethod(house, object.id)
  },
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Makes what was saved with a link the default, once: a later event about it, or another page of the link, changes nothing,
 * nor does a page that was opened before staff ended the link.
 */
async function takeSavedMethod(house: House, sessionId: string): Promise<void> {
  const saved = await readSaved(house.stripe, sessionId)
  if (!saved || !UUID.test(saved.link)) return
  const isThis = eq(paymentMethodLinks.id, saved.link)
  const [link] = await house.db.select().from(paymentMethodLinks).where(isThis)
  if (!link || link.usedAt || link.revokedAt || link.customerId !== saved.customer) return
  const subscriptions = await makeDefault(house.stripe, saved.customer, saved.method)
  await refresh(house, 'customer', saved.customer)
  for (const id of subscriptions) await refresh(house, 'subscription', id)
  await house.change(PROVIDER, async (tx) => {
    const [used] = await tx
      .update(paymentMethodLinks)
      .set({ usedAt: tx.at, methodId: saved.method })
      .where(and(isThis, isNull(paymentMethodLinks.usedAt)))
      .returning()
    const [customer] = await tx.select().from(stripeCustomers).where(eq(stripeCustomers.id, saved.customer))
    const [method] = await tx.select().from(stripePaymentMethods).where(eq(stripePaymentMethods.id, saved.method))
    if (!used || !customer) return
    const after = { method: [method?.brand.toUpperCase(), method?.last4].filter(Boolean).join(' ') || saved.method }
    record(tx, { ...aboutCustomer(customer, link.organizationId), action: 'payment-customer.method-replaced', after })
  })
}

const describeMethods = (methods: { id: string; expMonth: number | null; expYear: number | null }[]) =>
  methods
    .map(({ id, expMonth, expYear }) => (expMonth ? `${id} ${expMonth}/${expYear}` : id))
    .sort()
    .join(', ')

/** Of the customers who are billed: their payment methods, and which of them is the default. */
export const compareMethods: Comparer = async (house, counted) => {
  const { id, customerId, detachedAt, expMonth, expYear } = stripePaymentMethods
  const running = house.db
    .select({ id: sql`1` })
    .from(stripeSubscriptions)
    .where(and(eq(stripeSubscriptions.customerId, stripeCustomers.id), isNull(stripeSubscriptions.endedAt)))
  const customers = await house.db
    .select()
    .from(stripeCustomers)
    .where(and(not(stripeCustomers.isDeleted), exists(running)))
  await tryEach(customers, async (customer) => {
    counted.compared += 1
    const remote = await readCustomer(house.stripe, 'work', customer.id)
    if (!remote || remote.deleted) return
    const now = {
      methods: describeMethods(
        (await listMethods(house.stripe, 'work', customer.id)).map((method) => ({
          id: method.id,
          expMonth: method.card?.exp_month ?? null,
          expYear: method.card?.exp_year ?? null,
        })),
      ),
      default: idOf(remote.invoice_settings.default_payment_method) ?? '',
    }
    const kept = await house.db
      .select({ id, expMonth, expYear })
      .from(stripePaymentMethods)
      .where(and(eq(customerId, customer.id), isNull(detachedAt)))
    const before = { methods: describeMethods(kept), default: customer.defaultMethodId ?? '' }
    if (before.methods === now.methods && before.default === now.default && customer.methodsReadAt) return
    // The first reading finds no difference, and what has an event that waits is none.
    if (customer.methodsReadAt && !(await isOnItsWay(house, customer.id))) {
      counted.differed += 1
      await noteDrift(house, 'customer', customer.id, before, now)
    }
    await refresh(house, 'customer', customer.id)
  })
}

async function isOnItsWay({ db }: House, customer: string): Promise<boolean> {
  const { state, objectId, payload } = stripeEvents
  const isAbout = or(eq(objectId, customer), sql`${payload} ->> 'customer' = ${customer}`)
  return (await db.$count(stripeEvents, and(eq(state, 'received'), isAbout))) > 0
}

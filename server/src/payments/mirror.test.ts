import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startWithPayments } from '../../test/payments.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { mirrorCustomer, mirrorInvoice, mirrorPrice, mirrorProduct, mirrorSubscription } from './mirror.ts'
import { PROVIDER } from './refresh.ts'
import { stripeCustomers, stripeInvoices, stripePrices, stripeProducts, stripeSubscriptions } from './table.ts'

const { db, house, clock, given, provider, customerOf, price } = await startWithPayments()

const { id: customerId } = await customerOf(await given.organization())
const customer = (await provider.customers.retrieve(customerId)) as Stripe.Customer
const monthly = await price('DEENWEB Standard', 2900)
const subscription = await provider.subscriptions.create({ customer: customerId, items: [{ price: monthly.id }] })
const items = subscription.items.data
const invoice = await provider.invoices.retrieve(subscription.latest_invoice as string)
const productId = monthly.product as string

interface Copy {
  /** Writes a reading that differs from others in this text. */
  write(tx: Tx, text: string, fetchedAt: Date): Promise<void>
  read(): Promise<string | undefined>
}

const money = { paid: { charges: [], outside: 0 }, movements: [] }

const copies: Record<string, Copy> = {
  customer: {
    write: (tx, name, at) => mirrorCustomer(tx, { ...customer, name }, at),
    read: async () => (await db.select().from(stripeCustomers).where(eq(stripeCustomers.id, customerId)))[0]?.name,
  },
  price: {
    write: (tx, nickname, at) => mirrorPrice(tx, { ...monthly, nickname }, at),
    read: async () => (await db.select().from(stripePrices).where(eq(stripePrices.id, monthly.id)))[0]?.nickname,
  },
  product: {
    write: (tx, name, at) => mirrorProduct(tx, { id: productId, name }, at),
    read: async () => (await db.select().from(stripeProducts).where(eq(stripeProducts.id, productId)))[0]?.name,
  },
  subscription: {
    write: async (tx, status, at) => {
      await mirrorCustomer(tx, customer, at)
      await mirrorSubscription(tx, { ...subscription, status: status as Stripe.Subscription.Status }, items, at)
    },
    read: async () =>
      (await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.id, subscription.id)))[0]?.status,
  },
  invoice: {
    write: async (tx, number, at) => {
      await mirrorCustomer(tx, customer, at)
      const whole = { invoice: { ...invoice, number }, lines: [], payments: [], money, taxes: [], decline: '' }
      await mirrorInvoice(tx, whole, at)
    },
    read: async () =>
      (await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, invoice.id)))[0]?.number ?? undefined,
  },
}

test.each(Object.keys(copies))(
  'of two readings of a %s the one that began later stays, whichever is written first',
  async (name) => {
    const { write, read } = copies[name]!
    // Later than any reading that an event of the provider sets off here.
    const [earlier, later, latest] = [1, 2, 3].map((hours) => secondsAfter(clock.now(), hours * 3600))
    await house.change(PROVIDER, (tx) => write(tx, 'newer', later!))
    await house.change(PROVIDER, (tx) => write(tx, 'older', earlier!))
    expect(await read()).toBe('newer')
    await house.change(PROVIDER, (tx) => write(tx, 'newest', latest!))
    expect(await read()).toBe('newest')
  },
)

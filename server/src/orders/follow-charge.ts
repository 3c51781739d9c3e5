import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { tryEach } from '../kit/jobs/try-each.ts'
import { paidOf, readChargeOf } from '../outside/stripe/charges.ts'
import { idOf } from '../outside/stripe/ids.ts'
import type { Use } from '../outside/stripe/provider.ts'
import type { Comparer } from '../payments/drift.ts'
import type { EventHandler } from '../payments/events.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { orders } from './table.ts'

/** What an order keeps of its charge. */
export const keptOf = (charge: Stripe.Charge) => ({
  charge: charge.status === 'succeeded' ? paidOf([charge]) : null,
  chargeRefunded: charge.amount_refunded,
})

/** Money may go back at the provider itself, where an order without an invoice has nothing else that says so. */
export const orderChargeHandler: EventHandler = {
  types: ['charge.refunded', 'refund.'],
  async work(house, { object }) {
    const intent = idOf(object.payment_intent as string | { id: string } | null | undefined)
    if (intent) await followCharges(house, 'work', eq(orders.paymentIntentId, intent))
  },
}

/** Orders from before their charges were kept. */
export const compareOrderCharges: Comparer = (house) =>
  followCharges(house, 'work', and(eq(orders.checkoutPayment, 'paid'), isNull(orders.charge)))

export async function followCharges({ db, stripe, change }: House, use: Use, chosen: SQL | undefined) {
  const paidOnce = await db
    .select({ id: orders.id, intent: orders.paymentIntentId })
    .from(orders)
    .where(and(chosen, isNotNull(orders.paymentIntentId), isNull(orders.invoiceId)))
  await tryEach(paidOnce, async ({ id, intent }) => {
    const charge = await readChargeOf(stripe, use, intent!)
    if (charge) await change(PROVIDER, (tx) => tx.update(orders).set(keptOf(charge)).where(eq(orders.id, id)))
  })
}

import { frequencyOf } from '@hikmah/contract/payments'
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { tryEach } from '../kit/jobs/jobs.ts'
import type { Tx } from '../kit/write/tx.ts'
import { paidOf, readChargeOf } from '../outside/stripe/billing.ts'
import type { Use } from '../outside/stripe/provider.ts'
import { idOf } from '../outside/stripe/requests.ts'
import type { EventHandler } from '../payments/events.ts'
import type { Comparer } from '../payments/mirror.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { stripePrices, stripeProducts, stripeSubscriptionItems } from '../payments/table.ts'
import { nameBought } from './checkout-items.ts'
import { saveOrder } from './queries.ts'
import { orderItems, orders } from './table.ts'

/** A plan may be changed elsewhere than in its order: on the page of plans, or at the provider. */
export const orderItemsHandler: EventHandler = {
  types: ['customer.subscription.'],
  work: ({ change }, { object }) => change(PROVIDER, (tx) => followItems(tx, eq(orders.subscriptionId, object.id))),
}

/** A copy that was repaired has no event. */
export const compareOrderItems: Comparer = ({ change }) => change(PROVIDER, (tx) => followItems(tx))

/** Items are what our copies of their subscriptions say. One that is no longer billed stays as it was bought. */
async function followItems(tx: Tx, chosen?: SQL) {
  const billed = stripeSubscriptionItems
  const differing = await tx
    .select({ item: orderItems, billed, productName: stripeProducts.name, nickname: stripePrices.nickname })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(
      billed,
      and(eq(billed.subscriptionId, orders.subscriptionId), eq(billed.id, orderItems.subscriptionItemId)),
    )
    .leftJoin(stripePrices, eq(stripePrices.id, billed.priceId))
    .leftJoin(stripeProducts, eq(stripeProducts.id, billed.productId))
    .where(
      and(
        chosen,
        isNull(orderItems.removedAt),
        or(sql`${orderItems.quantity} <> ${billed.quantity}`, sql`${orderItems.priceId} <> ${billed.priceId}`),
      ),
    )
    .orderBy(asc(orders.id))
    .for('no key update', { of: orders })
  const named = await nameBought(
    tx,
    differing.map(({ item, billed: { productId, priceId }, productName, nickname }) => ({
      ...{ productId, priceId, productName: productName ?? item.name, nickname: nickname ?? '' },
    })),
  )
  for (const [i, { item, billed: now }] of differing.entries()) {
    const { quantity, priceId, productId } = now
    // Of tiers, and of a price in several currencies, the amount is not known.
    const isKnown = now.unitAmount !== null && now.currency === item.currency
    const unitAmount = isKnown ? now.unitAmount! : item.unitAmount
    const other = {
      ...named[i]!,
      priceId,
      productId,
      frequency: frequencyOf({ interval: now.recurringInterval, intervalCount: now.intervalCount }),
    }
    await tx
      .update(orderItems)
      .set({ quantity, unitAmount, amount: unitAmount * quantity, ...(priceId !== item.priceId && other) })
      .where(eq(orderItems.id, item.id))
  }
  for (const orderId of new Set(differing.map(({ item }) => item.orderId))) await saveOrder(tx, orderId, {})
}

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

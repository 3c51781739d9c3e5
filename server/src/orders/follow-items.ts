import { frequencyOf } from '@hikmah/contract/payments'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../kit/db/db.ts'
import type { Comparer } from '../payments/drift.ts'
import type { EventHandler } from '../payments/events.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { stripePrices, stripeProducts, stripeSubscriptionItems } from '../payments/table.ts'
import { nameBought } from './catalogue.ts'
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

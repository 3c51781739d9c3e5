import { frequencyOf } from '@hikmah/contract/payments'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { idOf } from '../outside/stripe/ids.ts'
import { stripeSubscriptionItems } from '../payments/table.ts'
import { nameBought } from './catalogue.ts'
import { unitAmountOf } from './unit-amount.ts'

/** What was bought at a checkout, as the items of its order. */
export async function itemRows(
  tx: Tx,
  orderId: string,
  currency: string,
  lines: Stripe.LineItem[],
  subscriptionId: string | null,
) {
  const named = await nameBought(tx, lines.map(boughtOf))
  const subscribed = subscriptionId
    ? await tx.select().from(stripeSubscriptionItems).where(eq(stripeSubscriptionItems.subscriptionId, subscriptionId))
    : []
  return lines.map((line, position) => {
    const { productId, priceId } = boughtOf(line)
    const quantity = line.quantity ?? 1
    // A subscription has each price once.
    const item = subscribed.find((one) => one.priceId === priceId)
    return {
      ...named[position]!,
      id: newId(),
      orderId,
      position,
      quantity,
      unitAmount: unitAmountOf(line, currency),
      amount: line.amount_subtotal,
      currency,
      frequency: frequencyOf({
        interval: line.price?.recurring?.interval ?? null,
        intervalCount: line.price?.recurring?.interval_count ?? null,
      }),
      productId,
      priceId,
      subscriptionItemId: item?.id ?? '',
      status: 'new' as const,
      dueAt: item?.currentPeriodEnd ?? null,
    }
  })
}

function boughtOf({ price, description }: Stripe.LineItem) {
  const product = price?.product
  const productName = typeof product === 'object' && !product.deleted ? product.name : (description ?? '')
  return { productId: idOf(product) ?? '', productName, priceId: price?.id ?? '', nickname: price?.nickname ?? '' }
}

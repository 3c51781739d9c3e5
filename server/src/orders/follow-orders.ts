import { isDeepStrictEqual } from 'node:util'
import { amountFor } from '@hikmah/contract/money'
import type { MoneyMovement } from '@hikmah/contract/money-account'
import { refundStatusesUnderWay } from '@hikmah/contract/orders/words'
import { frequencyOf } from '@hikmah/contract/payments'
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { House } from '../house.ts'
import { BATCH_ROWS } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { tryEach } from '../kit/jobs/jobs.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { invoicePaymentBy, paidOf, readChargeOf } from '../outside/stripe/billing.ts'
import { knownRefundStatus, listMovements, readChargeMoney } from '../outside/stripe/movements.ts'
import type { Use } from '../outside/stripe/provider.ts'
import { readRefund } from '../outside/stripe/refunds.ts'
import { idOf } from '../outside/stripe/requests.ts'
import type { EventHandler } from '../payments/events.ts'
import { type Comparer, noteDrift, saveMovements } from '../payments/mirror.ts'
import { PROVIDER, refresh } from '../payments/refresh.ts'
import {
  moneyMovements,
  stripeInvoices,
  stripePrices,
  stripeProducts,
  stripeSubscriptionItems,
} from '../payments/table.ts'
import { nameBought } from './checkout-items.ts'
import { countedInvoices, saveOrder } from './queries.ts'
import { orderItems, orderRefunds, orders } from './table.ts'

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
  const pickChanged = await tx
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
    pickChanged.map(({ item, billed: { productId, priceId }, productName, nickname }) => ({
      productId,
      priceId,
      productName: productName ?? item.name,
      nickname: nickname ?? '',
    })),
  )
  for (const [i, { item, billed: current }] of pickChanged.entries()) {
    const { quantity, priceId, productId } = current
    // A price with tiers or in several currencies has no known amount.
    const isKnown = current.unitAmount !== null && current.currency === item.currency
    const unitAmount = isKnown ? current.unitAmount! : item.unitAmount
    const newPrice = {
      ...named[i]!,
      priceId,
      productId,
      frequency: frequencyOf({ interval: current.recurringInterval, intervalCount: current.intervalCount }),
    }
    await tx
      .update(orderItems)
      .set({ quantity, unitAmount, amount: amountFor(unitAmount, quantity), ...(priceId !== item.priceId && newPrice) })
      .where(eq(orderItems.id, item.id))
  }
  const grown = await addItems(tx, chosen)
  for (const orderId of new Set([...pickChanged.map(({ item }) => item.orderId), ...grown]))
    await saveOrder(tx, orderId, {})
}

/** What was added to the subscription of an order elsewhere is ordered, too. Returns the orders that grew. */
async function addItems(tx: Tx, chosen: SQL | undefined): Promise<string[]> {
  const billed = stripeSubscriptionItems
  const ordered = sql`select from order_items i where i.order_id = ${orders.id}
    and (i.subscription_item_id = ${billed.id} or (i.subscription_item_id = '' and i.price_id = ${billed.priceId}))`
  const added = await tx
    .select({
      order: { id: orders.id, status: orders.status, currency: orders.currency },
      billed,
      last: sql<number>`(select max(i.position) from order_items i where i.order_id = ${orders.id})`,
      productName: stripeProducts.name,
      nickname: stripePrices.nickname,
    })
    .from(orders)
    .innerJoin(billed, eq(billed.subscriptionId, orders.subscriptionId))
    .leftJoin(stripePrices, eq(stripePrices.id, billed.priceId))
    .leftJoin(stripeProducts, eq(stripeProducts.id, billed.productId))
    .where(and(chosen, ne(orders.status, 'closed'), sql`not exists (${ordered})`))
    .orderBy(asc(orders.id), asc(billed.position))
    .for('no key update', { of: orders })
  const named = await nameBought(
    tx,
    added.map(({ billed: { productId, priceId }, productName, nickname }) => ({
      productId,
      priceId,
      productName: productName ?? productId,
      nickname: nickname ?? '',
    })),
  )
  const rows = added.map(({ order, billed: item, last }, i) => ({
    ...named[i]!,
    id: newId(),
    orderId: order.id,
    position: last + 1 + i,
    quantity: item.quantity,
    unitAmount: item.unitAmount ?? 0,
    amount: amountFor(item.unitAmount ?? 0, item.quantity),
    currency: item.currency,
    frequency: frequencyOf({ interval: item.recurringInterval, intervalCount: item.intervalCount }),
    productId: item.productId,
    priceId: item.priceId,
    subscriptionItemId: item.id,
    status: order.status,
    dueAt: item.currentPeriodEnd,
  }))
  if (rows.length > 0) await tx.insert(orderItems).values(rows)
  return rows.map(({ orderId }) => orderId)
}

export const chargeColumns = (charge: Stripe.Charge) => ({
  charge: charge.status === 'succeeded' ? paidOf([charge]) : null,
})

/** Money may go back at the provider itself, where an order without an invoice has nothing else that says so. */
export const orderChargeHandler: EventHandler = {
  types: ['charge.refunded', 'charge.dispute.', 'refund.'],
  async work(house, { object }) {
    const intent = idOf(object.payment_intent as string | { id: string } | null | undefined)
    if (intent) await followCharges(house, 'work', eq(orders.paymentIntentId, intent))
  },
}

/** Orders from before their charges were kept. */
export const compareOrderCharges: Comparer = (house) =>
  followCharges(house, 'work', and(eq(orders.checkoutPayment, 'paid'), isNull(orders.charge)))

/** A bank decides about a dispute within this time. */
const MOVED_DAYS = 120

/** What moved after a payment and no event told. The first time, everything there ever was. */
export const compareMovements: Comparer = async (house, counted) => {
  const { db, stripe, clock } = house
  const isFirst = (await db.$count(moneyMovements)) === 0
  const since = isFirst ? undefined : secondsAfter(clock.now(), -MOVED_DAYS * DAY_S)
  for await (const { movement, paymentIntent, invoice } of listMovements(stripe, since)) {
    counted.compared += 1
    const [kept] = await db.select().from(moneyMovements).where(eq(moneyMovements.id, movement.id))
    if (isDeepStrictEqual(kept?.movement, movement)) continue
    const ofInvoice =
      invoice ?? (paymentIntent && idOf((await invoicePaymentBy(stripe, 'work', paymentIntent))?.invoice))
    if (ofInvoice) await refresh(house, 'invoice', ofInvoice)
    else if (paymentIntent) await followCharges(house, 'work', eq(orders.paymentIntentId, paymentIntent))
    const isNow = await db.$count(moneyMovements, eq(moneyMovements.id, movement.id))
    // Of a payment that is no order's and has no invoice nothing is kept.
    if (isNow === 0 || isFirst) continue
    counted.differed += 1
    const told = (one: MoneyMovement | undefined) => one && { [one.kind]: JSON.stringify(one) }
    await noteDrift(house, 'payment', ofInvoice ?? paymentIntent ?? '', told(kept?.movement), told(movement)!)
  }
}

export async function followCharges({ db, stripe, change, clock }: House, use: Use, chosen: SQL | undefined) {
  const paidOnce = await db
    .select({ id: orders.id, intent: orders.paymentIntentId, currency: orders.currency })
    .from(orders)
    .where(and(chosen, isNotNull(orders.paymentIntentId), isNull(orders.invoiceId)))
  await tryEach(paidOnce, async ({ id, intent, currency }) => {
    const readAt = clock.now()
    const charge = await readChargeOf(stripe, use, intent!)
    if (!charge) return
    const { movements } = await readChargeMoney(stripe, use, charge)
    await change(PROVIDER, async (tx) => {
      await tx.update(orders).set(chargeColumns(charge)).where(eq(orders.id, id))
      await saveMovements(tx, { paymentIntentId: intent!, currency }, movements, readAt)
    })
  })
}

/** Recalculates the totals of orders from the invoices that count. What has none keeps what it was made with. */
export async function saveTotals(tx: Tx, ids: string[]) {
  if (ids.length === 0) return
  await tx.execute(sql`update orders set subtotal = s.subtotal, discount = s.discount, tax = s.tax, shipping = s.shipping, total = s.total
    from (select o.id, sum(v.subtotal) as subtotal, sum(v.discount) as discount, sum(v.tax) as tax, sum(v.shipping) as shipping, sum(v.total) as total
      from orders o, lateral ${countedInvoices} v where ${inArray(sql`o.id`, ids)} group by o.id) s
    where orders.id = s.id and (orders.subtotal, orders.discount, orders.tax, orders.shipping, orders.total)
      is distinct from (s.subtotal, s.discount, s.tax, s.shipping, s.total)`)
}

/** An invoice that is made or changes may be one of an order. */
export const orderInvoiceHandler: EventHandler = {
  types: ['invoice.'],
  work: ({ change }, { object }) =>
    change(PROVIDER, async (tx) => {
      const [invoice] = await tx
        .select({ subscriptionId: stripeInvoices.subscriptionId })
        .from(stripeInvoices)
        .where(eq(stripeInvoices.id, object.id))
      if (!invoice) return
      const { subscriptionId } = invoice
      const billedOrders = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(
          or(eq(orders.invoiceId, object.id), subscriptionId ? eq(orders.subscriptionId, subscriptionId) : undefined),
        )
      const ids = billedOrders.map(({ id }) => id)
      await saveTotals(tx, ids)
    }),
}

/** Repairs missed events, and totals that a newer release counts differently. */
export const compareOrderTotals: Comparer = async ({ db, change }) => {
  const next = (last: string | undefined) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(last ? gt(orders.id, last) : undefined)
      .orderBy(asc(orders.id))
      .limit(BATCH_ROWS)
  for (let batch = await next(undefined); batch.length > 0; batch = await next(batch.at(-1)!.id)) {
    const ids = batch.map(({ id }) => id)
    await change(PROVIDER, (tx) => saveTotals(tx, ids))
  }
}

/** The outcome of a refund of ours comes later, as an event. */
export const orderRefundHandler: EventHandler = {
  types: ['refund.'],
  work: (house, { object }) => followRefunds(house, eq(orderRefunds.id, object.id)),
}

/** A refund event can arrive before our row exists, so unsettled refunds are read again. */
export const compareOrderRefunds: Comparer = (house) =>
  followRefunds(house, inArray(orderRefunds.status, refundStatusesUnderWay))

async function followRefunds({ db, stripe, change }: House, chosen: SQL) {
  const refunds = await db.select({ id: orderRefunds.id }).from(orderRefunds).where(chosen)
  await tryEach(refunds, async ({ id }) => {
    const { status } = await readRefund(stripe, id)
    await change(PROVIDER, (tx) =>
      tx
        .update(orderRefunds)
        .set({ status: knownRefundStatus(status) })
        .where(eq(orderRefunds.id, id)),
    )
  })
}

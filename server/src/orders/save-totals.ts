import { asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { BATCH_ROWS } from '../kit/db/batches.ts'
import { tryEach } from '../kit/jobs/jobs.ts'
import type { Tx } from '../kit/write/tx.ts'
import { readRefund } from '../outside/stripe/orders.ts'
import type { EventHandler } from '../payments/events.ts'
import type { Comparer } from '../payments/mirror.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { stripeInvoices } from '../payments/table.ts'
import { countedInvoices } from './queries.ts'
import { orderRefunds, orders } from './table.ts'

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
      const found = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(
          or(eq(orders.invoiceId, object.id), subscriptionId ? eq(orders.subscriptionId, subscriptionId) : undefined),
        )
      await saveTotals(
        tx,
        found.map(({ id }) => id),
      )
    }),
}

/** What was missed, and what a newer release counts otherwise. */
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
  followRefunds(house, inArray(orderRefunds.status, ['pending', 'requires_action']))

async function followRefunds({ db, stripe, change }: House, chosen: SQL) {
  const refunds = await db.select({ id: orderRefunds.id }).from(orderRefunds).where(chosen)
  await tryEach(refunds, async ({ id }) => {
    const { status } = await readRefund(stripe, id)
    await change(PROVIDER, (tx) =>
      tx
        .update(orderRefunds)
        .set({ status: refundStatusOf(status) })
        .where(eq(orderRefunds.id, id)),
    )
  })
}

const statuses = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const

/** With any status we do not know, the money has not come back yet. */
export const refundStatusOf = (status: string | null) => statuses.find((one) => one === status) ?? 'pending'

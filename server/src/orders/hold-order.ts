import { whyItemsCannotBeChanged, whyOrderIsLocked } from '@hikmah/contract/orders/rules'
import type { StaffRole } from '@hikmah/contract/permissions'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { assertVersion, conflict, notFound, refuseIf } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { assertNothingUnderWay } from '../outside/stripe/operations.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeSubscriptions } from '../payments/table.ts'
import { followCharges, saveTotals } from './follow-orders.ts'
import { lockOrder, readOrderRow } from './queries.ts'
import { readOrder } from './read-order.ts'
import { type OrderItemRow, type OrderTableRow, orderItems, orders } from './table.ts'

/** Throws CONFLICT with the current order when the version is stale or the order is closed or completed. */
async function assertOpen(db: Db, { id, status, version }: OrderTableRow, role: StaffRole, seenVersion?: number) {
  const why = whyOrderIsLocked(status)
  if (why) throw conflict(why, await readOrder(db, id, role))
  await assertVersion(seenVersion, { version }, () => readOrder(db, id, role))
}

export async function readOpenOrder(db: Db, role: StaffRole, id: string, seenVersion?: number) {
  const order = await readOrderRow(db, id)
  await assertOpen(db, order, role, seenVersion)
  return order
}

/** Locks an open order until the transaction ends. CONFLICT too while the provider is still changing it. */
export async function holdOpenOrder(tx: Tx, id: string, seenVersion?: number): Promise<OrderTableRow> {
  const order = await lockOrder(tx, id)
  // The caller is always staff: a job that resumes an operation does not check again.
  await assertOpen(tx, order, (tx.by as StaffActor).role, seenVersion)
  await assertNothingUnderWay(tx, operationTarget(order))
  return order
}

/** What an operation on an order locks: its subscription, which the plans of the organization change as well. */
export const operationTarget = ({ id, subscriptionId }: Pick<OrderTableRow, 'id' | 'subscriptionId'>) =>
  subscriptionId ?? id

/** The subscription of an order with the discounts in force; 409 once it has ended. */
export async function readLiveSubscription(db: Db, { subscriptionId }: OrderTableRow) {
  const { id, status, discounts, currentPeriodEnd, cancelAt, cancelAtPeriodEnd } = stripeSubscriptions
  const columns = { id, status, discounts, currentPeriodEnd, cancelAt, cancelAtPeriodEnd }
  const [subscription] = subscriptionId
    ? await db.select(columns).from(stripeSubscriptions).where(eq(id, subscriptionId))
    : []
  refuseIf(whyItemsCannotBeChanged(subscription?.status))
  return subscription!
}

export const readItems = (db: Db, orderId: string) =>
  db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.position))

export async function findItem(db: Db, orderId: string, itemId: string): Promise<OrderItemRow> {
  const item = (await readItems(db, orderId)).find(({ id }) => id === itemId)
  if (!item) throw notFound('item')
  return item
}

/**
 * A verb that runs an operation at the provider makes two changes, and only the last knows the answer that belongs to
 * the Idempotency-Key: the first goes without it.
 */
export const withoutKey = (actor: StaffActor): StaffActor => {
  const { idempotencyKey: _, ...plain } = actor
  return plain
}

/** Reads again what a change at the provider touched, and returns the order. What fails now comes with its event. */
export async function answerRefreshed(
  house: House,
  actor: StaffActor,
  { id, subscriptionId }: Pick<OrderTableRow, 'id' | 'subscriptionId'>,
  invoices: string[],
) {
  const readings = [
    ...(subscriptionId ? [refresh(house, 'subscription', subscriptionId, { use: 'page' })] : []),
    ...invoices.map((invoice) => refresh(house, 'invoice', invoice, { use: 'page' })),
    followCharges(house, 'page', eq(orders.id, id)),
  ]
  await Promise.allSettled(readings)
  return house.change(actor, async (tx) => {
    await saveTotals(tx, [id])
    return readOrder(tx, id, actor.role)
  })
}

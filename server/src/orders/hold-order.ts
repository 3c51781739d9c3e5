import { itemsLockedBecause, lockedBecause } from '@hikmah/contract/orders/words'
import type { StaffRole } from '@hikmah/contract/permissions'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { assertVersion, conflict, notFound } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { assertNothingUnderWay } from '../outside/stripe/operations.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeSubscriptions } from '../payments/table.ts'
import { followCharges, saveTotals } from './follow-orders.ts'
import { lockOrder, readOrderRow } from './queries.ts'
import { readOrder } from './read-order.ts'
import { type OrderItemRow, type OrderTableRow, orderItems, orders } from './table.ts'

/** Throws CONFLICT with the current order when the version is stale or the order is closed or completed. */
async function assertOpen(db: Db, { id, status, version }: OrderTableRow, role: StaffRole, seen: number | undefined) {
  const because = lockedBecause(status)
  if (because) throw conflict(because, await readOrder(db, id, role))
  await assertVersion(seen, { version }, () => readOrder(db, id, role))
}

/** An order that may be changed, as it is now. */
export async function readOpenOrder(db: Db, role: StaffRole, id: string, seen?: number): Promise<OrderTableRow> {
  const order = await readOrderRow(db, id)
  await assertOpen(db, order, role, seen)
  return order
}

/** The same, locked until the transaction ends; CONFLICT too while a change of it is under way at the provider. */
export async function holdOpenOrder(tx: Tx, id: string, seen?: number): Promise<OrderTableRow> {
  const order = await lockOrder(tx, id)
  // The caller is always staff: a job that resumes an operation does not check again.
  await assertOpen(tx, order, (tx.by as StaffActor).role, seen)
  await assertNothingUnderWay(tx, targetOf(order))
  return order
}

/** What an operation on an order holds. The plans of an organization change the same subscription: one change at a time of either. */
export const targetOf = ({ id, subscriptionId }: Pick<OrderTableRow, 'id' | 'subscriptionId'>) => subscriptionId ?? id

/** The subscription that holds the items and promo code of an order, and what is in force there; 409 once it has ended. */
export async function readSubscriptionOf(db: Db, { subscriptionId }: OrderTableRow) {
  const { id, status, discounts } = stripeSubscriptions
  const [subscription] = subscriptionId
    ? await db.select({ id, status, discounts }).from(stripeSubscriptions).where(eq(id, subscriptionId))
    : []
  const because = itemsLockedBecause(subscription?.status)
  if (because) throw conflict(because)
  return subscription!
}

export const itemsOf = (db: Db, orderId: string) =>
  db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.position))

export async function findItem(db: Db, orderId: string, itemId: string): Promise<OrderItemRow> {
  const item = (await itemsOf(db, orderId)).find(({ id }) => id === itemId)
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
export async function answerChanged(
  house: House,
  actor: StaffActor,
  { id, subscriptionId }: Pick<OrderTableRow, 'id' | 'subscriptionId'>,
  invoices: string[],
) {
  const readAgain = [
    ...(subscriptionId ? [refresh(house, 'subscription', subscriptionId, { use: 'page' })] : []),
    ...invoices.map((invoice) => refresh(house, 'invoice', invoice, { use: 'page' })),
    followCharges(house, 'page', eq(orders.id, id)),
  ]
  await Promise.allSettled(readAgain)
  return house.change(actor, async (tx) => {
    await saveTotals(tx, [id])
    return readOrder(tx, id, actor.role)
  })
}

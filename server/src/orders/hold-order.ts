import { lockedBecause, NO_SUBSCRIPTION } from '@hikmah/contract/orders/words'
import type { StaffRole } from '@hikmah/contract/permissions'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { assertVersion, conflict, notFound } from '../kit/http/refusal.ts'
import { refresh } from '../payments/refresh.ts'
import { lockOrder, readOrderRow } from './queries.ts'
import { readOrder } from './read-order.ts'
import { saveTotals } from './save-totals.ts'
import { type OrderItemRow, type OrderTableRow, orderItems } from './table.ts'

/** Refuses, with the order as it stands, what somebody saved meanwhile or what is closed or completed. */
async function assertOpen(db: Db, { id, status, version }: OrderTableRow, role: StaffRole, seen: number | undefined) {
  const because = lockedBecause(status)
  if (because) throw conflict(because, await readOrder(db, id, role))
  if (seen !== undefined && seen !== version) assertVersion(seen, { version }, await readOrder(db, id, role))
}

/** An order that may be changed, as it stands at this moment. */
export async function readOpenOrder(db: Db, role: StaffRole, id: string, seen?: number): Promise<OrderTableRow> {
  const order = await readOrderRow(db, id)
  await assertOpen(db, order, role, seen)
  return order
}

/** The same, held until the transaction ends. */
export async function holdOpenOrder(tx: Tx, id: string, seen?: number): Promise<OrderTableRow> {
  const order = await lockOrder(tx, id)
  // Who asks is always one of staff; a job that goes on with what was asked for asks nothing again.
  await assertOpen(tx, order, (tx.by as StaffActor).role, seen)
  return order
}

/** Of an order whose items and promo stand at the provider. */
export function subscriptionOf({ subscriptionId }: OrderTableRow): string {
  if (!subscriptionId) throw conflict(NO_SUBSCRIPTION)
  return subscriptionId
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

/** Reads again what a change at the provider touched, and answers the order. What cannot be read now comes by its event. */
export async function answerChanged(
  house: House,
  actor: StaffActor,
  { id, subscriptionId }: Pick<OrderTableRow, 'id' | 'subscriptionId'>,
  invoices: string[],
) {
  const readAgain = [
    ...(subscriptionId ? [refresh(house, 'subscription', subscriptionId, { use: 'page' })] : []),
    ...invoices.map((invoice) => refresh(house, 'invoice', invoice, { use: 'page' })),
  ]
  await Promise.allSettled(readAgain)
  return house.change(actor, async (tx) => {
    await saveTotals(tx, [id])
    return readOrder(tx, id, actor.role)
  })
}

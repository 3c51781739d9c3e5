import type { Parsed } from '@hikmah/contract/endpoint'
import { amountFor } from '@hikmah/contract/money'
import type { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import {
  whyItemCannotBeChanged,
  whyItemsCannotBeRemoved,
  whyOrderIsLocked,
  whyStatusCannotFollow,
} from '@hikmah/contract/orders/rules'
import type { OrderStatus } from '@hikmah/contract/orders/words'
import { isEnding } from '@hikmah/contract/organization-plans/rules'
import { and, eq, isNull } from 'drizzle-orm'
import type { House, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, invalid, refuseIf } from '../kit/errors/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { type Operation, perform } from '../outside/stripe/operations.ts'
import { idOf } from '../outside/stripe/requests.ts'
import { assertRecent, previewChange, prorationDateOf, updateItems } from '../outside/stripe/subscriptions.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeSubscriptionItems } from '../payments/table.ts'
import { freeOrderedDevices } from './assign-item.ts'
import {
  answerRefreshed,
  holdOpenOrder,
  readItems,
  readLiveSubscription,
  readOpenOrder,
  withoutKey,
} from './hold-order.ts'
import { aboutOrder, readOrderRow, saveOrder } from './queries.ts'
import { readInvoices, readOrder } from './read-order.ts'
import { type OrderItemRow, orderItems } from './table.ts'

type KeptItems = Parsed<typeof endpoints.updateOrder>['body']['items']

/** An item with another quantity, or without one where it is removed. */
interface QuantityChange {
  subscriptionItemId: string
  quantity: number | null
}

interface Params {
  orderId: string
  version: number
  subscriptionId: string
  changes: QuantityChange[]
  prorationDate: number
  /** Describes the items for the audit trail: an event of the provider may change them before the operation settles. */
  before?: string
}

export async function previewOrder({ stripe, db, clock }: House, actor: StaffActor, id: string, keptItems: KeptItems) {
  const order = await readOpenOrder(db, actor.role, id)
  const { currency } = order
  const { id: subscriptionId, ...subscription } = await readLiveSubscription(db, order)
  const prorationDate = await prorationDateNow(db, subscriptionId, clock.now())
  const changes = await findQuantityChanges(db, id, keptItems)
  const none = { lines: [], subtotal: 0, discount: 0, tax: 0, total: 0, amountDue: 0, isInvoiceSent: false, next: null }
  if (changes.length === 0) return { ...none, currency, prorationDate }
  const renewal = { renewsAt: subscription.currentPeriodEnd, isEnding: isEnding(subscription) }
  return previewChange(stripe, changeRequest({ subscriptionId, changes, prorationDate }), renewal)
}

const changeRequest = ({
  subscriptionId: subscription,
  changes,
  prorationDate,
}: Pick<Params, 'subscriptionId' | 'changes' | 'prorationDate'>) => ({
  subscription,
  items: changes.map(({ subscriptionItemId: id, quantity }) =>
    quantity === null ? { id, deleted: true } : { id, quantity },
  ),
  prorationDate,
})

async function prorationDateNow(db: Db, subscriptionId: string, now: Date) {
  const isOfIt = eq(stripeSubscriptionItems.subscriptionId, subscriptionId)
  const periods = await db.select().from(stripeSubscriptionItems).where(isOfIt)
  return prorationDateOf(periods, now)
}

/** The items whose quantity differs; null removes one that is left out. */
async function findQuantityChanges(db: Db, orderId: string, keptItems: KeptItems): Promise<QuantityChange[]> {
  const items = await readItems(db, orderId)
  keptItems.forEach(({ _id }, i) => {
    if (!items.some(({ id }) => id === _id)) throw invalid(`items.${i}._id`, 'This item is not part of the order')
  })
  const quantities = new Map(keptItems.map(({ _id, qty }) => [_id, qty]))
  const isBilled = ({ subscriptionItemId }: OrderItemRow) => subscriptionItemId !== ''
  const whyNoneIsLeft = whyItemsCannotBeRemoved(
    items.map((item) => ({ isBilled: isBilled(item), isKept: quantities.has(item.id) })),
  )
  if (whyNoneIsLeft) throw invalid('items', whyNoneIsLeft)
  const changed = items.filter((item) => quantities.get(item.id) !== item.quantity)
  for (const item of changed) refuseIf(whyItemCannotBeChanged({ name: item.name, isBilled: isBilled(item) }))
  return changed.map(({ id, subscriptionItemId }) => ({ subscriptionItemId, quantity: quantities.get(id) ?? null }))
}

export const updateOrderOperation: Operation<Params, { invoiceId: string | null }> = {
  kind: 'order.update',
  check: async (tx, { orderId, version }) => void (await holdOpenOrder(tx, orderId, version)),
  run: async (stripe, params, key) => {
    const { latest_invoice: latest } = await updateItems(stripe, changeRequest(params), key)
    return { invoiceId: idOf(latest) }
  },
  settle: async (tx, { orderId, changes, before }) => {
    const items = await readItems(tx, orderId)
    for (const change of changes) {
      const item = items.find(({ subscriptionItemId }) => subscriptionItemId === change.subscriptionItemId)
      if (!item) continue
      const { quantity } = change
      const changed =
        quantity === null ? { removedAt: tx.at } : { quantity, amount: amountFor(item.unitAmount, quantity) }
      await tx.update(orderItems).set(changed).where(eq(orderItems.id, item.id))
    }
    const [order] = await saveOrder(tx, orderId, {}).returning()
    record(tx, {
      ...aboutOrder(order!),
      action: 'order.updated',
      before: { items: before ?? describeItems(items) },
      after: { items: describeItems(await readItems(tx, orderId)) },
    })
  },
}

const describeItems = (items: OrderItemRow[]) =>
  items.map(({ name, planType, quantity }) => `${quantity} × ${name} ${planType}`.trim()).join(', ')

/** Changes quantities and removes items, charged at once as the preview said. */
export async function updateOrder(
  house: House,
  actor: StaffActor,
  id: string,
  { items, version, prorationDate: shown }: Parsed<typeof endpoints.updateOrder>['body'],
) {
  const { db, clock } = house
  const order = await readOpenOrder(db, actor.role, id, version)
  const { id: subscriptionId } = await readLiveSubscription(db, order)
  const now = await prorationDateNow(db, subscriptionId, clock.now())
  const prorationDate = shown ?? now
  assertRecent(prorationDate, now)
  const changes = await findQuantityChanges(db, id, items)
  if (changes.length === 0) return answerRefreshed(house, actor, { id, subscriptionId: null }, [])
  const before = describeItems(await readItems(db, id))
  const params = { orderId: id, version, subscriptionId, changes, prorationDate, before }
  const { invoiceId } = await perform(house, withoutKey(actor), updateOrderOperation, subscriptionId, params)
  return answerRefreshed(house, actor, { id, subscriptionId }, invoiceId ? [invoiceId] : [])
}

const NEW_FOR_S = 10

export async function refreshOrder(house: House, actor: StaffActor, id: string) {
  const order = await readOrderRow(house.db, id)
  const since = secondsAfter(house.clock.now(), -NEW_FOR_S)
  const invoices = await readInvoices(house.db, order)
  for (const invoice of invoices) await refresh(house, 'invoice', invoice.id, { use: 'page', since })
  if (order.subscriptionId) await refresh(house, 'subscription', order.subscriptionId, { use: 'page', since })
  return answerRefreshed(house, actor, { id, subscriptionId: null }, [])
}

export const changeOrderStatus = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  { status, version }: { status: OrderStatus; version: number },
) =>
  change(actor, async (tx) => {
    const order = await holdOpenOrder(tx, id, version)
    const why = whyStatusCannotFollow(order.status, status)
    if (why) throw conflict(why, await readOrder(tx, id, actor.role))
    await saveOrder(tx, id, { status })
    await tx
      .update(orderItems)
      .set({ status })
      .where(and(eq(orderItems.orderId, id), isNull(orderItems.removedAt)))
    if (whyOrderIsLocked(status)) await freeOrderedDevices(tx, id)
    record(tx, { ...aboutOrder(order), action: 'order.updated', before: { status: order.status }, after: { status } })
    return readOrder(tx, id, actor.role)
  })

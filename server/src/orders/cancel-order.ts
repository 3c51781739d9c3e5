import type { Parsed } from '@hikmah/contract/endpoint'
import { formatMoney } from '@hikmah/contract/money'
import type { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { eq, inArray } from 'drizzle-orm'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/write/tx.ts'
import { isAnyVoid, voidInvoice } from '../outside/stripe/billing.ts'
import { knownRefundStatus } from '../outside/stripe/movements.ts'
import { type Operation, PartlyDone, perform } from '../outside/stripe/operations.ts'
import type { PaymentProvider } from '../outside/stripe/provider.ts'
import { assertRefundable, refundInvoice, refundPayment } from '../outside/stripe/refunds.ts'
import { isRefusedForGood, TooLittleLeft } from '../outside/stripe/requests.ts'
import { endSubscription } from '../outside/stripe/subscriptions.ts'
import { stripeInvoices } from '../payments/table.ts'
import { freeOrderedDevices } from './assign-item.ts'
import { answerRefreshed, holdOpenOrder, operationTarget, readOpenOrder, withoutKey } from './hold-order.ts'
import { aboutOrder, saveOrder } from './queries.ts'
import { planRefund, type RefundPart } from './refund-plan.ts'
import { orderItems, orderRefunds } from './table.ts'

type Cancellation = Parsed<typeof endpoints.cancelOrder>['body']

interface Params {
  orderId: string
  version: number
  reason: string
  refund: Cancellation['refund']
  subscriptionId: string | null
  parts: RefundPart[]
  /** Open invoices, which nobody has to pay any more. */
  voids: string[]
}

interface Answer {
  refunds: (RefundPart & { id: string; currency: string; status: ReturnType<typeof knownRefundStatus> })[]
  /** Invoices that were to be voided, and were paid a moment before. */
  paid: string[]
}

/**
 * Gives the money back before it ends the subscription: when the provider refuses the refund, the order stays open. An
 * invoice cannot be opened again, so none is voided before it is certain that the money can go back.
 */
export const cancelOrderOperation: Operation<Params, Answer> = {
  kind: 'order.cancel',
  check: async (tx, { orderId, version }) => void (await holdOpenOrder(tx, orderId, version)),
  run: async (stripe, { subscriptionId, parts, voids }, key) => {
    const refunds: Answer['refunds'] = []
    const paid: string[] = []
    let isBegun = await isAnyVoid(stripe, voids)
    try {
      if (!isBegun && voids.length > 0) {
        for (const part of parts) await assertRefundable(stripe, part, part.amount, partKey(part, key))
      }
      for (const invoice of voids) {
        const outcome = await voidInvoice(stripe, invoice, `${key}:void:${invoice}`)
        if (outcome === 'voided') isBegun = true
        if (outcome === 'paid') paid.push(invoice)
      }
      for (const part of parts) {
        const made = await refundPart(stripe, part, key).catch((error: unknown) => {
          if (!isBegun || !(error instanceof TooLittleLeft)) throw error
          // The cancellation is carried through, with what is left of the payments.
          return error.left > 0 ? refundPart(stripe, { ...part, amount: error.left }, key) : []
        })
        isBegun = true
        for (const { id, currency, status, amount } of made) {
          refunds.push({ ...part, id, amount, currency, status: knownRefundStatus(status) })
        }
      }
      if (subscriptionId) await endSubscription(stripe, subscriptionId)
    } catch (error) {
      throw isBegun && isRefusedForGood(error) ? new PartlyDone(error) : error
    }
    return { refunds, paid }
  },
  settle: close,
}

const partKey = ({ invoiceId, paymentIntentId }: RefundPart, key: string) => `${key}:${invoiceId ?? paymentIntentId}`

async function refundPart(stripe: PaymentProvider, part: RefundPart, key: string) {
  const { invoiceId, paymentIntentId, amount } = part
  if (invoiceId) return refundInvoice(stripe, invoiceId, amount, partKey(part, key))
  return [await refundPayment(stripe, paymentIntentId ?? '', amount, partKey(part, key))]
}

async function close(tx: Tx, { orderId, reason, refund }: Params, { refunds, paid }: Answer) {
  const closed = { status: 'closed' as const, cancelReason: reason, closedAt: tx.at, closedBy: tx.by.name }
  const [order] = await saveOrder(tx, orderId, closed).returning()
  await tx.update(orderItems).set({ status: 'closed' }).where(eq(orderItems.orderId, orderId))
  await freeOrderedDevices(tx, orderId)
  const made = { orderId, reason, byName: tx.by.name, createdAt: tx.at }
  const rows = refunds.map(({ paymentIntentId: _, ...refund }) => ({ ...refund, ...made }))
  if (rows.length > 0) await tx.insert(orderRefunds).values(rows).onConflictDoNothing()
  const kept = await tx
    .update(stripeInvoices)
    .set({ canceledOrderId: orderId })
    .where(inArray(stripeInvoices.id, paid))
    .returning({ id: stripeInvoices.id, number: stripeInvoices.number })
  record(tx, {
    ...aboutOrder(order!),
    action: 'order.cancelled',
    after: {
      reason,
      refund,
      refunds: refunds.map(describeRefund).join(', '),
      ...(kept.length > 0 && { paidInCancel: kept.map(({ id, number }) => number ?? id).join(', ') }),
    },
  })
}

const describeRefund = ({ id, amount, currency, status }: Answer['refunds'][number]) =>
  `${formatMoney(amount, currency)} ${status} (${id})`

export async function cancelOrder(house: House, actor: StaffActor, id: string, { version, ...choice }: Cancellation) {
  const by = withoutKey(actor)
  const order = await readOpenOrder(house.db, actor.role, id, version)
  const { reason, refund } = choice
  const { parts, voids } = await planRefund(house, order, choice)
  const { subscriptionId } = order
  const params = { orderId: id, version: order.version, reason, refund, subscriptionId, parts, voids }
  if (subscriptionId || parts.length > 0 || voids.length > 0) {
    await perform(house, by, cancelOrderOperation, operationTarget(order), params)
  } else {
    await house.change(by, async (tx) => {
      await holdOpenOrder(tx, id, order.version)
      await close(tx, params, { refunds: [], paid: [] })
    })
  }
  const touched = [...parts.flatMap(({ invoiceId }) => invoiceId ?? []), ...voids]
  return answerRefreshed(house, actor, order, touched)
}

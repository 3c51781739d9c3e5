import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '@hikmah/contract/endpoint'
import { formatMoney } from '@hikmah/contract/money'
import type { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { type RefundablePayment, type RefundWay, whyNotRefund } from '@hikmah/contract/refunds'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { invalid, Refusal } from '../kit/errors/refusal.ts'
import { knownRefundStatus } from '../outside/stripe/movements.ts'
import { type Asked, answerAgain, type Operation, perform } from '../outside/stripe/operations.ts'
import type { PaymentProvider } from '../outside/stripe/provider.ts'
import {
  creditBalance,
  noteOutsideRefund,
  type PaymentSource,
  readAccountOf,
  refundInvoice,
  refundPayment,
} from '../outside/stripe/refunds.ts'
import { isRefusedForGood } from '../outside/stripe/requests.ts'
import { withoutKey } from './hold-order.ts'
import { type Billed, type FindPayments, leftOfCharges, readOverview, refreshPayments } from './read-money.ts'
import { OUTSIDE } from './read-order.ts'
import { orderRefunds } from './table.ts'

const MONEY_MOVED = 'Money of this payment has moved since you looked. See what is left of it now.'

type Request = Parsed<typeof endpoints.refundOrder>['body']

interface Params {
  source: PaymentSource & { isOutside: boolean }
  amount: number
  currency: string
  reason: string
  about: Billed['about']
  orderId: string | null
  /** Absent from operations stored before there were credits. */
  way?: RefundWay
}

interface Answer {
  refunds: { id: string; amount: number; status: ReturnType<typeof knownRefundStatus> }[]
  /** Of the credit note. */
  number?: string
}

export const refundOperation: Operation<Params, Answer> = {
  kind: 'payment.refund',
  run: giveBack,
  settle: async (tx, { source, currency, reason, about, orderId, amount, way }, { refunds, number }) => {
    const { invoiceId, isOutside } = source
    const isCredit = way === 'credit'
    const made = { orderId, invoiceId, currency, reason, isCredit, byName: tx.by.name, createdAt: tx.at }
    await tx
      .insert(orderRefunds)
      .values(refunds.map((refund) => ({ ...made, ...refund })))
      .onConflictDoNothing()
    if (isCredit) {
      const credit = `${formatMoney(amount, currency)} to the balance (${number})`
      record(tx, { ...about, action: `${about.entity}.credited`, after: { credit, reason } })
      return
    }
    const how = refunds.map(({ id, status }) => `${isOutside ? 'outside the provider' : status} (${id})`).join(', ')
    const refund = `${formatMoney(amount, currency)} ${how}`
    record(tx, { ...about, action: `${about.entity}.refunded`, after: { refund, reason } })
  },
}

async function giveBack(stripe: PaymentProvider, { source, amount, way }: Params, key: string): Promise<Answer> {
  const { invoiceId, paymentIntentId, isOutside } = source
  if (way === 'credit') {
    const { id, number } = await creditBalance(stripe, source, amount, key)
    return { refunds: [{ id, amount, status: 'succeeded' }], number }
  }
  if (isOutside) {
    const { id } = await noteOutsideRefund(stripe, invoiceId!, amount, key)
    return { refunds: [{ id, amount, status: 'succeeded' }] }
  }
  const refunds = invoiceId
    ? await refundInvoice(stripe, invoiceId, amount, key)
    : [await refundPayment(stripe, paymentIntentId!, amount, key)]
  return { refunds: refunds.map(({ id, amount, status }) => ({ id, amount, status: knownRefundStatus(status) })) }
}

const sourceOf = (paymentId: string): Params['source'] => {
  const isOutside = paymentId.endsWith(OUTSIDE)
  if (paymentId.startsWith('pi_')) return { invoiceId: null, paymentIntentId: paymentId, isOutside }
  return { invoiceId: isOutside ? paymentId.slice(0, -OUTSIDE.length) : paymentId, paymentIntentId: null, isOutside }
}

/** Refunds one payment of an order or of an invoice. Neither ends nor changes what was bought. */
export async function refund(house: House, actor: StaffActor, find: FindPayments, request: Request) {
  const source = sourceOf(request.paymentId)
  const { amount, reason, way } = request
  const isSame = (made: Params) =>
    isDeepStrictEqual(made.source, source) &&
    made.reason === reason &&
    (made.way ?? 'back') === way &&
    (amount === undefined || amount === made.amount)
  const asked = { requestKey: actor.idempotencyKey?.id, askedAt: house.clock.now(), isSame }
  const by = withoutKey(actor)
  const billed = await find()
  const answer =
    // What is left says nothing about a request that came before: its own refund is gone from it.
    (await answerAgain(house, by, refundOperation, asked)) ??
    (await refundOnce(house, by, billed, source, request, asked))
  await refreshPayments(house, source.invoiceId ? [source.invoiceId] : [], billed.order)
  const after = await find()
  return house.change(actor, async (tx) => {
    const amount = answer.refunds.reduce((sum, { amount }) => sum + amount, 0)
    // One refund may be made of several charges: all of it has come back when the last has.
    const { status } = answer.refunds.find(({ status }) => status !== 'succeeded') ?? { status: 'succeeded' as const }
    const overview = await readOverview(tx, after, actor.role)
    const { number = '' } = answer
    return { ...overview, refund: { amount, status, isOutside: source.isOutside, way: request.way, number } }
  })
}

async function refundOnce(
  house: House,
  by: StaffActor,
  billed: Billed,
  source: Params['source'],
  { paymentId, amount: chosen, reason, seen, way }: Request,
  asked: Asked<Params>,
): Promise<Answer> {
  const { order, about, target } = billed
  const { payments } = await readOverview(house.db, billed, by.role)
  const payment = payments.find((one) => one.paymentId === paymentId)
  if (!payment) throw invalid('paymentId', 'This is not one of the payments here')
  const readLeft = async (): Promise<RefundablePayment> => {
    const account = await readAccountOf(house.stripe, 'page', source)
    if (source.isOutside)
      return { ...payment, refundable: account.refundableOutside, creditable: account.refundableOutside }
    return { ...payment, ...leftOfCharges(account), paid: payment.paid }
  }
  const refuseBeyond = (left: RefundablePayment) => {
    const hasMoved = seen !== undefined && seen !== left.refundable
    const why = whyNotRefund(left, chosen, way) ?? (hasMoved ? MONEY_MOVED : null)
    if (why) throw new Refusal(409, 'CONFLICT', why, { fields: { amount: why }, current: left })
  }
  const left = await readLeft()
  refuseBeyond(left)
  const { currency } = payment
  const params = {
    source,
    amount: chosen ?? (way === 'credit' ? left.creditable : left.refundable),
    currency,
    reason,
    about,
    orderId: order?.id ?? null,
    way,
  }
  try {
    return await perform(house, by, refundOperation, target, params, asked)
  } catch (error) {
    // The refusal of the provider names its own records; ours says what is left now.
    if (isRefusedForGood(error)) refuseBeyond(await readLeft())
    throw error
  }
}

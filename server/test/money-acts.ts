import { invoices } from '@hikmah/contract/invoices'
import { sum } from '@hikmah/contract/money'
import { openInvoices } from '@hikmah/contract/open-invoices'
import { orders } from '@hikmah/contract/orders/endpoints'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { readTruths } from './money-truth.ts'
import type { startWithOrders } from './orders.ts'

/** Repeatable: a history that fails comes again with its seed. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 14) / 2 ** 18
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)],
  }
}
type Random = ReturnType<typeof randomOf>

export interface History {
  random: Random
  seed: number
  organizationId: string
  order: string
  customer: string
  /** Empty where something was bought once. */
  subscription: string
  invoice: string
  prices: string[]
  did: string[]
}

type Server = Awaited<ReturnType<typeof startWithOrders>>
export type Acting = Pick<Server, 'provider' | 'control'> & { staff: Server['admin'] }
type Act = (acting: Acting, history: History) => Promise<unknown>

const invoicesOf = async (provider: Stripe, customer: string, status: 'open' | 'paid') =>
  (await provider.invoices.list({ customer, status, limit: 100 })).data

/** A charge of the customer of which something is left to give back or to dispute. */
async function leftOfCharge({ provider }: Acting, { customer, random }: History) {
  const { charges } = await readTruths(provider, customer)
  const lefts = charges.flatMap(({ id, amount, refunded, disputed, lost, disputes }) => {
    const left = amount - refunded - disputed - lost
    const asked = disputes.find(
      ({ status }) => status === 'warning_needs_response' || status === 'warning_under_review',
    )
    return left > 0 ? [{ id, left, disputed, asked: asked?.amount ?? 0 }] : []
  })
  // One that a bank holds a part of is given back more often than chance would.
  const held = lefts.filter(({ disputed }) => disputed > 0)
  return random.pick(held.length > 0 && random.below(2) === 0 ? held : lefts)
}

/** What is gone of all that the customer paid. */
async function readGone(provider: Stripe, customer: string) {
  const { truths, charges, alone } = await readTruths(provider, customer)
  const back = sum(charges, ({ refunded }) => refunded) + sum(truths, ({ outside }) => outside)
  return { truths, charges, alone, back }
}

/** Refunds a payment of the order or of one invoice here. What is refused was too much; what is done never is. */
async function refundHere({ staff, provider }: Acting, history: History) {
  const { random, customer, order } = history
  const paid = (await invoicesOf(provider, customer, 'paid')).filter(({ amount_paid }) => amount_paid > 0)
  const id = random.below(2) === 0 ? undefined : random.pick(paid)?.id
  const params = { id: id ?? order }
  const money = await staff(id ? invoices.readInvoiceMoney : orders.readOrderMoney, { params })
  // An invoice of just now we have not heard of yet.
  if (id && money.status === 404) return 'not there yet'
  const payment = random.pick(money.data.payments)
  if (!payment) return 'nothing to refund'
  const { paymentId, refundable } = payment
  const amount = random.pick([undefined, 1 + random.below(payment.paid), 1 + random.below(Math.max(1, refundable))])
  const body = {
    paymentId,
    reason: 'Returned',
    ...(amount && { amount }),
    ...(random.below(3) === 0 && { seen: refundable }),
  }
  const before = await readGone(provider, customer)
  const answer = await staff(id ? invoices.refundInvoice : orders.refundOrder, { params, body })
  const after = await readGone(provider, customer)
  const moved = after.back - before.back
  if (answer.status !== 200) {
    expect([answer.status, moved], answer.error.message).toEqual([409, 0])
    const { refundable: left } = answer.error.current as typeof payment
    expect(left < (amount ?? 1) || (body.seen ?? left) !== left, `refused ${amount} of ${left}`).toBe(true)
    return 'refused'
  }
  expect(answer.data.refund.amount).toBe(amount ?? moved)
  expect(moved).toBe(answer.data.refund.amount)
  const truth = after.truths.find((one) => paymentId.startsWith(one.id))
  if (truth) {
    const { refunded, disputed, lost, credited, outside } = truth
    expect(refunded + disputed + lost + credited + outside, `back of ${truth.number}`).toBeLessThanOrEqual(truth.paid)
  }
  return answer.data.refund.isOutside ? 'booked' : undefined
}

async function settleHere({ staff, provider }: Acting, { customer, random }: History) {
  const invoice = random.pick(await invoicesOf(provider, customer, 'open'))
  if (!invoice) return
  const params = { id: invoice.id! }
  const { status } = await random.pick([
    () => staff(openInvoices.retryInvoice, { params }),
    () => staff(openInvoices.voidInvoice, { params }),
    () => staff(openInvoices.markInvoicePaid, { params, body: { note: 'Check no. 1182' } }),
    () => staff(openInvoices.markInvoiceUncollectible, { params }),
  ])!()
  expect([200, 402, 404, 409]).toContain(status)
  return status === 200 ? undefined : 'refused'
}

const acts: Record<string, Act> = {
  'refunded here': refundHere,
  async 'refunded here and there at once'(acting, history) {
    const left = await leftOfCharge(acting, history)
    if (!left) return
    const { data: money } = await acting.staff(orders.readOrderMoney, { params: { id: history.order } })
    const payment = history.random.pick(money.payments)
    const amount = 1 + history.random.below(left.left)
    const [here] = await Promise.allSettled([
      payment &&
        acting.staff(orders.refundOrder, {
          params: { id: history.order },
          body: { paymentId: payment.paymentId, reason: 'Returned' },
        }),
      acting.provider.refunds.create({ charge: left.id, amount }),
    ])
    if (here.status === 'rejected') throw here.reason
    // The provider may say no between our question and the refund.
    if (here.value) expect([200, 409, 502]).toContain(here.value.status)
  },
  async 'refunded there'(acting, history) {
    const left = await leftOfCharge(acting, history)
    if (!left) return
    const amount = history.random.pick([left.left, 1 + history.random.below(left.left)])!
    await acting.provider.refunds.create({ charge: left.id, amount })
  },
  async 'credit note'({ provider }, { customer, random }) {
    const invoice = random.pick(
      (await invoicesOf(provider, customer, random.pick(['paid', 'paid', 'open'] as const)!)).filter(
        ({ amount_due }) => amount_due > 0,
      ),
    )
    if (!invoice) return
    const amount = 1 + random.below(invoice.amount_due)
    if (invoice.status === 'open') return provider.creditNotes.create({ invoice: invoice.id!, amount })
    const refund_amount = random.pick([0, 0, random.below(amount), amount])!
    const rest = amount - refund_amount
    const isOutside = random.below(4) === 0
    return provider.creditNotes.create({
      invoice: invoice.id!,
      amount,
      ...(refund_amount > 0 && { refund_amount }),
      ...(rest > 0 && (isOutside ? { out_of_band_amount: rest } : { credit_amount: rest })),
    })
  },
  async dispute(acting, history) {
    const left = await leftOfCharge(acting, history)
    // After an inquiry a bank takes what it asked about, even more than is left: what we do about it is not in question.
    if (!left || left.asked > left.left) return
    const { random } = history
    const amount = random.pick([left.left, 1 + random.below(left.left)])
    await acting.control(`charges/${left.id}/dispute`, { amount, inquiry: random.below(4) === 0 })
  },
  async 'dispute goes on'({ provider, control }, { customer, random }) {
    const { data } = await provider.charges.list({ customer, limit: 100 })
    const charge = random.pick(data.filter(({ disputed }) => disputed))
    if (!charge) return
    const step = random.pick([{ respond: true }, { close: 'won' }, { close: 'lost' }, { close: 'dropped' }])
    await control(`charges/${charge.id}/dispute`, step)
  },
  async 'invoice sent'({ provider }, { customer, random, prices }) {
    await provider.subscriptions.create({
      customer,
      items: [{ price: random.pick(prices)! }],
      collection_method: 'send_invoice',
      days_until_due: 3,
      cancel_at_period_end: true,
    })
  },
  'settled here': settleHere,
  async 'settled there'({ provider }, { customer, random }) {
    const invoice = random.pick(await invoicesOf(provider, customer, 'open'))
    if (!invoice) return
    const how = random.below(3)
    if (how === 0) await provider.invoices.voidInvoice(invoice.id!)
    if (how === 1) await provider.invoices.pay(invoice.id!, { paid_out_of_band: true })
    if (how === 2) await provider.invoices.pay(invoice.id!)
  },
  async 'card changed'({ provider }, { subscription, customer, random }) {
    if (!subscription) return
    const card = random.pick(['pm_card_chargeCustomerFail', 'pm_card_visa', 'pm_card_amex'])!
    const { id } = await provider.paymentMethods.attach(card, { customer })
    await provider.subscriptions.update(subscription, { default_payment_method: id })
  },
  async 'plan changed'({ provider }, { subscription, random, prices }) {
    if (!subscription) return
    const { items } = await provider.subscriptions.retrieve(subscription)
    const item = random.pick(items.data)!
    await provider.subscriptionItems.update(item.id, {
      quantity: 1 + random.below(5),
      ...(items.data.length === 1 && { price: random.pick(prices)! }),
      proration_behavior: 'always_invoice',
    })
  },
  async 'item added'({ provider }, { subscription, prices }) {
    if (!subscription) return
    await provider.subscriptionItems.create({ subscription, price: prices[1]!, proration_behavior: 'always_invoice' })
  },
  async 'canceled here'({ staff }, { order, random }) {
    if (random.below(3) > 0) return
    const refund = random.pick(['none', 'full', 'prorated'] as const)!
    const { status } = await staff(orders.cancelOrder, {
      params: { id: order },
      body: { reason: 'No longer needed', refund },
    })
    expect([200, 400, 409]).toContain(status)
    return status === 200 ? refund : 'refused'
  },
}

/** What the provider refuses is no movement; what the console answers wrongly is a failure. */
const isRefusal = (error: Error & { type?: string }) =>
  Boolean(error.type?.startsWith('Stripe')) || error.message.startsWith('the sandbox answered 4')

export async function act(acting: Acting, history: History) {
  const name = history.random.pick(Object.keys(acts))!
  const how = await acts[name]!(acting, history).catch((error: Error) => {
    if (isRefusal(error)) return 'refused there'
    history.did.push(name)
    throw error
  })
  history.did.push(typeof how === 'string' ? `${name}, ${how}` : name)
}

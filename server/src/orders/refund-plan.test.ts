import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { refundInvoice, refundPayment } from '../outside/stripe/refunds.ts'
import { stripeInvoiceLines, stripeInvoices, stripeSubscriptionItems } from '../payments/table.ts'
import { compareOrderCharges } from './follow-orders.ts'
import { orders } from './table.ts'

const {
  house,
  db,
  clock,
  admin,
  buy,
  orderOf,
  given,
  customerOf,
  read,
  provider,
  control,
  untilSettled,
  price,
  checkOut,
} = await startWithOrders()
const { cancelOrder, readRefundChoices, updateOrder } = endpoints

const DAY_S = 86_400

const choicesOf = async ({ _id }: { _id: string }) => (await admin(readRefundChoices, { params: { id: _id } })).data
const cancelled = (order: { _id: string }, refund: string, prorationDate?: number | null) =>
  admin(cancelOrder, { params: { id: order._id }, body: { reason: 'Moved', refund, prorationDate } })

/** The time goes by here and at the provider. */
async function passed(seconds: number) {
  await control('clock', { advanceS: seconds })
  clock.advance(seconds)
}

/** Forty days go by, with the renewal of a monthly subscription on the way. */
async function renewed({ subscription }: { subscription: string }, status: 'open' | 'paid') {
  await passed(40 * DAY_S)
  await soon(async () => {
    const invoices = await db.select().from(stripeInvoices).where(eq(stripeInvoices.subscriptionId, subscription))
    const renewals = invoices.filter(({ billingReason }) => billingReason === 'subscription_cycle')
    expect(renewals.map((one) => one.status)).toEqual([status])
  })
}

test('of a period that was not paid nothing goes back, whatever was paid for those before it', async () => {
  const { order, session } = await buy()
  const method = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer: session.customer })
  await provider.subscriptions.update(session.subscription, { default_payment_method: method.id })
  await renewed(session, 'open')
  expect(await choicesOf(order)).toMatchObject({ full: order.totalAmount, prorated: null })
  const { status, error } = await cancelled(order, 'prorated')
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['refund']])
  const { data: refunds } = await provider.refunds.list()
  expect(refunds).toEqual([])
})

test('what goes back of a renewal stands with the money that moved, and takes nothing off what was paid for the order', async () => {
  const { order, session } = await buy()
  await renewed(session, 'paid')
  const { prorated, prorationDate } = await choicesOf(order)
  expect(prorated).toBeGreaterThan(order.totalAmount * 0.5)
  const { data } = await cancelled(order, 'prorated', prorationDate)
  expect(data.ledger).toMatchObject({ refunded: 0, refundPending: 0, netPaid: order.totalAmount })
  expect(data.money.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: -prorated! }])
})

test('a period is refunded in part even if the provider has not told us of it yet', async () => {
  const { order, session } = await buy()
  await renewed(session, 'paid')
  await untilSettled()
  const { currentPeriodStart, currentPeriodEnd, subscriptionId } = stripeSubscriptionItems
  const monthBefore = (moment: PgColumn) => sql`${moment} - interval '1 month'`
  await db
    .update(stripeSubscriptionItems)
    .set({ currentPeriodStart: monthBefore(currentPeriodStart), currentPeriodEnd: monthBefore(currentPeriodEnd) })
    .where(eq(subscriptionId, session.subscription))
  expect((await choicesOf(order)).prorated).toBeGreaterThan(order.totalAmount * 0.5)
})

const secondsNow = () => Math.floor(clock.now().getTime() / 1000)

/** Sets the one item of an order to a quantity, and waits for the invoice of that. */
async function resized({ _id }: { _id: string }, qty: number, prorationDate?: number) {
  // What a renewal brought is among the money before.
  await untilSettled()
  const { orderItems, version, money } = await read(_id)
  const items = orderItems.map((item) => ({ _id: item._id, qty }))
  const { status } = await admin(updateOrder, { params: { id: _id }, body: { items, version, prorationDate } })
  expect(status).toBe(200)
  await soon(async () => expect((await read(_id)).money.length).toBe(money.length + 1))
}

const kiosks = (qty: number) => buy({ items: [['DEENKIOSK', 36_000, qty]] })

test('of an order that was made smaller goes back what it cost in the end, and its credit stays with the customer', async () => {
  const { order, session } = await kiosks(3)
  await resized(order, 1)
  const { full, credited } = await choicesOf(order)
  expect(credited).toBeGreaterThan(0)
  expect(full).toBe(order.totalAmount - credited)
  const { data } = await cancelled(order, 'full')
  expect(data.ledger).toMatchObject({ total: full, credited, refunded: full, netPaid: credited })
  expect(await provider.customers.retrieve(session.customer)).toMatchObject({ balance: -credited })
})

test('what credit paid of an order is no money that goes back', async () => {
  const organization = await given.organization()
  const { id: customer } = await customerOf(organization)
  await provider.customers.update(customer, { balance: -20_000 })
  const { id: priceId } = await price('DEENKIOSK', 36_000)
  const session = await checkOut(organization.id, customer, priceId, 3)
  const order = await orderOf(session.id)
  expect(order.ledger).toMatchObject({ total: 108_000, fromCredit: 20_000, credited: 0, paid: 88_000 })
  expect(await choicesOf(order)).toMatchObject({ full: 88_000, fromCredit: 20_000 })
  const { data } = await cancelled(order, 'full')
  expect(data.ledger).toMatchObject({ fromCredit: 20_000, refunded: 88_000, netPaid: 0 })
})

test('a credit that was spent on making the order larger again goes back with all else', async () => {
  const { order } = await kiosks(3)
  // What is not used up becomes less from second to second.
  const moment = secondsNow()
  await resized(order, 1, moment)
  await resized(order, 3, moment)
  const total = order.totalAmount
  expect(await choicesOf(order)).toMatchObject({ full: total, credited: 0 })
  const { data } = await cancelled(order, 'full')
  expect(data.ledger).toMatchObject({ total, credited: 0, paid: total, refunded: total, netPaid: 0 })
})

test('a credit that was spent on a renewal stays credited, also once the order is larger again', async () => {
  const { order, session } = await kiosks(3)
  await resized(order, 1)
  const { credited } = await choicesOf(order)
  await renewed(session, 'paid')
  await resized(order, 3)
  const { ledger } = await read(order._id)
  expect(ledger.credited).toBe(36_000)
  expect([ledger.total + ledger.credited, credited]).toEqual([ledger.paid, order.totalAmount - 36_000])
  expect((await choicesOf(order)).full).toBe(ledger.total)
})

test('after a renewal, too, a credit takes back what was paid to make the order larger', async () => {
  const { order, session } = await kiosks(3)
  await renewed(session, 'paid')
  const moment = secondsNow()
  await resized(order, 5, moment)
  await resized(order, 3, moment)
  const { ledger } = await read(order._id)
  expect(ledger).toMatchObject({ total: order.totalAmount, netPaid: ledger.total + ledger.credited })
  expect(await choicesOf(order)).toMatchObject({ full: order.totalAmount, credited: ledger.credited })
  expect(ledger.credited).toBeGreaterThan(0)
})

test.each([
  { change: 'made smaller', sizes: [1] },
  { change: 'made larger and then smaller', sizes: [5, 1] },
])('what an order was credited of a renewal takes nothing off what was paid for it: $change', async ({ sizes }) => {
  const { order, session } = await kiosks(3)
  await renewed(session, 'paid')
  for (const size of sizes) await resized(order, size)
  const total = order.totalAmount
  expect(await choicesOf(order)).toMatchObject({ full: total, credited: 0 })
  const { ledger, totalAmount, money } = await read(order._id)
  expect([totalAmount, ledger]).toMatchObject([total, { subtotal: total, total, credited: 0, netPaid: total }])
  expect(money.filter(({ kind }) => kind === 'changed').map(({ amount }) => amount)).toEqual([expect.any(Number)])
})

test('a credit beyond the renewal it came after is one of the order, and does not go back a second time', async () => {
  const { order, session } = await buy({
    items: [
      ['DEENKIOSK', 72_000, 2],
      ['Announcements', 500],
    ],
    interval: 'month',
  })
  const { items } = await provider.subscriptions.retrieve(session.subscription)
  const [kiosk] = items.data
  const yearly = await provider.prices.create({
    ...{
      product: kiosk!.price.product as string,
      currency: 'usd',
      unit_amount: 300_000,
      recurring: { interval: 'year' },
    },
  })
  const change = { proration_behavior: 'always_invoice' as const }
  await provider.subscriptionItems.update(kiosk!.id, { price: yearly.id, ...change })
  await renewed(session, 'paid')
  await provider.subscriptionItems.update(kiosk!.id, { quantity: 1, ...change })
  // Or the order would change between the plan of its cancellation and the cancellation.
  await soon(async () => expect((await read(order._id)).orderItems[0]?.qty).toBe(1))
  const credited = -((await provider.customers.retrieve(session.customer)) as { balance: number }).balance
  expect(credited).toBeGreaterThan(200_000)
  const { data: paid } = await provider.invoices.list({ subscription: session.subscription })
  const paidInAll = paid.reduce((sum, { amount_paid }) => sum + amount_paid, 0)
  expect(await choicesOf(order)).toMatchObject({ full: paidInAll - credited, credited })
  const { data } = await cancelled(order, 'full')
  expect(data.ledger).toMatchObject({ refunded: paidInAll - credited, netPaid: credited })
})

test('what was billed a moment ago counts before its event has come', async () => {
  const { order } = await kiosks(3)
  await resized(order, 1)
  // What is not used up becomes less from second to second.
  const { full, credited, fromCredit } = await choicesOf(order)
  const { subscriptionId } = (await db.select().from(orders).where(eq(orders.id, order._id)))[0]!
  const isCredit = and(eq(stripeInvoices.subscriptionId, subscriptionId!), lt(stripeInvoices.total, 0))
  const [credit] = await db.select({ id: stripeInvoices.id }).from(stripeInvoices).where(isCredit)
  await db.delete(stripeInvoiceLines).where(eq(stripeInvoiceLines.invoiceId, credit!.id))
  await db.delete(stripeInvoices).where(isCredit)
  expect(await choicesOf(order)).toMatchObject({ full, credited, fromCredit })
})

test('whoever cancels owes no renewal that was not paid', async () => {
  const { order, session } = await buy()
  const method = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer: session.customer })
  await provider.subscriptions.update(session.subscription, { default_payment_method: method.id })
  await renewed(session, 'open')
  expect((await cancelled(order, 'full')).status).toBe(200)
  const { data } = await provider.invoices.list({ subscription: session.subscription })
  expect(data.map(({ status }) => status).toSorted()).toEqual(['paid', 'void'])
})

test('of an unused period goes back what was shown, however long the question was open', async () => {
  const { order } = await buy()
  await passed(10 * DAY_S)
  const { prorated, prorationDate } = await choicesOf(order)
  await passed(50 * 60)
  expect((await choicesOf(order)).prorated).toBeLessThan(prorated!)
  const params = { id: order._id }
  const body = { reason: 'Moved', refund: 'prorated', prorationDate }
  const { data } = await admin(cancelOrder, { params, body })
  expect(data.ledger.refunded).toBe(prorated)
})

test('what was shown more than an hour ago is not given back, but asked again', async () => {
  const { order } = await buy()
  const { prorationDate } = await choicesOf(order)
  await passed(2 * 3600)
  const body = { reason: 'Moved', refund: 'prorated', prorationDate }
  const { status, error } = await admin(cancelOrder, { params: { id: order._id }, body })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['prorationDate']])
  expect((await read(order._id)).status).toBe(order.status)
})

test('what went back on the charge itself counts, beside what was credited, and does not go back again', async () => {
  const { order, session } = await buy()
  const { data: charges } = await provider.charges.list({ customer: session.customer })
  await provider.creditNotes.create({ invoice: session.invoice, amount: 1000, refund_amount: 1000 })
  await provider.refunds.create({ charge: charges[0]!.id, amount: 2000 })
  await soon(async () => expect((await read(order._id)).ledger.refunded).toBe(3000))
  expect((await choicesOf(order)).full).toBe(order.totalAmount - 3000)
  const { data } = await cancelled(order, 'full')
  expect(data.ledger).toMatchObject({ refunded: order.totalAmount, netPaid: 0 })
  expect((await provider.charges.retrieve(charges[0]!.id)).amount_refunded).toBe(order.totalAmount)
})

async function checkout() {
  const organization = await given.organization()
  const { id: customer } = await customerOf(organization)
  const product = await provider.products.create({ name: 'DEENFUND' })
  const price = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 4900 })
  const { id } = await provider.checkout.sessions.create({
    mode: 'payment',
    customer,
    success_url: 'https://masjid.example',
    line_items: [{ price: price.id, quantity: 1 }],
  })
  return id
}

test('of a payment without an invoice goes back what did not go back at the provider itself', async () => {
  const id = await checkout()
  const { payment_intent } = (await control(`checkout/${id}/pay`)) as { payment_intent: string }
  const order = await orderOf(id)
  const receipt = { receipt_number: expect.stringMatching(/\d/), receipt_url: expect.stringMatching(/^http/) }
  expect(order.orderItems).toMatchObject([receipt])
  expect(order.money).toMatchObject([{ kind: 'paid', card: 'VISA 4242', ...receipt }, { kind: 'placed' }])
  await provider.refunds.create({ payment_intent, amount: 1000 })
  await soon(async () => expect((await read(order._id)).ledger).toMatchObject({ refunded: 1000, netPaid: 3900 }))
  expect((await read(order._id)).money[0]).toMatchObject({
    kind: 'refund',
    amount: -1000,
    at: expect.any(String),
    by: '',
    ...receipt,
  })
  expect(await choicesOf(order)).toMatchObject({ full: 3900, prorated: null })
  const { status, data } = await cancelled(order, 'full')
  expect([status, data.ledger]).toMatchObject([200, { refunded: 4900, netPaid: 0 }])
  const { data: refunds } = await provider.refunds.list({ payment_intent })
  expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([1000, 3900])

  await soon(async () => expect((await read(order._id)).ledger.refunded).toBe(4900))
  const isThis = eq(orders.id, order._id)
  await db.update(orders).set({ charge: null }).where(isThis)
  await compareOrderCharges(house, { compared: 0, differed: 0 })
  expect((await read(order._id)).ledger).toMatchObject({ refunded: 4900, netPaid: 0 })
})

test.each([
  { fails: false, now: 'paid', paid: 4900, kind: 'paid' },
  { fails: true, now: 'failed', paid: 0, kind: 'failed' },
])(
  'an order by bank debit is due, and stays open, until the money came or did not: $now',
  async ({ fails, now, paid, kind }) => {
    const id = await checkout()
    await control(`checkout/${id}/pay`, { later: true })
    const order = await orderOf(id)
    const due = await read(order._id)
    expect(due).toMatchObject({ payment: 'due', totalAmount: 4900, ledger: { total: 4900, paid: 0, netPaid: 0 } })
    expect(due.cancelLockedBecause).toMatch(/still on its way/)
    expect(due.money.map((entry) => entry.kind)).toEqual(['due', 'placed'])
    const asked = await admin(readRefundChoices, { params: { id: order._id } })
    for (const { status, error } of [asked, await cancelled(order, 'none')])
      expect([status, error.message]).toEqual([409, expect.stringMatching(/^The payment .* is still on its way/)])

    await control(`checkout/${id}/arrive`, { fails })
    await soon(async () => expect((await read(order._id)).payment).toBe(now))
    const then = await read(order._id)
    expect(then.cancelLockedBecause).toBeNull()
    expect([then.ledger.paid, then.money.map((entry) => entry.kind)]).toEqual([paid, [kind, 'due', 'placed']])
    expect(await choicesOf(order)).toMatchObject({ full: paid || null })
  },
)

test('a refund that was made under a key the provider has forgotten is found again, and not made twice', async () => {
  const { session } = await buy()
  const metadata = { key: 'forgotten' }
  const { invoice } = session
  const note = await provider.creditNotes.create({ invoice, amount: 1000, refund_amount: 1000, metadata })
  const [found] = await refundInvoice(house.stripe, invoice, 1000, 'forgotten')
  expect(note.refunds).toMatchObject([{ refund: found?.id }])
  const [charge] = (await provider.charges.list({ customer: session.customer })).data
  const payment = charge!.payment_intent as string
  const { id } = await provider.refunds.create({ payment_intent: payment, amount: 500, metadata })
  expect((await refundPayment(house.stripe, payment, 500, 'forgotten')).id).toBe(id)
  expect((await provider.charges.retrieve(charge!.id)).amount_refunded).toBe(1500)
})

test('a renewed order names what it cost and its last payment, and refunds the one that is chosen', async () => {
  const { order, session } = await buy({ items: [['DEENFUND', 5400]] })
  expect(await choicesOf(order)).toMatchObject({ full: 5400, last: null, paidAt: expect.stringMatching(/T/) })
  await renewed(session, 'paid')
  const { full, paidAt, last } = await choicesOf(order)
  expect([full, last?.amount]).toEqual([5400, 5400])
  expect(Date.parse(last!.paidAt) - Date.parse(paidAt!)).toBeGreaterThan(27 * DAY_S * 1000)
  const { status, data } = await cancelled(order, 'last')
  expect(status).toBe(200)
  expect(data.ledger).toMatchObject({ paid: 5400, refunded: 0, netPaid: 5400 })
  expect(data.money.map(({ kind, text, amount }) => [kind, text, amount])).toEqual(
    expect.arrayContaining([
      ['refund', 'Moved', -5400],
      ['paid', 'Renewal', 5400],
    ]),
  )
  const { data: charges } = await provider.charges.list({ customer: session.customer })
  expect(charges.map((charge) => charge.amount_refunded)).toEqual([5400, 0])
})

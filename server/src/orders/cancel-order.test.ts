import { customer } from '@hikmah/contract/customer'
import { formatMoney } from '@hikmah/contract/money'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { compareAllJob, resumeOperationsJob } from '../jobs.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'
import { refundInvoice } from '../outside/stripe/refunds.ts'
import { stripeEvents, stripeInvoices } from '../payments/table.ts'

const { house, db, clock, as, admin, buy, read, refundsStand, provider, control, holdUp, audited, untilSettled } =
  await startWithOrders()
const { assignItem, cancelOrder, changeOrderStatus, readRefundChoices } = endpoints

const cancelled = (order: { _id: string }, refund: string, version?: number) =>
  admin(cancelOrder, { params: { id: order._id }, body: { reason: 'Ordered twice', refund, version } })
const refundsOf = async (session: { invoice: string }) =>
  (await provider.creditNotes.list({ invoice: session.invoice })).data.map(({ amount }) => amount)

test('a cancelled order is closed, its subscription ended and its money given back', async () => {
  const { order, session } = await buy()
  const { data: choices } = await admin(readRefundChoices, { params: { id: order._id } })
  expect(choices).toMatchObject({ currency: 'usd', full: order.totalAmount })
  const { data, message } = await cancelled(order, 'full')
  expect(message).toBe('Order Canceled Successfully!')
  expect(data).toMatchObject({
    status: 'closed',
    cancelReason: 'Ordered twice',
    lockedBecause: expect.stringMatching(/closed/),
    ledger: { refunded: order.totalAmount, refundPending: 0, netPaid: 0 },
  })
  expect(data.money.slice(0, 2).map(({ kind, amount, status }) => [kind, amount, status])).toEqual([
    ['cancelled', null, null],
    ['refund', -order.totalAmount, 'succeeded'],
  ])
  for (const entry of data.money.slice(0, 2)) expect(entry.by).not.toBe('')
  expect((await provider.subscriptions.retrieve(session.subscription)).status).toBe('canceled')
  expect(await refundsOf(session)).toEqual([order.totalAmount])
  expect(await audited(order._id)).toEqual(['order.created', 'order.cancelled'])
  const [told] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'order.cancelled'))
  expect(told!.changes.refunds!.after).toContain(`${formatMoney(order.totalAmount, 'usd')} succeeded (`)
  expect((await cancelled(order, 'full')).status).toBe(409)
})

test('without a refund the money stays, and a part of a period goes back as the provider reckons', async () => {
  const { order, session } = await buy()
  const kept = await cancelled(order, 'none')
  expect(kept.data.ledger).toMatchObject({ refunded: 0, netPaid: order.totalAmount })
  expect(await refundsOf(session)).toEqual([])

  const half = await buy({ interval: 'year' })
  await control('clock', { advanceS: 182 * 86_400 })
  await soon(async () => expect((await read(half.order._id)).payment).toBe('paid'))
  clock.advance(182 * 86_400)
  const { data: choices } = await admin(readRefundChoices, { params: { id: half.order._id } })
  expect(choices.prorated).toBeGreaterThan(half.order.totalAmount * 0.49)
  expect(choices.prorated).toBeLessThan(half.order.totalAmount * 0.51)
  const body = { reason: 'Moved', refund: 'prorated' }
  const { data } = await admin(cancelOrder, { params: { id: half.order._id }, body })
  expect(data.ledger.refunded).toBeGreaterThan(half.order.totalAmount * 0.49)
  expect(await refundsOf(half.session)).toEqual([data.ledger.refunded])
})

test('twenty who cancel the same order at once give its money back once', async () => {
  const { order, session } = await buy()
  const who = await as('owner')
  const body = { reason: 'Ordered twice', refund: 'full' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => who(cancelOrder, { params: { id: order._id }, body })),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await refundsOf(session)).toEqual([order.totalAmount])
  expect((await read(order._id)).money.filter(({ kind }) => kind === 'refund')).toHaveLength(1)
})

test('who joins a refund and finds nothing left any more gets the refund that was made beside it', async () => {
  const { order, session } = await buy()
  // The joiner has looked for the refund before it was made, and hears so after it.
  const reading = await holdUp('GET /v1/credit_notes', 'holdMs')
  const refund = () => refundInvoice(house.stripe, session.invoice, order.totalAmount, 'the same')
  const joined = refund()
  await reading.untilHeld()
  const made = await refund()
  await reading.letGo()
  expect((await joined).map(({ id }) => id)).toEqual(made.map(({ id }) => id))
  expect(await refundsOf(session)).toEqual([order.totalAmount])
})

test('of different changes of one order at the same moment one is made', async () => {
  const { order, session } = await buy()
  const items = order.orderItems.map(({ _id }) => ({ _id, qty: 5 }))
  const replies = await Promise.all([
    cancelled(order, 'full', order.version),
    cancelled(order, 'prorated', order.version),
    cancelled(order, 'none', order.version),
    admin(endpoints.updateOrder, { params: { id: order._id }, body: { items, version: order.version } }),
  ])
  const [done, ...refused] = replies.map(({ status }) => status).sort()
  expect(done).toBe(200)
  expect(refused.filter((status) => status !== 400 && status !== 409)).toEqual([])
  const after = await read(order._id)
  expect(after.version).toBe(order.version + 1)
  const refunded = (await refundsOf(session)).reduce((sum, amount) => sum + amount, 0)
  expect(after.ledger.refunded).toBe(refunded)
})

test('who sends a cancellation again with the same key gets the same answer', async () => {
  const { order, session } = await buy()
  const body = { reason: 'Ordered twice', refund: 'full' }
  const who = await as('owner')
  const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const send = () => who(cancelOrder, { params: { id: order._id }, body }, key)
  const first = await send()
  expect(first).toMatchObject({ status: 200, data: { _id: order._id, status: 'closed' } })
  expect((await send()).text).toBe(first.text)
  expect(await refundsOf(session)).toEqual([order.totalAmount])
})

test('killed between the answer of the provider and ours, the order is closed later and refunded once', async () => {
  const { order, session } = await buy()
  const id = sql.raw(`'${order._id}'`)
  await db.execute(
    sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await db.execute(
    sql`create trigger die before update of status on orders for each row when (new.id = ${id}) execute function die()`,
  )
  expect(
    (await admin(cancelOrder, { params: { id: order._id }, body: { reason: 'Broken', refund: 'full' } })).status,
  ).toBe(500)
  await db.execute(sql`drop trigger die on orders`)
  expect(await refundsOf(session)).toEqual([order.totalAmount])
  const stateOf = async () =>
    (await db.select().from(stripeOperations).where(eq(stripeOperations.target, session.subscription))).map(
      ({ state }) => state,
    )
  expect(await stateOf()).toEqual(['pending'])

  clock.advance(61)
  await resumeOperationsJob.work(house, {})
  expect(await stateOf()).toEqual(['done'])
  const after = (await admin(endpoints.readOrder, { params: { id: order._id } })).data
  expect(after).toMatchObject({ status: 'closed', cancelReason: 'Broken', ledger: { refunded: order.totalAmount } })
  expect(await refundsOf(session)).toEqual([order.totalAmount])
})

test('a refund whose word came before we had written it down is no longer pending after the night', async () => {
  const { order } = await buy()
  expect((await cancelled(order, 'full')).data.ledger).toMatchObject({ refundPending: 0 })
  // As it stood in the answer that made it.
  await refundsStand(order._id, 'pending')
  expect((await read(order._id)).ledger).toMatchObject({ refunded: 0, refundPending: order.totalAmount })
  await compareAllJob.work(house, {})
  expect((await read(order._id)).ledger).toMatchObject({ refunded: order.totalAmount, refundPending: 0 })
})

test('a refund that the provider refuses leaves the order open', async () => {
  const { order, session } = await buy()
  await control('faults', { only: 'POST /v1/credit_notes', status: 400, times: 1 })
  const { status, error } = await cancelled(order, 'full')
  expect([status, error.message]).toEqual([422, expect.stringMatching(/refused this/)])
  expect(await read(order._id)).toMatchObject({ status: 'new', version: order.version })
  expect((await provider.subscriptions.retrieve(session.subscription)).status).toBe('active')
})

test('an open invoice that was settled at the provider a moment ago does not hold up a cancellation', async () => {
  const { order, session } = await buy()
  const items = order.orderItems.map(({ _id, qty }) => ({ _id, qty: qty * 2 }))
  const body = { items, version: order.version }
  expect((await admin(endpoints.updateOrder, { params: { id: order._id }, body })).status).toBe(200)
  const { data: invoices } = await provider.invoices.list({ subscription: session.subscription })
  const later = invoices.find(({ id }) => id !== session.invoice)!.id
  await soon(async () => expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0))
  // The word of its payment has not reached us yet.
  await db.update(stripeInvoices).set({ status: 'open', amountPaid: 0 }).where(eq(stripeInvoices.id, later))
  const { data, status } = await cancelled(order, 'full')
  expect([status, data.status, data.cancelReason]).toEqual([200, 'closed', 'Ordered twice'])
  expect(await refundsOf(session)).toEqual([order.totalAmount])
  expect((await provider.subscriptions.retrieve(session.subscription)).status).toBe('canceled')
})

/** An order that was made larger at the provider, where nobody has paid for the change. */
async function unpaid() {
  const { order, session } = await buy()
  const { data: charges } = await provider.charges.list({ customer: session.customer })
  const method = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer: session.customer })
  await provider.subscriptions.update(session.subscription, { default_payment_method: method.id })
  const [kiosks] = (await provider.subscriptions.retrieve(session.subscription)).items.data
  await provider.subscriptions.update(session.subscription, {
    items: [{ id: kiosks!.id, quantity: 4 }],
    proration_behavior: 'always_invoice',
  })
  await soon(async () => expect((await read(order._id)).ledger.total).toBeGreaterThan(order.totalAmount))
  await untilSettled()
  const { data: open } = await provider.invoices.list({ subscription: session.subscription, status: 'open' })
  return { order, session, open: open[0]!.id, charge: charges[0]!.id }
}

test('an open invoice that cannot be taken back refuses the cancellation before any money goes back', async () => {
  const { order, session } = await unpaid()
  await control('faults', { only: 'POST /v1/invoices/', status: 400, times: 1 })
  // Without a version: what the provider tells of the items may come yet.
  const { status, error } = await cancelled(order, 'full')
  expect([status, error.code]).toEqual([422, 'VALIDATION'])
  expect(await refundsOf(session)).toEqual([])
  expect((await cancelled(order, 'full')).status).toBe(200)
  expect(await refundsOf(session)).toEqual([order.totalAmount])
  const { data: open } = await provider.invoices.list({ subscription: session.subscription, status: 'open' })
  expect(open).toEqual([])
})

const statusOf = async (invoice: string) => (await provider.invoices.retrieve(invoice)).status

test('a cancellation that is refused because money has moved leaves the open invoices open', async () => {
  const { order, session, open, charge } = await unpaid()
  // After the amounts are planned, before anything is done.
  const held = await holdUp(`GET /v1/invoices/${open}`, 'delayMs')
  const asked = cancelled(order, 'full')
  await held.untilHeld()
  await provider.refunds.create({ charge, amount: 1000 })
  await held.letGo()
  expect(await asked).toMatchObject({
    status: 409,
    error: { fields: { refund: expect.stringMatching(/Less is left/) } },
  })
  expect([await statusOf(open), (await read(order._id)).status]).toEqual(['open', 'new'])
  expect(await refundsOf(session)).toEqual([])
})

test('a cancellation whose open invoice is void already is carried through with what is left', async () => {
  const { order, session, open, charge } = await unpaid()
  const held = await holdUp('POST /v1/invoices/', 'holdMs')
  const asked = cancelled(order, 'full')
  await held.untilHeld()
  await provider.refunds.create({ charge, amount: 1000 })
  await held.letGo()
  expect(await asked).toMatchObject({ status: 200, data: { status: 'closed' } })
  expect(await statusOf(open)).toBe('void')
  expect(await refundsOf(session)).toEqual([order.totalAmount - 1000])
})

test('an invoice that is paid at the moment its order is canceled says so, waits for billing, and is refunded', async () => {
  const { order, session, open } = await unpaid()
  const held = await holdUp(`POST /v1/invoices/${open}/void`, 'delayMs')
  const asked = cancelled(order, 'full')
  await held.untilHeld()
  const works = await provider.paymentMethods.attach('pm_card_visa', { customer: session.customer })
  const { amount_paid: amount } = await provider.invoices.pay(open, { payment_method: works.id })
  await held.letGo()
  const { data, status } = await asked
  expect([status, data.status]).toEqual([200, 'closed'])
  expect(data.money).toContainEqual(expect.objectContaining({ kind: 'paid-in-cancel', amount, paymentId: open }))
  const waiting = async () => (await admin(customer.readBillingWaiting, {})).data.paidInCancel
  const { orderNo, _id: orderId } = order
  expect(await waiting()).toEqual([{ orderId, orderNo, amount, currency: 'usd' }])
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.entityId, orderId))
  const { changes } = entries.find(({ action }) => action === 'order.cancelled')!
  expect(changes).toMatchObject({ paidInCancel: { after: (await provider.invoices.retrieve(open)).number } })

  const back = { paymentId: open, amount, reason: 'Paid while it was being canceled' }
  expect((await admin(endpoints.refundOrder, { params: { id: orderId }, body: back })).status).toBe(200)
  expect((await provider.invoices.retrieve(open)).post_payment_credit_notes_amount).toBe(amount)
  expect(await waiting()).toEqual([])
  const [entry] = (await read(orderId)).money.filter(({ kind }) => kind === 'paid-in-cancel')
  expect([entry?.amount, entry?.paymentId]).toEqual([amount, undefined])
})

test('a renewal that is paid at the moment its order is canceled stands with the money of the order', async () => {
  const { order, session } = await buy()
  const method = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer: session.customer })
  await provider.subscriptions.update(session.subscription, { default_payment_method: method.id })
  await control('clock', { advanceS: 33 * DAY_S })
  clock.advance(33 * DAY_S)
  const openOnes = () => provider.invoices.list({ subscription: session.subscription, status: 'open' })
  await soon(async () => expect((await openOnes()).data).toHaveLength(1))
  await untilSettled()
  const renewal = (await openOnes()).data[0]!.id
  const held = await holdUp(`POST /v1/invoices/${renewal}/void`, 'delayMs')
  const asked = cancelled(order, 'none')
  await held.untilHeld()
  await provider.invoices.pay(renewal, { paid_out_of_band: true })
  await held.letGo()
  const { data } = await asked
  const [entry] = data.money.filter(({ kind }: { kind: string }) => kind === 'paid-in-cancel')
  expect(entry).toMatchObject({ text: 'Renewal', amount: order.totalAmount, paymentId: `${renewal}:outside` })
})

test('what is refused after money went back is not forgotten: it is tried again, and nothing goes back twice', async () => {
  const { order, session } = await buy()
  await control('faults', { only: 'DELETE /v1/subscriptions', status: 400, times: 1 })
  const { status, error } = await cancelled(order, 'full')
  expect([status, error.code, error.message]).toEqual([502, 'UPSTREAM', expect.stringMatching(/went through.*refused/)])
  expect(await refundsOf(session)).toEqual([order.totalAmount])
  expect((await cancelled(order, 'none')).status).toBe(409)
  const [item] = order.orderItems
  const done = { params: { id: order._id }, body: { status: 'completed', version: order.version } }
  expect((await admin(changeOrderStatus, done)).error.message).toMatch(/under way/)
  const given = { params: { id: order._id, itemId: item!._id }, body: { staffId: crypto.randomUUID() } }
  expect((await admin(assignItem, given)).error.message).toMatch(/under way/)
  const operation = () => db.select().from(stripeOperations).where(eq(stripeOperations.target, session.subscription))
  expect(await operation()).toMatchObject([{ state: 'unknown', problem: error.message }])

  clock.advance(61)
  await resumeOperationsJob.work(house, {})
  expect(await operation()).toMatchObject([{ state: 'done' }])
  const after = await read(order._id)
  expect([after.status, after.ledger.refunded]).toEqual(['closed', order.totalAmount])
  expect(await refundsOf(session)).toEqual([order.totalAmount])
})

test('what went back at the provider itself does not go back again', async () => {
  const { order, session } = await buy()
  await provider.creditNotes.create({ invoice: session.invoice, amount: 1000, refund_amount: 1000 })
  const refunds = async () => (await read(order._id)).money.filter(({ kind }) => kind === 'refund')
  await soon(async () => expect(await refunds()).toMatchObject([{ amount: -1000, at: expect.any(String) }]))
  const { data } = await admin(cancelOrder, {
    params: { id: order._id },
    body: { reason: 'Ordered twice', refund: 'full' },
  })
  expect(data.ledger.refunded).toBe(order.totalAmount)
  expect(data.money.map(({ kind, amount }) => [kind, amount]).slice(0, 4)).toEqual([
    ['cancelled', null],
    ['refund', 1000 - order.totalAmount],
    ['refund', -1000],
    ['paid', order.totalAmount],
  ])
  expect(await refundsOf(session)).toEqual([order.totalAmount - 1000, 1000])
})

test('a cancellation names what is wrong with it', async () => {
  const { order } = await buy()
  const refused = async (body: object, id = order._id) => {
    const { status, error } = await admin(cancelOrder, { params: { id }, body })
    return [status, Object.keys(error.fields ?? {})]
  }
  expect(await refused({ reason: ' ', refund: 'full' })).toEqual([400, ['reason']])
  expect(await refused({ reason: 'Late', refund: 'all' })).toEqual([400, ['refund']])
  expect(await refused({ reason: 'Late', refund: 'none', version: order.version + 1 })).toEqual([409, []])
  expect(await refused({ reason: 'Late', refund: 'none' }, crypto.randomUUID())).toEqual([404, []])
})

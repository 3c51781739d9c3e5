import { invoices } from '@hikmah/contract/invoices'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import type { OrderStatus } from '@hikmah/contract/orders/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'
import { orderRefunds, orders } from './table.ts'

const { admin, as, audited, buy, control, customerOf, db, given, holdUp, orderOf, provider, read, untilSettled } =
  await startWithOrders()
const { readOrderMoney, refundOrder } = endpoints
/** The same person each time. */
const billing = await as('admin')

/** An order of $98.00, and what may happen to its payment at the provider. */
async function paid98() {
  const { order, session, organization } = await buy({ items: [['DEENFUND', 9800]] })
  const { data } = await provider.charges.list({ customer: session.customer })
  const charge = data[0]!.id
  const { invoice } = session
  const params = { id: order._id }
  return {
    order,
    organization,
    session,
    invoice,
    charge,
    money: async () => (await admin(readOrderMoney, { params })).data,
    refund: (
      body: { paymentId?: string; amount?: number; reason?: string; seen?: number; way?: 'back' | 'credit' } = {},
      key?: string,
    ) =>
      billing(
        refundOrder,
        { params, body: { paymentId: invoice, reason: 'Returned', ...body } },
        { headers: key ? { 'idempotency-key': key } : {} },
      ),
    refundedThere: (amount: number) => provider.refunds.create({ charge, amount }),
    creditedThere: (credit_amount: number) =>
      provider.creditNotes.create({ invoice, amount: credit_amount, credit_amount }),
    disputed: (body: object = {}) => control(`charges/${charge}/dispute`, body),
    /** Everything that left the card again. */
    backOnCard: async () => (await provider.charges.retrieve(charge)).amount_refunded,
  }
}

test('a part of a payment is refunded, then the whole rest; the order stays as it is', async () => {
  const { order, invoice, money, refund, backOnCard, organization } = await paid98()
  expect(await money()).toMatchObject({
    currency: 'usd',
    payments: [{ paymentId: invoice, paid: 9800, refunded: 0, refundable: 9800, net: 9800, method: 'VISA 4242' }],
    entries: [{ kind: 'paid', amount: 9800, net: 9800 }],
  })
  const part = await refund({ amount: 3240, reason: 'One kiosk returned unopened' })
  expect(part).toMatchObject({ status: 200, data: { refund: { amount: 3240, status: 'succeeded', isOutside: false } } })
  expect(part.data.payments).toMatchObject([{ refunded: 3240, refundable: 6560, net: 6560 }])
  expect(part.data.entries).toMatchObject([
    { amount: 9800, net: 9800 },
    {
      kind: 'refund',
      amount: -3240,
      net: 6560,
      reason: 'One kiosk returned unopened',
      by: expect.stringMatching(/\w/),
    },
  ])
  expect((await refund()).data).toMatchObject({ refund: { amount: 6560 }, payments: [{ refundable: 0, net: 0 }] })
  expect(await backOnCard()).toBe(9800)
  expect(await read(order._id)).toMatchObject({ status: 'new', ledger: { refunded: 9800, netPaid: 0 } })
  expect(await audited(order._id)).toEqual(['order.created', 'order.refunded', 'order.refunded'])
  const [told] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'order.refunded'))
  expect(told).toMatchObject({
    organizationId: organization.id,
    changes: { reason: { after: 'One kiosk returned unopened' } },
  })
})

test.each(['new', 'in-progress', 'completed', 'done', 'closed'] satisfies OrderStatus[])(
  'a payment of an order that is %s is refunded',
  async (status) => {
    const { order, refund, backOnCard } = await paid98()
    await db.update(orders).set({ status }).where(eq(orders.id, order._id))
    expect((await refund({ amount: 100 })).status).toBe(200)
    expect(await backOnCard()).toBe(100)
    expect((await read(order._id)).status).toBe(status)
  },
)

test('what was given back outside the provider of a payment by card counts as back, and what is kept is said once', async () => {
  const { invoice, order, money } = await paid98()
  await provider.creditNotes.create({ invoice, amount: 2000, out_of_band_amount: 2000 })
  const { payments, entries } = await money()
  expect(payments).toMatchObject([{ paid: 9800, refunded: 2000, refundable: 7800, net: 7800 }])
  expect(entries).toMatchObject([
    { kind: 'paid', paymentId: invoice, net: 9800 },
    { kind: 'refund', paymentId: invoice, amount: -2000, net: 7800 },
  ])
  expect((await read(order._id)).ledger).toMatchObject({ returnedOutside: 2000, netPaid: 7800 })
})

test('what was refunded, credited and disputed at the provider does not go back again, and the refusal says what is left', async () => {
  const { invoice, refund, refundedThere, creditedThere, disputed, backOnCard, money } = await paid98()
  await refundedThere(3000)
  await creditedThere(2000)
  await disputed({ amount: 1500 })
  const refused = await refund({ amount: 3301 })
  expect(refused).toMatchObject({
    status: 409,
    error: {
      code: 'CONFLICT',
      fields: { amount: 'At most $33.00' },
      current: { paymentId: invoice, refundable: 3300, refunded: 3000, credited: 2000, disputed: 1500 },
    },
  })
  expect((await refund({ amount: 3300 })).status).toBe(200)
  expect(await backOnCard()).toBe(6300)
  const { payments, entries } = await money()
  expect(payments).toMatchObject([{ refunded: 6300, credited: 2000, disputed: 1500, refundable: 0, net: 3500 }])
  expect(entries.at(-1)?.net).toBe(3500)
  const nothing = await refund()
  expect(nothing.status).toBe(409)
  expect(nothing.message).toMatch(/bank disputes \$15\.00/)
})

test('a credit goes to the customer’s balance, once, by a numbered credit note, and what can go back is less by it', async () => {
  const { order, session, invoice, refund, backOnCard, money, disputed } = await paid98()
  const credit = { amount: 2000, reason: 'A week without service', way: 'credit' as const }
  const first = await refund(credit, 'a-credit')
  expect(first).toMatchObject({
    status: 200,
    data: {
      refund: { amount: 2000, status: 'succeeded', way: 'credit', number: expect.stringMatching(/-CN-01$/) },
      payments: [{ refunded: 0, credited: 2000, refundable: 7800, net: 9800 }],
    },
  })
  expect(await refund(credit, 'a-credit')).toMatchObject({ status: 200, data: first.data })
  const { number } = first.data.refund
  expect(await backOnCard()).toBe(0)
  expect(await provider.customers.retrieve(session.customer)).toMatchObject({ balance: -2000 })
  expect((await provider.creditNotes.list({ invoice })).data).toMatchObject([{ number, amount: 2000, refunds: [] }])
  expect((await money()).entries.at(-1)).toMatchObject({
    kind: 'credit',
    amount: -2000,
    net: 9800,
    reason: 'A week without service',
    by: expect.stringMatching(/\w/),
  })
  const shown = await read(order._id)
  expect(shown.ledger).toMatchObject({ refunded: 0, toBalance: 2000, netPaid: 9800 })
  expect(shown.money[0]).toMatchObject({
    kind: 'credit',
    amount: -2000,
    text: 'A week without service',
    movement: { number, toBalance: 2000 },
  })
  const receipt = (await admin(invoices.readInvoice, { params: { id: invoice } })).data
  expect(receipt).toMatchObject({ refunded: 0, credited: 2000, movements: [{ kind: 'credit-note', number }] })
  expect(await audited(order._id)).toEqual(['order.created', 'order.credited'])
  const [told] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'order.credited'))
  expect(told?.changes).toMatchObject({ credit: { after: `$20.00 to the balance (${number})` } })

  // Neither what is credited nor what a bank holds goes out in the other way.
  expect((await refund({ amount: 7801 })).error).toMatchObject({ fields: { amount: 'At most $78.00' } })
  await disputed({ amount: 1800 })
  expect((await refund({ amount: 6001, way: 'credit' })).error).toMatchObject({ fields: { amount: 'At most $60.00' } })
  expect((await refund({ amount: 6000, way: 'credit', seen: 6000 })).status).toBe(200)
  expect(await provider.customers.retrieve(session.customer)).toMatchObject({ balance: -8000 })
  expect((await money()).payments).toMatchObject([{ credited: 8000, refundable: 0, net: 9800 }])
})

test('a credit that was just made shows before the provider is read again', async () => {
  const { order, invoice: invoiceId } = await paid98()
  const made = { amount: 500, currency: 'usd', status: 'succeeded' as const, createdAt: new Date() }
  await db.insert(orderRefunds).values({ id: 'cn_made', orderId: order._id, invoiceId, isCredit: true, ...made })
  expect((await read(order._id)).ledger).toMatchObject({ refunded: 0, returnedOutside: 0, toBalance: 500 })
})

test('a refund that failed is made again, by itself, as its credit note stays issued', async () => {
  const { order, invoice, charge, refund, backOnCard, money } = await paid98()
  await refund({ amount: 9000 })
  const [failed] = (await provider.refunds.list({ charge })).data
  await control(`refunds/${failed!.id}/fail`, {})
  await soon(async () =>
    expect((await money()).payments).toMatchObject([{ refunded: 0, refundable: 9800, creditable: 800, net: 9800 }]),
  )
  expect((await read(order._id)).money.find(({ kind }) => kind === 'refund')).toMatchObject({ status: 'failed' })
  expect((await refund({ amount: 801, way: 'credit' })).error).toMatchObject({ fields: { amount: 'At most $8.00' } })
  const again = await refund({ amount: 9000, reason: 'Sent to another card' }, 'again')
  expect(again).toMatchObject({
    status: 200,
    data: { refund: { amount: 9000, status: 'succeeded' }, payments: [{ refunded: 9000, refundable: 800, net: 800 }] },
  })
  // As if the process had ended before anything was stored.
  await db.execute('delete from idempotency_keys')
  expect((await refund({ amount: 9000, reason: 'Sent to another card' }, 'again')).data.refund).toEqual(
    again.data.refund,
  )
  expect(await backOnCard()).toBe(9000)
  expect((await provider.creditNotes.list({ invoice })).data).toHaveLength(1)
  expect((await refund()).data.refund).toMatchObject({ amount: 800 })
  expect(await backOnCard()).toBe(9800)
})

test('money that moves at the provider between the answer and the refund leaves only the rest', async () => {
  const { session, refund, refundedThere, backOnCard } = await paid98()
  const held = await holdUp('POST /v1/credit_notes', 'delayMs')
  const asked = refund({ amount: 9000 })
  await held.untilHeld()
  await refundedThere(3000)
  await held.letGo()
  expect(await asked).toMatchObject({
    status: 409,
    error: { fields: { amount: 'At most $68.00' }, current: { refunded: 3000, refundable: 6800 } },
  })
  expect(await backOnCard()).toBe(3000)
  await untilSettled()
  const { subscription } = session
  await soon(async () =>
    expect(await db.select().from(stripeOperations).where(eq(stripeOperations.target, subscription))).toMatchObject([
      { kind: 'payment.refund', state: 'refused' },
    ]),
  )
})

test('the same request again gives the same answer, also when the first answer was lost', async () => {
  const { refund, backOnCard } = await paid98()
  const first = await refund({ amount: 1000 }, 'a-press')
  expect(await refund({ amount: 1000 }, 'a-press')).toMatchObject({ status: 200, data: first.data })
  expect(await backOnCard()).toBe(1000)
  // As if the process had ended before the answer was stored.
  await db.execute('delete from idempotency_keys')
  expect((await refund({ amount: 1000 }, 'a-press')).data.refund).toEqual(first.data.refund)
  expect(await backOnCard()).toBe(1000)
  expect((await refund({ amount: 1000 }, 'another-press')).status).toBe(200)
  expect(await backOnCard()).toBe(2000)
})

test('a key that is sent with another body is refused, also when its first answer is forgotten', async () => {
  const { refund, backOnCard } = await paid98()
  expect((await refund({ amount: 1000 }, 'a-press')).status).toBe(200)
  for (const other of [{ amount: 2000 }, { amount: 1000, reason: 'Torn' }]) {
    expect((await refund(other, 'a-press')).status).toBe(422)
    await db.execute('delete from idempotency_keys')
    expect(await refund(other, 'a-press')).toMatchObject({
      status: 422,
      message: expect.stringContaining('another body'),
    })
  }
  expect(await backOnCard()).toBe(1000)
})

test('a dispute that opens between the question and the refund is said in words', async () => {
  const { refund, disputed, backOnCard } = await paid98()
  const held = await holdUp('POST /v1/credit_notes', 'delayMs')
  const asked = refund({ amount: 9000 })
  await held.untilHeld()
  await disputed()
  await held.letGo()
  expect(await asked).toMatchObject({ status: 409, message: expect.stringMatching(/bank disputes \$98\.00/) })
  expect(await backOnCard()).toBe(0)
})

test('twenty presses at once of who saw the same amounts are one refund', async () => {
  const { order, refund, backOnCard } = await paid98()
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, i) => refund({ amount: 700, seen: 9800 }, `press-${i}`)),
  )
  expect(asked.some(({ status }) => status === 200)).toBe(true)
  expect(asked.every(({ status }) => [200, 409, 502].includes(status))).toBe(true)
  expect(await backOnCard()).toBe(700)
  expect(await db.$count(orderRefunds, eq(orderRefunds.orderId, order._id))).toBe(1)
})

test('a payment of a checkout without an invoice is refunded', async () => {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const product = await provider.products.create({ name: 'Banner' })
  const { id: priceId } = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 5000 })
  const session = await provider.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    client_reference_id: organization.id,
    success_url: 'https://masjid.example',
    line_items: [{ price: priceId, quantity: 1 }],
  })
  await control(`checkout/${session.id}/pay`, {})
  const order = await orderOf(session.id)
  const params = { id: order._id }
  const { payments } = (await admin(readOrderMoney, { params })).data
  expect(payments).toMatchObject([{ paymentId: expect.stringMatching(/^pi_/), paid: 5000, refundable: 5000 }])
  const body = { paymentId: payments[0]!.paymentId, amount: 1200, reason: 'Torn' }
  expect((await admin(refundOrder, { params, body })).data.payments).toMatchObject([
    { refunded: 1200, refundable: 3800, net: 3800 },
  ])
  expect((await read(order._id)).ledger).toMatchObject({ refunded: 1200, netPaid: 3800 })
  expect(await admin(refundOrder, { params, body: { ...body, way: 'credit' } })).toMatchObject({
    status: 409,
    error: { fields: { amount: expect.stringMatching(/without an invoice/) } },
  })
})

test('a renewal is refunded by its invoice, and the order says whose payment it was', async () => {
  const { order, invoice } = await paid98()
  await control('clock', { advanceS: 32 * 86_400 })
  let renewal = ''
  await soon(async () => {
    const { payments } = (await admin(readOrderMoney, { params: { id: order._id } })).data
    expect(payments).toMatchObject([{ isRenewal: true }, { paymentId: invoice, isRenewal: false }])
    renewal = payments[0]!.paymentId
  })
  const params = { id: renewal }
  const beside = { paymentId: invoice, reason: 'Returned' }
  expect(await admin(invoices.refundInvoice, { params, body: beside })).toMatchObject({
    status: 400,
    error: { fields: { paymentId: expect.anything() } },
  })
  const body = { paymentId: renewal, reason: 'Service was down' }
  expect((await admin(invoices.refundInvoice, { params, body })).data).toMatchObject({
    refund: { amount: 9800 },
    payments: [{ paymentId: renewal, refundable: 0 }],
  })
  expect((await admin(invoices.readInvoiceMoney, { params })).data.entries.map(({ net }) => net)).toEqual([9800, 0])
  const { ledger, money } = await read(order._id)
  expect(ledger).toMatchObject({ paid: 9800, refunded: 0, netPaid: 9800 })
  expect(money.map(({ kind, text, amount }) => [kind, text, amount])).toEqual(
    expect.arrayContaining([
      ['refund', 'Service was down', -9800],
      ['paid', 'Renewal', 9800],
    ]),
  )
})

test('managers see what is left, without the payer’s card, and refund nothing', async () => {
  const { order, invoice } = await paid98()
  const manager = await as('manager')
  const params = { id: order._id }
  const { payments } = (await manager(readOrderMoney, { params })).data
  expect(payments[0]).toMatchObject({ refundable: 9800 })
  expect(payments[0]).not.toHaveProperty('method')
  const body = { paymentId: invoice, reason: 'Returned' }
  expect((await manager(refundOrder, { params, body })).status).toBe(403)
})

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: 1.5 }, 'amount'],
  [{ reason: ' ' }, 'reason'],
  [{ way: 'cash' }, 'way'],
  [{ paymentId: 'ch_1' }, 'paymentId'],
])('bad input is refused by its field: %j', async (body, field) => {
  const { refund, backOnCard } = await paid98()
  expect(await refund(body as object)).toMatchObject({
    status: 400,
    error: { fields: { [field]: expect.any(String) } },
  })
  expect(await backOnCard()).toBe(0)
})

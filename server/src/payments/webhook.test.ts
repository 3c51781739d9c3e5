import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { stripeEvents, stripeInvoices, stripeSubscriptions } from './table.ts'

const { app, db, given, provider, control, customerOf, price, webhookSecret } = await startWithPayments()

const send = (payload: string, header?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json', ...(header && { 'stripe-signature': header }) },
    payload,
  })
const signed = (payload: string, { secret = webhookSecret, ageS = 0 } = {}) =>
  provider.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(Date.now() / 1000) - ageS })
const eventText = (id: string) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'customer.updated',
    created: 1_790_000_000,
    data: { object: { id: 'cus_none' } },
  })

test.each([
  ['nobody', (_: string) => undefined],
  ['somebody else', (text: string) => signed(text, { secret: 'whsec_of_somebody_else' })],
  ['us, too long ago', (text: string) => signed(text, { ageS: 400 })],
  ['us, in the future', (text: string) => signed(text, { ageS: -4000 })],
])('an event signed by %s is refused, and nothing of it is kept', async (_, headerOf) => {
  const text = eventText('evt_refused0001')
  const reply = await send(text, headerOf(text))
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields).toHaveProperty('stripe-signature')
  expect(await db.$count(stripeEvents, eq(stripeEvents.id, 'evt_refused0001'))).toBe(0)
})

test.each([
  ['id', '{"type":"customer.updated","created":1,"data":{"object":{}}}'],
  ['type', '{"id":"evt_odd","type":5,"created":1,"data":{"object":{}}}'],
  ['created', '{"id":"evt_odd","type":"customer.updated","created":"x","data":{"object":{}}}'],
  ['created', '{"id":"evt_odd","type":"customer.updated","created":253402300800,"data":{"object":{}}}'],
  ['created', '{"id":"evt_odd","type":"customer.updated","created":-1,"data":{"object":{}}}'],
  ['data.object', '{"id":"evt_odd","type":"customer.updated","created":1,"data":{"object":null}}'],
  ['body', '[]'],
])('a signed body without the %s of an event is refused by name', async (field, text) => {
  const reply = await send(text, signed(text))
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]])
})

test('an event that was changed on its way is refused', async () => {
  const header = signed(eventText('evt_changed0001'))
  expect((await send(eventText('evt_changed0002'), header)).statusCode).toBe(400)
})

test('an event is kept once, however often it is sent', async () => {
  const text = eventText('evt_repeated001')
  const replies = await Promise.all(Array.from({ length: 5 }, () => send(text, signed(text))))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await db.$count(stripeEvents, eq(stripeEvents.id, 'evt_repeated001'))).toBe(1)
})

test('a subscription and its invoices stand here as at the provider, also when all events come again in disorder', async () => {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const monthly = await price('DEENWEB Standard', 2900)
  const { id } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id, quantity: 2 }],
  })
  await soon(async () => {
    const [row] = await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.id, id))
    expect(row).toMatchObject({ organizationId: organization.id, status: 'active', cardBrand: 'visa' })
  })
  await provider.subscriptions.update(id, { cancel_at_period_end: true })
  await control('clock', { advanceS: 40 * 86_400 })
  await control('events/replay', { duplicate: true, reverse: true })
  await soon(async () => {
    const [row] = await db.select().from(stripeSubscriptions).where(eq(stripeSubscriptions.id, id))
    expect(row?.status).toBe('canceled')
    expect(await db.$count(stripeEvents, eq(stripeEvents.state, 'received'))).toBe(0)
  })
  const remote = await provider.invoices.list({ customer: customer.id })
  const local = await db.select().from(stripeInvoices).where(eq(stripeInvoices.customerId, customer.id))
  expect(local.map(({ id, status, total }) => ({ id, status, total }))).toEqual(
    expect.arrayContaining(remote.data.map(({ id, status, total }) => ({ id, status, total }))),
  )
  expect(local).toHaveLength(remote.data.length)
  expect(local[0]).toMatchObject({
    organizationId: organization.id,
    total: 5800,
    amountPaid: 5800,
    recurringInterval: 'month',
  })
})

test('a refund is seen also where the invoice was paid with another charge since', async () => {
  const customer = await customerOf(await given.organization())
  const monthly = await price('DEENSCREEN Standard', 1900)
  const { latest_invoice: invoice } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
  })
  const copy = async () =>
    (
      await db
        .select()
        .from(stripeInvoices)
        .where(eq(stripeInvoices.id, String(invoice)))
    )[0]
  await soon(async () => expect((await copy())?.payment).toBeTruthy())
  const payment = { ...(await copy())!.payment!, chargeId: 'ch_of_a_later_payment' }
  await db
    .update(stripeInvoices)
    .set({ payment })
    .where(eq(stripeInvoices.id, String(invoice)))
  const { data: payments } = await provider.invoicePayments.list({ invoice: String(invoice) })
  await provider.refunds.create({ payment_intent: String(payments[0]!.payment.payment_intent), amount: 500 })
  await soon(async () => expect((await copy())?.refunded).toBe(500))
})

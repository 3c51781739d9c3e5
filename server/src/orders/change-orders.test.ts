import { audit } from '@hikmah/contract/audit'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { LAST_ITEM } from '@hikmah/contract/orders/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'
import { orderItems } from './table.ts'

const { db, clock, admin, buy, read, promoCode, control, provider, audited } = await startWithOrders()
const { previewOrder, refreshOrder, updateOrder, applyPromo, removePromo, changeOrderStatus } = endpoints

const params = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const twice = ({ orderItems }: { orderItems: { _id: string; qty: number }[] }) =>
  orderItems.map(({ _id, qty }) => ({ _id, qty: qty * 2 }))

test('a change costs what its preview said, and the order and the provider have it', async () => {
  const { order, session } = await buy()
  const [kiosks] = order.orderItems
  const items = [{ _id: kiosks!._id, qty: 3 }]
  const { data: preview } = await admin(previewOrder, { ...params(order), body: { items } })
  expect(preview.lines.length).toBeGreaterThan(0)
  expect(preview.total).toBe(preview.lines.reduce((sum, { amount }) => sum + amount, 0))

  const { version } = order
  const { data, message } = await admin(updateOrder, {
    ...params(order),
    body: { items, version, prorationDate: preview.prorationDate },
  })
  expect(message).toBe('Order Updated Successfully!')
  expect(data.orderItems).toMatchObject([{ name: 'DEENKIOSK', qty: 3, amount: 108_000 }])
  expect(data.version).toBe(version + 1)
  expect(data.totalAmount).toBe(order.totalAmount + preview.total)
  expect(data.ledger).toMatchObject({ total: data.totalAmount, paid: data.totalAmount })
  expect(data.money[0]).toMatchObject({ kind: 'paid', amount: preview.amountDue, text: 'Order changed' })
  const subscription = await provider.subscriptions.retrieve(session.subscription)
  expect(subscription.items.data.map(({ quantity }) => quantity)).toEqual([3])
  expect(await audited(order._id)).toEqual(['order.created', 'order.updated'])
})

test('a change whose invoice is taken back at the provider costs nothing', async () => {
  const { order, session } = await buy()
  const sent = { collection_method: 'send_invoice', days_until_due: 30 } as const
  await provider.subscriptions.update(session.subscription, sent)
  const body = { items: twice(order), version: order.version }
  const { data: due } = await admin(updateOrder, { ...params(order), body })
  expect(due.ledger.total).toBeGreaterThan(order.totalAmount)
  const { data: open } = await provider.invoices.list({ subscription: session.subscription, status: 'open' })
  await provider.invoices.voidInvoice(open[0]!.id)
  await soon(async () => {
    const { totalAmount, ledger, payment } = await read(order._id)
    expect([totalAmount, ledger.total, ledger.paid, payment]).toEqual([...Array(3).fill(order.totalAmount), 'paid'])
  })
})

test('an order keeps something that its subscription bills, beside what was paid once', async () => {
  const { order } = await buy()
  const [billed, once] = order.orderItems
  await db.update(orderItems).set({ subscriptionItemId: '' }).where(eq(orderItems.id, once!._id))
  const body = { items: [{ _id: once!._id, qty: once!.qty }], version: order.version }
  for (const call of [previewOrder, updateOrder]) {
    const { status, error } = await admin(call, { ...params(order), body })
    expect([status, error.fields]).toEqual([400, { items: LAST_ITEM }])
  }
  const smaller = [...body.items, { _id: billed!._id, qty: 1 }]
  expect((await admin(updateOrder, { ...params(order), body: { ...body, items: smaller } })).status).toBe(200)
})

test('of many changes made on the same version one is done, and charged once', async () => {
  const { order, session } = await buy()
  const body = { items: twice(order), version: order.version }
  const { data: preview } = await admin(previewOrder, { ...params(order), body: { items: body.items } })
  const sent = { ...body, prorationDate: preview.prorationDate }
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => admin(updateOrder, { ...params(order), body: sent })),
  )
  expect(new Set(replies.map(({ status }) => status))).toSatisfy(
    (all: Set<number>) => all.has(200) && [...all].every((one) => one === 200 || one === 409),
  )
  const { data: invoices } = await provider.invoices.list({ subscription: session.subscription })
  expect(invoices.map(({ total }) => total).sort((a, b) => a - b)).toEqual(
    [preview.total, order.totalAmount].sort((a, b) => a - b),
  )
  expect((await read(order._id)).version).toBe(order.version + 1)
  const late = await admin(updateOrder, { ...params(order), body })
  expect(late.status).toBe(409)
  expect(late.error.current).toMatchObject({ _id: order._id, version: order.version + 1 })
})

test('a card that is refused leaves the order as it was', async () => {
  const { order, session } = await buy()
  const method = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer: session.customer })
  await provider.subscriptions.update(session.subscription, { default_payment_method: method.id })
  const { status, error } = await admin(updateOrder, {
    ...params(order),
    body: { items: twice(order), version: order.version },
  })
  expect([status, error.message]).toEqual([402, expect.stringMatching(/card was refused/)])
  expect(await read(order._id)).toMatchObject({ version: order.version, totalAmount: order.totalAmount })
})

test('an order follows the quantities of its subscription, keeps what is no longer billed, and can be changed', async () => {
  const { order, session } = await buy()
  const { items } = await provider.subscriptions.retrieve(session.subscription)
  const [kiosks, announcements] = items.data
  await provider.subscriptions.update(session.subscription, {
    items: [
      { id: kiosks!.id, quantity: 9 },
      { id: announcements!.id, deleted: true },
    ],
  })
  await soon(async () => expect((await read(order._id)).orderItems.map(({ qty }) => qty)).toEqual([9, 1]))
  const { orderItems, version } = await read(order._id)
  expect(version).toBe(order.version + 1)
  const [ordered, gone] = orderItems.map(({ _id }) => _id)
  const change = (qty: [number, number]) =>
    admin(updateOrder, {
      ...params(order),
      body: { version, items: [ordered, gone].map((_id, i) => ({ _id, qty: qty[i]! })) },
    })
  expect((await change([2, 5])).status).toBe(422)
  expect(await read(order._id)).toMatchObject({ version, orderItems: [{ qty: 9 }, { qty: 1 }] })
  expect((await change([3, 1])).data.orderItems).toMatchObject([{ qty: 3 }, { qty: 1 }])
  const { items: now } = await provider.subscriptions.retrieve(session.subscription)
  expect(now.data.map(({ quantity }) => quantity)).toEqual([3])
})

test('items are refused by name: foreign ones, none, fractions, twice the same, an old preview', async () => {
  const [{ order }, { order: other }] = [await buy(), await buy()]
  const [item] = order.orderItems
  const refused = async (items: unknown, more: object = {}) => {
    const body = { items, version: order.version, ...more }
    const { status, error } = await admin(updateOrder, { ...params(order), body })
    return [status, Object.keys(error.fields ?? {})]
  }
  expect(await refused([{ _id: other.orderItems[0]!._id, qty: 1 }])).toEqual([400, ['items.0._id']])
  expect(await refused([])).toEqual([400, ['items']])
  expect(await refused([{ _id: item!._id, qty: 1.5 }])).toEqual([400, ['items.0.qty']])
  expect(await refused([{ _id: item!._id, qty: 0 }])).toEqual([400, ['items.0.qty']])
  expect(await refused([{ _id: item!._id, qty: 10_000 }])).toEqual([400, ['items.0.qty']])
  expect(
    await refused([
      { _id: item!._id, qty: 1 },
      { _id: item!._id, qty: 2 },
    ]),
  ).toEqual([400, ['items']])
  expect(await refused([{ _id: item!._id, qty: 5 }], { prorationDate: 1_000_000 })).toEqual([400, ['prorationDate']])
  expect((await read(order._id)).version).toBe(order.version)
})

test('while the provider is away a change is not lost and not made twice', async () => {
  const { order, session } = await buy()
  const body = { items: twice(order), version: order.version }
  await control('faults', { drop: true, times: 1000 })
  const { status, error } = await admin(updateOrder, { ...params(order), body })
  expect([status, error.code]).toEqual([502, 'UPSTREAM'])
  await control('faults', { clear: true })
  const other = await admin(applyPromo, { ...params(order), body: { code: 'ANY' } })
  expect(other.status).not.toBe(200)
  const [open] = await db.select().from(stripeOperations).where(eq(stripeOperations.target, session.subscription))
  expect(open?.state).toBe('unknown')
  const { prorationDate } = open!.params as { prorationDate: number }
  const again = await admin(updateOrder, { ...params(order), body: { ...body, prorationDate } })
  expect(again.status).toBe(200)
  const { data: invoices } = await provider.invoices.list({ subscription: session.subscription })
  expect(invoices).toHaveLength(2)
})

test('while the provider is away an order is read as it was known, and read again when it is back', async () => {
  const { order } = await buy()
  clock.advance(600)
  await control('faults', { drop: true, times: 1000 })
  expect((await read(order._id)).checkedAt).not.toBeNull()
  const away = await admin(refreshOrder, params(order))
  expect([away.status, away.error.code]).toEqual([502, 'UPSTREAM'])
  await control('faults', { clear: true })
  const { data, status } = await admin(refreshOrder, params(order))
  expect(status).toBe(200)
  expect(Date.parse(data.checkedAt!)).toBeGreaterThan(Date.parse(order.created) + 500_000)
})

test('a promo code is applied in any case and taken off again', async () => {
  const code = await promoCode('RAMADAN25', 25)
  const { order, session } = await buy()
  const { data, message, status, error } = await admin(applyPromo, { ...params(order), body: { code: ' ramadan25 ' } })
  expect([status, error]).toMatchObject([200, {}])
  expect(message).toBe('Promo Applied Successfully!')
  expect(data.promo).toEqual({
    code: 'RAMADAN25',
    percentOff: 25,
    amountOff: null,
    pendingUntil: expect.any(String),
  })
  const list = await admin(endpoints.listOrders, { query: { q: 'ramadan25' } })
  expect(list.data.map(({ _id }) => _id)).toContain(order._id)
  const subscription = await provider.subscriptions.retrieve(session.subscription, { expand: ['discounts'] })
  expect(subscription.discounts).toMatchObject([{ promotion_code: code.id }])
  const again = await admin(applyPromo, { ...params(order), body: { code: 'RAMADAN25' } })
  expect([again.status, again.error.fields]).toEqual([400, { code: 'RAMADAN25 is already applied' }])
  expect((await provider.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1)

  const removed = await admin(removePromo, params(order))
  expect([removed.message, removed.data.promo]).toEqual(['Promo Removed Successfully!', null])
  expect((await admin(removePromo, params(order))).status).toBe(409)
  expect(await audited(order._id)).toEqual(['order.created', 'order.promo-applied', 'order.promo-removed'])
  const told = (await admin(audit.listActivities, {})).data.filter(({ entityId }) => entityId === order._id)
  expect(told.map(({ action, changes }) => [action, changes])).toEqual([
    ['order.promo-removed', { promo: { before: 'RAMADAN25', after: '' } }],
    ['order.promo-applied', { promo: { before: '', after: 'RAMADAN25' } }],
    ['order.created', {}],
  ])
})

test('the items and the code of an order whose subscription has ended stay, and it says so', async () => {
  const { order, session } = await buy()
  await promoCode('LATE10', 10)
  await provider.subscriptions.cancel(session.subscription)
  const ended = /^The subscription of this order has ended/
  await soon(async () => expect((await read(order._id)).itemsLockedBecause).toMatch(ended))
  for (const reply of [
    await admin(applyPromo, { ...params(order), body: { code: 'LATE10' } }),
    await admin(removePromo, params(order)),
    await admin(updateOrder, { ...params(order), body: { items: twice(order), version: order.version } }),
  ]) {
    expect([reply.status, reply.error.message]).toEqual([409, expect.stringMatching(ended)])
  }
})

test('a promo code that is unknown, over, used up or for something else is refused with the reason', async () => {
  const { order } = await buy()
  const past = await promoCode('ONCEONLY', 10, { max_redemptions: 1 })
  await buy({ promo: past.code })
  const off = await promoCode('SWITCHEDOFF', 10)
  await provider.promotionCodes.update(off.id, { active: false })
  const other = await provider.products.create({ name: 'Something else' })
  const coupon = await provider.coupons.create({
    percent_off: 5,
    duration: 'once',
    applies_to: { products: [other.id] },
  })
  await provider.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'OTHERTHING' })
  await promoCode('LARGE', 10, { restrictions: { minimum_amount: 900_000, minimum_amount_currency: 'usd' } })
  await promoCode('FIRST', 10, { restrictions: { first_time_transaction: true } })
  await promoCode('MUBARAK25', 10)
  const reasons = {
    NOSUCHCODE: 'Invalid Promo Code!',
    MUBARAK52: 'Invalid Promo Code! Stripe has MUBARAK25.',
    // It could not be used here.
    FRIST: 'Invalid Promo Code!',
    'no code!': 'Invalid Promo Code!',
    ONCEONLY: 'This promo code has reached its redemption limit',
    SWITCHEDOFF: 'This promo code is not active',
    OTHERTHING: 'This promo code does not apply to any item of this order',
    LARGE: 'This promo code needs an order of at least $9,000.00',
    FIRST: 'This promo code is for a first payment only',
  }
  for (const [code, reason] of Object.entries(reasons)) {
    const { status, error } = await admin(applyPromo, { ...params(order), body: { code } })
    expect([code, status, error.fields]).toEqual([code, 400, { code: reason }])
  }
  expect((await read(order._id)).promo).toBeNull()
})

test('the least that a promo code needs is that of what is ordered now', async () => {
  const half = await promoCode('HALFOFF', 50)
  const { order } = await buy({ items: [['DEENKIOSK', 1900, 4]], promo: half.code })
  const [item] = order.orderItems
  for (const [i, qty] of [1, 4].entries()) {
    const body = { items: [{ _id: item!._id, qty }], version: order.version + i }
    expect((await admin(updateOrder, { ...params(order), body })).status).toBe(200)
  }
  await promoCode('ABOVE', 10, { restrictions: { minimum_amount: 7601, minimum_amount_currency: 'usd' } })
  await promoCode('JUST', 10, { restrictions: { minimum_amount: 7600, minimum_amount_currency: 'usd' } })
  const apply = (code: string) => admin(applyPromo, { ...params(order), body: { code } })
  expect((await apply('ABOVE')).error.fields).toEqual({ code: 'This promo code needs an order of at least $76.01' })
  expect((await apply('JUST')).status).toBe(200)
})

test('an order moves on from new to completed, and then refuses every change', async () => {
  const { order } = await buy()
  const to = (status: string, version: number) =>
    admin(changeOrderStatus, { ...params(order), body: { status, version } })
  expect((await to('completed', order.version)).status).toBe(409)
  expect((await to('closed', order.version)).error.message).toBe('Cancel the order to close it')
  expect((await to('in-progress', order.version + 1)).status).toBe(409)
  expect((await to('in-progress', order.version)).data.nextStatuses).toEqual(['completed', 'done'])
  const { data } = await to('completed', order.version + 1)
  expect(data).toMatchObject({
    status: 'completed',
    lockedBecause: expect.stringMatching(/completed/),
    nextStatuses: [],
  })
  expect(data.orderItems.every(({ status }) => status === 'completed')).toBe(true)
  const { version } = data
  for (const reply of [
    await to('in-progress', version),
    await admin(updateOrder, { ...params(order), body: { items: twice(order), version } }),
    await admin(previewOrder, { ...params(order), body: { items: twice(order) } }),
    await admin(applyPromo, { ...params(order), body: { code: 'RAMADAN25' } }),
    await admin(endpoints.cancelOrder, { ...params(order), body: { reason: 'Late', refund: 'none' } }),
  ]) {
    expect(reply.status).toBe(409)
  }
})

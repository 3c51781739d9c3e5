import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { payments } from '@hikmah/contract/payments'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { keptCheckouts, orders } from './table.ts'
import { compareGuestCheckouts, createOrderFromCheckout, keptCheckoutsJob } from './take-checkout.ts'

const { house, db, admin, as, given, checkout, buy, orderOf, read, promoCode, control, provider, audited, sandboxUrl } =
  await startWithOrders()
const manager = await as('manager')

test('a checkout becomes an order with its items, totals, payment and receipts', async () => {
  await promoCode('WELCOME10', 10)
  const { order, organization } = await buy({ promo: 'welcome10' })
  expect(order).toMatchObject({
    orderNo: expect.stringMatching(/^#1\d{5}$/),
    orgId: { _id: organization.id, orgName: organization.name, phoneFax: { primaryPhone: '+15105550123' } },
    status: 'new',
    payment: 'paid',
    email: organization.email,
    totalAmount: 65_925,
    currency: 'usd',
    ledger: {
      subtotal: 73_250,
      discounts: [{ code: 'WELCOME10', percentOff: 10, amountOff: null, amount: 7325 }],
      total: 65_925,
      paid: 65_925,
      refunded: 0,
      netPaid: 65_925,
    },
    promo: { code: 'WELCOME10', percentOff: 10 },
    lockedBecause: null,
    itemsLockedBecause: null,
    nextStatuses: ['in-progress'],
  })
  expect(order.orderItems).toMatchObject([
    { name: 'DEENKIOSK', qty: 2, unitAmount: 36_000, amount: 72_000, frequency: 'monthly', appStream: 'DEENKIOSK' },
    { name: 'Announcements', qty: 1, unitAmount: 1250, amount: 1250, appStream: null },
  ])
  for (const item of order.orderItems) {
    expect(item.receipt_number).not.toBe('')
    expect(item.receipt_url).toMatch(/^(https?:|\/organization\/orders\/)/)
    expect(item.dueDate).not.toBeNull()
  }
  expect(order.money.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['paid', 65_925],
    ['promo', -7325],
    ['placed', null],
  ])
  expect(order.money[0]!.card).toBe('VISA 4242')
})

test('the order of a checkout is made once, however often it is told and in whatever order', async () => {
  const { order, session, organization } = await buy()
  await control('events/replay', { duplicate: true, reverse: true })
  await Promise.all(Array.from({ length: 5 }, () => createOrderFromCheckout(house, session.id)))
  const { data } = await admin(endpoints.listOrganizationOrders, { params: { orgId: organization.id } })
  expect(data.map(({ _id }) => _id)).toEqual([order._id])
  expect(data[0]!.orderItems).toHaveLength(2)
})

test('the checkout of an unknown customer is kept, and becomes an order when somebody links the customer', async () => {
  const session = await checkout(undefined)
  await soon(async () => {
    expect(await db.$count(keptCheckouts, eq(keptCheckouts.id, session.id))).toBe(1)
  })
  const organization = await given.organization()
  await admin(payments.linkCustomer, { params: { id: session.customer }, body: { orgId: organization.id } })
  await keptCheckoutsJob.work(house, {})
  const order = await orderOf(session.id)
  expect(order.orgId._id).toBe(organization.id)
  expect(await db.$count(keptCheckouts, eq(keptCheckouts.id, session.id))).toBe(0)
})

/** A stranger checks out, and the session carries this. */
async function shopper(named: Stripe.Checkout.SessionCreateParams, paid: object = {}) {
  const product = await provider.products.create({ name: 'DEENFUND' })
  const price = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 4900 })
  const session = await provider.checkout.sessions.create({
    mode: 'payment',
    ...named,
    customer_creation: 'always',
    customer_email: 'shopper@masjid.example',
    success_url: 'https://masjid.example',
    line_items: [{ price: price.id, quantity: 1 }],
  })
  return control(`checkout/${session.id}/pay`, paid) as Promise<{ id: string; customer: string }>
}

test('a customer whom nobody knows is linked by what the checkout names, and the audit trail says so', async () => {
  const organization = await given.organization()
  const session = await shopper({ client_reference_id: organization.id })
  const order = await orderOf(session.id)
  expect(order).toMatchObject({
    orgId: { _id: organization.id },
    email: 'shopper@masjid.example',
    payment: 'paid',
    totalAmount: 4900,
    ledger: { subtotal: 4900, total: 4900, paid: 4900, netPaid: 4900 },
    orderItems: [{ frequency: 'once' }],
    money: [{ kind: 'paid', amount: 4900 }, { kind: 'placed' }],
  })
  expect(order.itemsLockedBecause).toMatch(/no subscription/)
  expect(await audited(session.customer)).toEqual(['payment-customer.linked'])
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, session.customer))
  expect(entry).toMatchObject({
    actorName: 'Payment provider',
    organizationId: organization.id,
    changes: { orgName: { after: organization.name }, checkout: { after: session.id } },
  })
})

test('who comes by a payment link cannot say whose customer they are; what we wrote on the link can', async () => {
  const [theirs, ours] = [await given.organization(), await given.organization()]
  const byLink = { payment_link: 'plink_of_the_masjid' }
  const stranger = await shopper({ client_reference_id: theirs.id }, byLink)
  const known = await shopper({ client_reference_id: theirs.id, metadata: { orgId: ours.id } }, byLink)
  expect((await orderOf(known.id)).orgId._id).toBe(ours.id)

  await soon(async () => expect(await db.$count(keptCheckouts, eq(keptCheckouts.id, stranger.id))).toBe(1))
  const { data } = await admin(payments.listUnlinkedCustomers, { query: {} })
  expect(data.map(({ id }) => id)).toContain(stranger.customer)
  expect((await admin(endpoints.listOrganizationOrders, { params: { orgId: theirs.id } })).data).toEqual([])
  expect(await audited(stranger.customer)).toEqual([])
  // Staff say whose it is.
  await admin(payments.linkCustomer, { params: { id: stranger.customer }, body: { orgId: ours.id } })
  await keptCheckoutsJob.work(house, {})
  expect((await orderOf(stranger.id)).orgId._id).toBe(ours.id)
})

/** Somebody paid without an account, so many seconds after they began, and nothing says for whom. */
async function guest(email: string, paid: object = {}, afterS = 0) {
  const product = await provider.products.create({ name: 'DEENFUND' })
  const price = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 4900 })
  const session = await provider.checkout.sessions.create({
    mode: 'payment',
    customer_email: email,
    success_url: 'https://masjid.example',
    line_items: [{ price: price.id, quantity: 2 }],
  })
  if (afterS > 0) await control('clock', { advanceS: afterS })
  await control(`checkout/${session.id}/pay`, paid)
  await soon(async () => expect((await guests()).map(({ id }) => id)).toContain(session.id))
  return session.id
}
const guests = async () => (await admin(endpoints.listGuestCheckouts, { query: {} })).data

test('the checkout of a guest is shown with who paid how much, and its order is made once staff say whose it is', async () => {
  const organization = await given.organization()
  const id = await guest(organization.email)
  expect((await guests()).find((one) => one.id === id)).toMatchObject({
    email: organization.email,
    amount: 9800,
    currency: 'usd',
    payment: 'paid',
    paidAt: expect.any(String),
    suggestion: { _id: organization.id, orgName: organization.name },
  })
  const input = { params: { id }, body: { orgId: organization.id } }
  expect((await manager(endpoints.linkCheckout, input)).status).toBe(403)
  const { data, message } = await admin(endpoints.linkCheckout, input)
  expect(message).toBe('Checkout Linked Successfully!')
  const order = await read(data.orderId)
  expect(order).toMatchObject({
    orderNo: data.orderNo,
    orgId: { _id: organization.id },
    email: organization.email,
    payment: 'paid',
    totalAmount: 9800,
    orderItems: [{ qty: 2, frequency: 'once' }],
  })
  expect(await audited(data.orderId)).toEqual(expect.arrayContaining(['order.created', 'order.checkout-linked']))
  expect((await guests()).map((one) => one.id)).not.toContain(id)
  expect((await admin(endpoints.linkCheckout, input)).status).toBe(404)
  // What the provider tells again changes nothing.
  await createOrderFromCheckout(house, id)
  expect((await guests()).map((one) => one.id)).not.toContain(id)
  expect(await db.$count(orders, eq(orders.checkoutId, id))).toBe(1)
})

test.each([
  ['arrives', {}, { payment: 'paid', paidAt: expect.any(String) }],
  ['fails', { fails: true }, { payment: 'failed', paidAt: null }],
])('the payment of a guest that takes days has no day until it %s', async (_, arrival, ended) => {
  const id = await guest('bank@masjid.example', { later: true })
  const shown = async () => (await guests()).find((one) => one.id === id)
  expect(await shown()).toMatchObject({ payment: 'due', paidAt: null })
  await control(`checkout/${id}/arrive`, arrival)
  await soon(async () => expect(await shown()).toMatchObject(ended))
  const settled = await shown()
  await createOrderFromCheckout(house, id)
  expect(await shown()).toEqual(settled)
})

test('a guest checkout has the day of its payment, also where the payment was not known before', async () => {
  const id = await guest('night@masjid.example', {}, 3 * 3600)
  const shown = async () => (await guests()).find((one) => one.id === id)!
  const { createdAt, paidAt } = await shown()
  expect(Date.parse(paidAt!) - Date.parse(createdAt)).toBeGreaterThanOrEqual(3 * 3_600_000)
  const unknown = { payment: null, paidAt: null, amount: null, email: '' }
  await db.update(keptCheckouts).set(unknown).where(eq(keptCheckouts.id, id))
  await compareGuestCheckouts(house, { compared: 0, differed: 0 })
  expect(await shown()).toMatchObject({ payment: 'paid', paidAt, amount: 9800, email: 'night@masjid.example' })
})

test('of two who link a guest checkout at once one makes the order; an unknown organization makes none', async () => {
  const [one, other] = [await given.organization(), await given.organization()]
  const id = await guest('nobody@masjid.example')
  const link = (orgId: string) => admin(endpoints.linkCheckout, { params: { id }, body: { orgId } })
  expect((await link(crypto.randomUUID())).status).toBe(404)
  const answers = await Promise.all([link(one.id), link(other.id)])
  const [made, refused] = answers.map(({ status }) => status).sort()
  expect(made).toBe(200)
  // The checkout is gone by then, or goes while it is read.
  expect([404, 409]).toContain(refused)
  expect(await db.$count(orders, eq(orders.checkoutId, id))).toBe(1)
})

test('a checkout whose customer may be linked is not linked past the customer', async () => {
  const { id } = await checkout(undefined)
  await soon(async () => expect(await db.$count(keptCheckouts, eq(keptCheckouts.id, id))).toBe(1))
  expect((await guests()).map((one) => one.id)).not.toContain(id)
  const organization = await given.organization()
  const { status, message } = await admin(endpoints.linkCheckout, { params: { id }, body: { orgId: organization.id } })
  expect([status, message]).toEqual([409, expect.stringContaining('link the customer instead')])
})

test('a manager sees neither email nor card, and cannot try out an email', async () => {
  const { order, organization } = await buy()
  const seen = await read(order._id, manager)
  expect(JSON.stringify(seen)).not.toContain(organization.email)
  expect(seen.email).toBeUndefined()
  expect(seen.money.every((entry) => entry.card === undefined)).toBe(true)
  const found = async (who: typeof admin) =>
    (await who(endpoints.listOrders, { query: { q: organization.email } })).data.map(({ _id }) => _id)
  expect(await found(admin)).toEqual([order._id])
  expect(await found(manager)).toEqual([])
  expect(JSON.stringify((await manager(endpoints.listOrders, {})).data)).not.toContain('@masjid.example')
})

test('receipts lead a manager to our own page of them, in lists, items and the timeline, and not to the provider’s', async () => {
  const { order, organization, session } = await buy()
  const page = `/organization/orders/payment-receipt?id=${session.invoice}&orgId=${organization.id}`
  await soon(async () => {
    const [item] = (await read(order._id)).orderItems
    expect(item!.receipt_url, 'owners and admins are led to the provider').toContain(sandboxUrl)
  })
  const seen = await read(order._id, manager)
  expect(seen.orderItems.map(({ receipt_url }) => receipt_url)).toEqual([page, page])
  expect(seen.money.find(({ kind }) => kind === 'paid')?.receipt_url).toBe(page)
  const inputs = [{ query: { q: order.orderNo } }, {}]
  const lists = await Promise.all([
    ...inputs.map((input) => manager(endpoints.listOrders, input)),
    manager(endpoints.listOrganizationOrders, { params: { orgId: organization.id } }),
  ])
  for (const { data } of lists) expect(data.map(({ _id }) => _id)).toContain(order._id)
  expect(JSON.stringify([seen, ...lists.map(({ data }) => data)])).not.toContain(sandboxUrl)
})

test('orders are found by organization, phone, number and promo code, filtered and sorted', async () => {
  await promoCode('HAJJ5', 5)
  const { order, organization } = await buy({ promo: 'HAJJ5' })
  const found = async (query: object) => (await admin(endpoints.listOrders, { query })).data.map(({ _id }) => _id)
  for (const q of [
    organization.name,
    order.orderNo,
    order.orderNo.slice(1),
    'hajj5',
    organization.email.toUpperCase(),
  ]) {
    expect([q, await found({ q })]).toEqual([q, expect.arrayContaining([order._id])])
  }
  for (const q of ['(510) 555-0123', '+1 510.555.0123', '5555']) {
    const ids = await found({ q, limit: 100 })
    expect([q, ids.includes(order._id)]).toEqual([q, q !== '5555'])
  }
  const after = new Date(Date.parse(order.created) + 1).toISOString()
  expect(await found({ q: order.orderNo, createdFrom: order.created, createdTo: after })).toEqual([order._id])
  expect(await found({ q: order.orderNo, createdFrom: after })).toEqual([])
  expect(await found({ q: order.orderNo, status: 'closed' })).toEqual([])
  for (const sort of ['orderNo', 'created', 'orgName', 'totalAmount', 'status']) {
    const { data, meta, status } = await admin(endpoints.listOrders, { query: { sort: `-${sort}`, limit: 100 } })
    expect([sort, status, data.length]).toEqual([sort, 200, meta.total])
  }
})

test('the whole list is streamed, and an organization without orders has none', async () => {
  const { data } = await admin(endpoints.listOrders, {})
  expect(data).toHaveLength(await db.$count(orders))
  const { id } = await given.organization()
  expect((await admin(endpoints.listOrganizationOrders, { params: { orgId: id } })).data).toEqual([])
  const unknown = { orgId: crypto.randomUUID() }
  expect((await admin(endpoints.listOrganizationOrders, { params: unknown })).status).toBe(404)
  expect((await admin(endpoints.readOrder, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

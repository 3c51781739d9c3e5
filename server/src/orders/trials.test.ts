import { invoices } from '@hikmah/contract/invoices'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { payments } from '@hikmah/contract/payments'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'

const { given, provider, control, customerOf, price, orderOf, read, buy, admin, promoCode, checkout } =
  await startWithOrders()

const DAY_S = 86_400

/** An order that begins with so many days of trial. */
async function trial(days: number, amount = 2900) {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const { id: priceId } = await price('DEENWEB', amount)
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    success_url: 'https://masjid.example',
    customer: customer.id,
    client_reference_id: organization.id,
    line_items: [{ price: priceId, quantity: 1 }],
    subscription_data: { trial_period_days: days },
  })
  const paid = (await control(`checkout/${session.id}/pay`, {})) as { id: string; subscription: string }
  return { organization, customer, subscription: paid.subscription, order: await orderOf(paid.id) }
}

test('the first invoice after a trial is the order’s, and can be refunded; the next is a renewal', async () => {
  const { order, organization, subscription } = await trial(14)
  const { trial_end } = await provider.subscriptions.retrieve(subscription)
  const until = new Date(trial_end! * 1000).toISOString()
  expect(order).toMatchObject({ trialEndsAt: until, totalAmount: 0, ledger: { paid: 0 } })
  const plans = await admin(organizationPlans.getOrganizationPlan, { params: { orgId: organization.id } })
  expect(plans.data.stripeData).toMatchObject([{ status: 'trialing', trialEnd: until }])

  await control('clock', { advanceS: 14 * DAY_S + 2 * 3600 })
  await soon(async () => {
    const paid = await read(order._id)
    expect(paid).toMatchObject({ trialEndsAt: null, totalAmount: 2900, payment: 'paid', ledger: { paid: 2900 } })
    expect(paid.money[0]).toMatchObject({ kind: 'paid', amount: 2900, text: 'Trial ended' })
  })
  const choices = await admin(endpoints.readRefundChoices, { params: { id: order._id } })
  expect(choices.data.full).toBe(2900)

  await control('clock', { advanceS: 31 * DAY_S + 2 * 3600 })
  await soon(async () => {
    const { data } = await provider.invoices.list({ subscription, status: 'paid' })
    expect(data).toHaveLength(3)
    expect((await read(order._id)).ledger).toMatchObject({ total: 2900, paid: 2900 })
  })
})

test('a renewal that is drawn up is the next payment', async () => {
  const { order, organization, subscription } = await trial(14, 39_000)
  await control('clock', { advanceS: 14 * DAY_S })
  await soon(async () => {
    const { data } = await admin(organizationPlans.getOrganizationPlan, { params: { orgId: organization.id } })
    const [draft] = (await provider.invoices.list({ subscription, status: 'draft' })).data
    const at = new Date(draft!.created * 1000).toISOString()
    expect(data.stripeData[0]!.next).toEqual({ kind: 'pays', at })
    const next = await admin(organizationPlans.readNextPayment, { params: { id: subscription } })
    expect(next.data).toEqual({ amount: 39_000, currency: 'usd', isEstimate: false })
  })
  expect((await read(order._id)).totalAmount).toBe(0)
})

test('an order says when its subscription ended', async () => {
  const { order, session } = await buy()
  expect(order.endedAt).toBeNull()
  await provider.subscriptions.cancel(session.subscription)
  const { ended_at } = await provider.subscriptions.retrieve(session.subscription)
  await soon(async () => expect((await read(order._id)).endedAt).toBe(new Date(ended_at! * 1000).toISOString()))
})

test('an organization whose customer was deleted at the provider is named', async () => {
  const { organization, session } = await buy()
  await provider.customers.del(session.customer)
  await soon(async () => {
    const { data } = await admin(payments.readReconciliation, {})
    const named = { _id: organization.id, orgName: organization.name }
    expect(data.deletedCustomers).toMatchObject([{ id: session.customer, organization: named }])
  })
})

test('a promo code that no invoice had yet is pending until the next', async () => {
  const { order, session } = await buy()
  await promoCode('LATER', 20)
  const applied = await admin(endpoints.applyPromo, { params: { id: order._id }, body: { code: 'LATER' } })
  const { items } = await provider.subscriptions.retrieve(session.subscription)
  const pendingUntil = new Date(items.data[0]!.current_period_end * 1000).toISOString()
  expect(applied.data.promo).toMatchObject({ code: 'LATER', pendingUntil })
  await promoCode('FIRST', 20)
  const organization = await given.organization()
  const withCode = await checkout(organization, { promo: 'FIRST' })
  expect((await orderOf(withCode.id)).promo).toMatchObject({ code: 'FIRST', pendingUntil: null })
})

test('an item that is added at the provider is one of the order', async () => {
  const { order, session } = await buy({ items: [['DEENKIOSK', 36_000]] })
  const extra = await price('Announcements', 1200)
  await provider.subscriptionItems.create({
    subscription: session.subscription,
    price: extra.id,
    quantity: 2,
    proration_behavior: 'always_invoice',
  })
  await soon(async () => {
    const { orderItems, totalAmount } = await read(order._id)
    expect(orderItems.map(({ name, qty, amount }) => [name, qty, amount])).toEqual([
      ['DEENKIOSK', 1, 36_000],
      ['Announcements', 2, 2400],
    ])
    expect(totalAmount).toBe(38_400)
  })
})

test('the price of one keeps its fraction of a cent, and its items add up', async () => {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const product = await provider.products.create({ name: 'Reminder' })
  const recurring = { interval: 'month' as const }
  const { id: priceId } = await provider.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount_decimal: '12.5' as never,
    recurring,
  })
  const session = await provider.checkout.sessions.create({
    mode: 'subscription',
    success_url: 'https://masjid.example',
    customer: customer.id,
    client_reference_id: organization.id,
    line_items: [{ price: priceId, quantity: 3 }],
  })
  const paid = (await control(`checkout/${session.id}/pay`, {})) as { id: string }
  const order = await orderOf(paid.id)
  expect(order.orderItems).toMatchObject([{ unitAmount: 12.5, qty: 3, amount: 38 }])
  expect(order.totalAmount).toBe(38)
  const { data } = await admin(organizationPlans.getOrganizationPlan, { params: { orgId: organization.id } })
  expect(data.stripeData).toMatchObject([{ amount: 38, quantity: 3 }])
  const plan = await admin(organizationPlans.readOrganizationPlan, {
    params: { id: data.stripeData[0]!.planSubscriptionId, itemId: data.stripeData[0]!._id },
  })
  expect(plan.data).toMatchObject({ amount: 38, totalBilled: 38, choices: [{ priceId, amount: 12.5 }] })
  const history = await admin(invoices.listOrganizationInvoices, { params: { orgId: organization.id } })
  const receipt = await admin(invoices.readInvoice, { params: { id: history.data[0]!.id } })
  expect(receipt.data).toMatchObject({
    amount_paid: 38,
    lines: { data: [{ unit_amount_decimal: '12.5', quantity: 3, amount: 38 }] },
  })
})

test('the preview of a change says what comes next, and when the billing day moves', async () => {
  const { order, session } = await buy({ items: [['DEENKIOSK', 36_000, 2]] })
  const { items } = await provider.subscriptions.retrieve(session.subscription)
  const renews = new Date(items.data[0]!.current_period_end * 1000).toISOString()
  const body = { items: [{ _id: order.orderItems[0]!._id, qty: 3 }] }
  const more = await admin(endpoints.previewOrder, { params: { id: order._id }, body })
  expect(more.data.next).toEqual({ at: renews, amount: 108_000, followedAt: expect.any(String), movedFrom: null })
  await provider.subscriptions.update(session.subscription, { cancel_at_period_end: true })
  await soon(async () => {
    const ending = await admin(endpoints.previewOrder, { params: { id: order._id }, body })
    expect(ending.data.next).toBeNull()
  })
})

test('an order says what its plans change into, until it is changed at once', async () => {
  const { order, session } = await buy({ items: [['DEENKIOSK', 36_000, 2]] })
  const { id, phases } = await provider.subscriptionSchedules.create({ from_subscription: session.subscription })
  const [now] = phases
  const price = now!.items[0]!.price as string
  await provider.subscriptionSchedules.update(id, {
    phases: [
      { items: [{ price, quantity: 2 }], start_date: now!.start_date, end_date: now!.end_date },
      { items: [{ price, quantity: 5 }] },
    ],
  })
  const at = new Date(now!.end_date * 1000).toISOString()
  await soon(async () =>
    expect((await read(order._id)).planned).toMatchObject([
      { at, plan: 'DEENKIOSK', quantity: 5, amount: 180_000, frequency: 'monthly' },
    ]),
  )
  const { version, orderItems } = await read(order._id)
  const body = { items: [{ _id: orderItems[0]!._id, qty: 3 }], version }
  const { data } = await admin(endpoints.updateOrder, { params: { id: order._id }, body })
  expect(data).toMatchObject({ planned: [], orderItems: [{ qty: 3 }] })
  expect((await provider.subscriptions.retrieve(session.subscription)).schedule).toBeNull()
})

import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const { stripe, control, webhooks } = await startSandbox()

const later = (advanceS: number) => control('clock', { advanceS })

test('a subscription whose first payment is declined waits a day, and is given up', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe, 'pm_card_chargeCustomerFail')
  const order = { customer: customer.id, items: [{ price: price.id }] }
  await expect(
    stripe.subscriptions.create({ ...order, payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ statusCode: 402 })
  const subscription = await stripe.subscriptions.create(order)
  expect(subscription.status).toBe('incomplete')
  await later(24 * HOUR)
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'incomplete_expired',
    latest_invoice: { status: 'void' },
  })
})

test('a first payment may be left to the customer', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
  })
  expect(subscription.status).toBe('incomplete')
  await stripe.invoices.pay(subscription.latest_invoice as string)
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
})

test('a declined renewal is tried four times, and then no more', async () => {
  const price = await aPlan(stripe, { recurring: { interval: 'year' } })
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: 'pm_card_chargeDeclined' },
  })
  await later(400 * DAY)
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(latest_invoice).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: true })
  expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(5)
})

test('a renewal is a draft for an hour', async () => {
  const price = await aPlan(stripe, { recurring: { interval: 'day' } })
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await later(DAY + 60)
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(latest_invoice).toMatchObject({ status: 'draft', number: null, hosted_invoice_url: null, invoice_pdf: null })
  await later(HOUR)
  expect(await stripe.invoices.retrieve((latest_invoice as { id: string }).id)).toMatchObject({ status: 'paid' })
  await stripe.subscriptions.cancel(subscription.id)
})

test('a change that nobody pays for is dropped', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: 'pm_card_chargeDeclined' },
  })
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, quantity: 5 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  await later(DAY)
  expect(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toMatchObject({
    pending_update: null,
    items: { data: [{ quantity: 1 }] },
    latest_invoice: { status: 'void' },
  })
})

test('a trial is announced before it ends, and then paid for', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 14,
    expand: ['latest_invoice'],
  })
  expect(subscription).toMatchObject({ status: 'trialing', latest_invoice: { total: 0, status: 'paid' } })
  await later(12 * DAY)
  await expect.poll(() => webhooks.types()).toContain('customer.subscription.trial_will_end')
  await later(3 * DAY)
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { total: 1000, status: 'paid' },
  })
})

test('what was changed before the end is still charged for', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await stripe.subscriptions.update(id, { items: [{ id: items.data[0]!.id, quantity: 2 }], cancel_at_period_end: true })
  await later(33 * DAY)
  const ended = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(ended).toMatchObject({ status: 'canceled', latest_invoice: { total: 1000, status: 'paid' } })
})

test('what is of several rhythms ends with the first period that is over', async () => {
  const [price, yearly] = [await aPlan(stripe), await aPlan(stripe, { recurring: { interval: 'year' } })]
  const customer = await aCustomer(stripe)
  const { id, items } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: yearly.id }, { price: price.id }],
  })
  const { cancel_at } = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(cancel_at).toBe(items.data[1]!.current_period_end)
  await later(33 * DAY)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: cancel_at })
})

test('an end is previewed: now with what it gives back, with the period nothing', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  const preview = (subscription_details: Parameters<typeof stripe.invoices.createPreview>[0] & object) =>
    stripe.invoices.createPreview({ subscription: id, ...subscription_details })
  expect((await preview({ subscription_details: { cancel_now: true } })).total).toBe(-1000)
  await expect(preview({ subscription_details: { cancel_at_period_end: true } })).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
  })
  expect(await preview({})).toMatchObject({ amount_due: 1000, status: 'draft' })
  const yet = { customer: customer.id, subscription_details: { items: [{ price: price.id, quantity: 3 }] } }
  expect(await stripe.invoices.createPreview(yet)).toMatchObject({ amount_due: 3000 })
})

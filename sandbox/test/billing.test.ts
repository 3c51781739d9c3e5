import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { aCustomer, aPlan, sumsOf } from './given.ts'
import { startSandbox } from './start.ts'

const DAY = 86_400
const { stripe, control, webhooks } = await startSandbox()

const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed()

test('a subscription is paid at once and again every month', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 2 }],
    expand: ['latest_invoice.payments', 'default_payment_method'],
  })

  expect(subscription.status).toBe('active')
  expect(subscription.latest_invoice).toMatchObject({
    status: 'paid',
    total: 2000,
    billing_reason: 'subscription_create',
  })

  await control('clock', { advanceS: 65 * DAY })

  const invoices = await invoicesOf(subscription.id)
  expect(invoices.map(({ status, amount_paid, billing_reason }) => [status, amount_paid, billing_reason])).toEqual([
    ['paid', 2000, 'subscription_create'],
    ['paid', 2000, 'subscription_cycle'],
    ['paid', 2000, 'subscription_cycle'],
  ])
  expect(invoices.map(({ number }) => number?.slice(-4))).toEqual(['0001', '0002', '0003'])
  const paid = await stripe.invoicePayments.list({
    invoice: invoices[2]!.id,
    status: 'paid',
    expand: ['data.payment.payment_intent.latest_charge'],
  })
  const intent = paid.data[0]!.payment.payment_intent as Stripe.PaymentIntent
  expect((intent.latest_charge as Stripe.Charge).payment_method_details?.card?.brand).toBe('visa')
})

test('a declining card leaves the invoice open and the subscription past due, until it is paid', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: 'pm_card_chargeDeclined' },
  })
  // A day after the renewal, before the next try.
  const { current_period_start, current_period_end } = subscription.items.data[0]!
  await control('clock', { advanceS: current_period_end - current_period_start + DAY })

  const [, open] = await invoicesOf(subscription.id)
  expect(open).toMatchObject({ status: 'open', attempted: true, attempt_count: 1, amount_remaining: 1000 })
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
  await expect(stripe.invoices.pay(open!.id)).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
  // Only the tries of the schedule count.
  expect(await stripe.invoices.retrieve(open!.id)).toMatchObject({ attempt_count: 1 })

  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  expect(await stripe.invoices.pay(open!.id, { payment_method: visa.id })).toMatchObject({ status: 'paid' })
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
})

test('an invoice that is sent waits for its due date and may be paid another way', async () => {
  const price = await aPlan(stripe)
  const customer = await stripe.customers.create({ email: 'office@noor.example' })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    collection_method: 'send_invoice',
    days_until_due: 14,
  })
  const [invoice] = await invoicesOf(subscription.id)
  expect(invoice).toMatchObject({ status: 'open', due_date: invoice!.created + 14 * DAY })

  await control('clock', { advanceS: 15 * DAY })
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })

  expect(await stripe.invoices.pay(invoice!.id, { paid_out_of_band: true })).toMatchObject({
    status: 'paid',
    amount_paid: 1000,
  })
  const payments = await stripe.invoicePayments.list({ invoice: invoice!.id, status: 'paid' })
  expect(payments.data[0]?.payment.type).toBe('payment_record')
})

test('the last day of a short month does not move the day of the longer ones', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const now = Math.floor(Date.now() / 1000)
  const trialEnd = Date.UTC(2028, 0, 31, 10) / 1000
  expect(trialEnd).toBeGreaterThan(now)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_end: trialEnd,
  })
  expect(subscription.status).toBe('trialing')
  const { now: clock } = await control('clock', { advanceS: 0 })
  await control('clock', { advanceS: trialEnd - Number(clock) + 100 * DAY })

  const starts = (await invoicesOf(subscription.id)).map(({ lines }) => lines.data[0]!.period.start)
  expect(starts.slice(1).map((start) => new Date(start * 1000).toISOString().slice(5, 10))).toEqual([
    '01-31',
    '02-29',
    '03-31',
    '04-30',
  ])
})

describe('changing what is subscribed', () => {
  const subscribed = async (card?: string) => {
    const price = await aPlan(stripe)
    const customer = await aCustomer(stripe, card)
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    return { price, customer, subscription, item: subscription.items.data[0]! }
  }

  test('what a preview says is what is charged', async () => {
    const { subscription, item } = await subscribed()
    await control('clock', { advanceS: 10 * DAY })
    const { now } = await control('clock', { advanceS: 0 })
    const change = {
      items: [{ id: item.id, quantity: 3 }],
      proration_behavior: 'always_invoice' as const,
      proration_date: Number(now),
    }
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    })
    await stripe.subscriptions.update(subscription.id, { ...change, payment_behavior: 'pending_if_incomplete' })

    const [, invoice] = await invoicesOf(subscription.id)
    expect(preview.amount_due).toBeGreaterThan(0)
    expect(invoice).toMatchObject({ total: preview.total, amount_paid: preview.amount_due, status: 'paid' })
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual(invoice!.lines.data.map(({ amount }) => amount))
  })

  test('a preview leaves nothing behind', async () => {
    const { subscription, item, customer } = await subscribed()
    const before = await stripe.events.list({ limit: 1 })
    await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item.id, quantity: 9 }] },
    })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(
      expect.objectContaining({ id: subscription.id, latest_invoice: subscription.latest_invoice }),
    )
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
    expect((await stripe.events.list({ limit: 1 })).data[0]!.id).toBe(before.data[0]!.id)
  })

  test('prorations wait for the next invoice unless it is asked for now', async () => {
    const { subscription, item } = await subscribed()
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, quantity: 2 }] })
    expect(await invoicesOf(subscription.id)).toHaveLength(1)

    await control('clock', { advanceS: 32 * DAY })

    const [, next] = await invoicesOf(subscription.id)
    expect(next!.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1, 1])
    expect(next!.total).toBe(3000)
  })

  test('a change whose payment is declined waits, and is taken once it is paid', async () => {
    const { subscription, item, customer } = await subscribed()
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: 'pm_card_chargeDeclined' },
    })
    const waiting = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, quantity: 2 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
    expect(waiting.items.data[0]!.quantity).toBe(1)
    expect(waiting.pending_update?.subscription_items?.[0]?.quantity).toBe(2)

    const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.invoices.pay(waiting.latest_invoice as string, { payment_method: visa.id })

    const taken = await stripe.subscriptions.retrieve(subscription.id)
    expect(taken.pending_update).toBeNull()
    expect(taken.items.data[0]!.quantity).toBe(2)
  })

  test('items are added and removed; the last one stays', async () => {
    const { subscription, item } = await subscribed()
    const yearly = await aPlan(stripe, { unit_amount: 12_000, recurring: { interval: 'year' } })
    const added = await stripe.subscriptionItems.create({ subscription: subscription.id, price: yearly.id })
    expect((await stripe.subscriptionItems.list({ subscription: subscription.id })).data).toHaveLength(2)
    expect(added.current_period_end).toBeGreaterThan(item.current_period_end)
    expect(await stripe.subscriptionItems.update(added.id, { quantity: 2 })).toMatchObject({ quantity: 2 })
    expect(await stripe.subscriptionItems.retrieve(added.id)).toMatchObject({ quantity: 2 })
    expect(await stripe.subscriptionItems.del(item.id)).toMatchObject({ deleted: true })
    await expect(stripe.subscriptionItems.del(added.id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('an item is replaced by another without beginning anew', async () => {
    const { subscription, item } = await subscribed()
    const larger = await aPlan(stripe, { unit_amount: 5000 })
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, deleted: true }, { price: larger.id }],
    })
    expect(changed.items.data).toMatchObject([
      { price: { id: larger.id }, quantity: 1, current_period_end: item.current_period_end },
    ])
    expect(await invoicesOf(subscription.id)).toHaveLength(1)
  })

  test('another rhythm begins at once, with the rest of the old one as credit', async () => {
    const { subscription, item } = await subscribed()
    const yearly = await aPlan(stripe, { unit_amount: 10_000, recurring: { interval: 'year' } })
    const changed = await stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, price: yearly.id }] })
    const [, invoice] = await invoicesOf(subscription.id)
    expect(invoice).toMatchObject({ status: 'paid', total: 9000 })
    expect(changed.items.data[0]!.plan.interval).toBe('year')
  })

  test('it ends when its period does, or now with credit for the rest', async () => {
    const first = await subscribed()
    const ending = await stripe.subscriptions.update(first.subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({ status: 'active', cancel_at: first.item.current_period_end })
    const second = await subscribed()
    const ended = await stripe.subscriptions.cancel(second.subscription.id, {
      invoice_now: true,
      prorate: true,
      cancellation_details: { comment: 'Moved away' },
    })
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { comment: 'Moved away' } })
    expect(await stripe.customers.retrieve(second.customer.id)).toMatchObject({ balance: -1000 })

    await control('clock', { advanceS: 32 * DAY })
    expect(await stripe.subscriptions.retrieve(first.subscription.id)).toMatchObject({ status: 'canceled' })
    expect(await invoicesOf(first.subscription.id)).toHaveLength(1)
    await expect(stripe.subscriptions.cancel(first.subscription.id)).rejects.toMatchObject({ code: 'resource_missing' })
  })
})

test('what is given back is used up before anything is due', async () => {
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const { id, items } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id, quantity: 3 }],
    discounts: [{ coupon: coupon.id }],
  })
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, quantity: 1 }],
    proration_behavior: 'always_invoice',
  })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1800 })

  await control('clock', { advanceS: 95 * DAY })

  const [first, back, ...renewals] = await invoicesOf(id)
  expect(first).toMatchObject({ total: 2700, amount_paid: 2700 })
  expect(back).toMatchObject({ total: -1800, amount_due: 0, status: 'paid', ending_balance: -1800 })
  expect(renewals.map(({ total, amount_paid }) => [total, amount_paid])).toEqual([
    [900, 0],
    [900, 0],
    [900, 900],
  ])
})

test('every invoice adds up', async () => {
  for await (const invoice of stripe.invoices.list({ limit: 100 })) {
    const { discount, ...sums } = sumsOf(invoice)
    expect(invoice).toMatchObject(sums)
    expect(invoice.subtotal - discount).toBe(invoice.total)
    expect(invoice.amount_paid + invoice.amount_remaining).toBe(invoice.amount_due)
  }
})

test('everybody who asked is told of what happened', async () => {
  await expect
    .poll(() => webhooks.types())
    .toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.paid',
        'invoice.payment_failed',
        'invoice.overdue',
      ]),
    )
})

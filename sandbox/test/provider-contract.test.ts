import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { startSandbox } from './start.ts'

/**
 * What the console relies on, asked of the sandbox and, where STRIPE_TEST_KEY is set, of the provider's own test mode:
 * what holds for one has to hold for the other. Nothing here uses a control of the sandbox.
 */
const sandbox = await startSandbox()
const key = process.env.STRIPE_TEST_KEY

describe('the sandbox', () => contract(sandbox.stripe))
describe.skipIf(!key)('the provider in test mode', () =>
  contract(new Stripe(key ?? 'sk_test_none', { apiVersion: '2026-10-28.endive', telemetry: false })),
)

function contract(stripe: Stripe) {
  const plan = async (unit_amount = 1000) => {
    const product = await stripe.products.create({ name: 'Contract test' })
    return stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
    })
  }
  const subscribed = async () => {
    const price = await plan()
    const customer = await stripe.customers.create({ name: 'Contract test' })
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      default_payment_method: card.id,
      items: [{ price: price.id }],
    })
    return { price, customer, subscription, item: subscription.items.data[0]! }
  }

  test('an unknown parameter is refused by its name', async () => {
    await expect(stripe.customers.create({ nmae: 'x' } as never)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'nmae',
    })
  })

  test('what is missing is said to be missing', async () => {
    await expect(stripe.promotionCodes.retrieve('promo_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  test('a path of five levels is not followed', async () => {
    await expect(stripe.invoices.list({ expand: ['data.payments.data.payment.charge'] })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  test('one key stands for one request', async () => {
    const idempotencyKey = `contract-${crypto.randomUUID()}`
    const first = await stripe.customers.create({ name: 'A' }, { idempotencyKey })
    expect((await stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).toBe(first.id)
    await expect(stripe.customers.create({ name: 'B' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('a code is found in any case, its coupon where it is expanded', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 25.5, duration: 'once' })
    const code = `C${Date.now()}`
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
    const found = await stripe.promotionCodes.list({ code: code.toLowerCase(), expand: ['data.promotion.coupon'] })
    expect(found.data).toMatchObject([{ code, active: true, promotion: { coupon: { percent_off: 25.5 } } }])
  })

  test('a paid invoice leads to its charge and its card', async () => {
    const { subscription, customer } = await subscribed()
    expect(subscription.status).toBe('active')
    const invoices = await stripe.invoices.list({ customer: customer.id, expand: ['data.discounts.source.coupon'] })
    const [invoice] = invoices.data
    expect(invoice).toMatchObject({
      status: 'paid',
      total: 1000,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id } },
    })
    const payments = await stripe.invoicePayments.list({
      invoice: invoice!.id,
      status: 'paid',
      expand: ['data.payment.payment_intent.latest_charge'],
    })
    expect(payments.data).toMatchObject([
      {
        payment: {
          type: 'payment_intent',
          payment_intent: { latest_charge: { paid: true, payment_method_details: { card: { brand: 'visa' } } } },
        },
      },
    ])
    const lines = await stripe.invoices.listLineItems(invoice!.id, { expand: ['data.pricing.price_details.price'] })
    expect(lines.data[0]!.pricing?.price_details?.price).toMatchObject({ recurring: { interval: 'month' } })
  })

  test('what is previewed is what is charged', async () => {
    const { subscription, item } = await subscribed()
    const change = {
      items: [{ id: item.id, quantity: 3 }],
      proration_behavior: 'always_invoice' as const,
      proration_date: item.current_period_start + 60,
    }
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    })
    const updated = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    })
    expect(updated.latest_invoice).toMatchObject({ status: 'paid', total: preview.total })
  })

  test('discounts are kept by a list of nothing and taken away by an empty string', async () => {
    const { subscription } = await subscribed()
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscription.id, params)
    expect((await update({ discounts: [{ coupon: coupon.id }] })).discounts).toHaveLength(1)
    expect((await update({ metadata: { a: '1' } })).discounts).toHaveLength(1)
    expect((await update({ discounts: '' })).discounts).toEqual([])
  })

  test('it ends with its period, or now', async () => {
    const { subscription, item } = await subscribed()
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({ status: 'active', cancel_at: item.current_period_end })
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('a credit note refunds', async () => {
    const { subscription } = await subscribed()
    const invoice = subscription.latest_invoice as string
    const note = await stripe.creditNotes.create({ invoice, amount: 400, refund_amount: 400 })
    expect(note).toMatchObject({ amount: 400, type: 'post_payment' })
    const refund = await stripe.refunds.retrieve(note.refunds[0]!.refund as string)
    expect(refund).toMatchObject({ amount: 400, status: 'succeeded' })
  })

  test('events say what happened', async () => {
    const { customer } = await subscribed()
    await expect
      .poll(
        async () =>
          (await stripe.events.list({ types: ['customer.created'], limit: 100 })).data.map(
            ({ data }) => (data.object as Stripe.Customer).id,
          ),
        { timeout: 15_000 },
      )
      .toContain(customer.id)
  })
}

import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const { stripe, control, webhooks, address } = await startSandbox()

const pay = (id: string, body: object = {}) => control(`checkout/${id}/pay`, body)

test('a subscription is ordered by somebody new', async () => {
  const plan = await aPlan(stripe)
  const device = await aPlan(stripe, { unit_amount: 25_000, recurring: undefined })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [
      { price: plan.id, quantity: 2 },
      { price: device.id, quantity: 1 },
    ],
    client_reference_id: 'order-7',
    customer_email: 'new@noor.example',
    subscription_data: { metadata: { org: '7' } },
    success_url: 'https://example.com/done',
  })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 27_000 })
  expect((await fetch(session.url!)).status).toBe(200)

  await pay(session.id)

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items', 'subscription', 'customer'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'order-7',
    customer: { email: 'new@noor.example' },
    subscription: { status: 'active', metadata: { org: '7' } },
  })
  expect(paid.line_items!.data.map(({ amount_total }) => amount_total)).toEqual([2000, 25_000])
  expect(await stripe.invoices.retrieve(paid.invoice as string)).toMatchObject({ status: 'paid', total: 27_000 })
  await expect.poll(() => webhooks.types()).toContain('checkout.session.completed')
  expect(await pay(session.id)).toMatchObject({ error: { message: 'This checkout session is complete.' } })
})

test.each([
  { fails: false, intent: 'succeeded', session: 'paid', told: 'succeeded' },
  { fails: true, intent: 'requires_payment_method', session: 'unpaid', told: 'failed' },
])('money from a bank account comes later: $told', async ({ fails, told, ...states }) => {
  const device = await aPlan(stripe, { unit_amount: 25_000, recurring: undefined })
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: device.id, quantity: 1 }],
    success_url: 'https://example.com/done',
  })
  await pay(id, { later: true })
  const read = () => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  expect(await read()).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'processing', amount_received: 0, latest_charge: null },
  })
  await control(`checkout/${id}/arrive`, { fails })
  expect(await read()).toMatchObject({
    status: 'complete',
    payment_status: states.session,
    payment_intent: { status: states.intent, amount_received: fails ? 0 : 25_000 },
  })
  await expect.poll(() => webhooks.types()).toContain(`checkout.session.async_payment_${told}`)
  expect(await control(`checkout/${id}/arrive`)).toMatchObject({ error: { message: /No money is on its way/ } })
})

test('something is bought once, with a code that the customer types', async () => {
  const device = await aPlan(stripe, { unit_amount: 25_000, recurring: undefined })
  const customer = await aCustomer(stripe)
  const coupon = await stripe.coupons.create({ amount_off: 5000, currency: 'usd', duration: 'once' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'DEVICE' })
  const order = {
    mode: 'payment' as const,
    customer: customer.id,
    line_items: [{ price: device.id, quantity: 1 }],
    allow_promotion_codes: true,
    metadata: { order: '8' },
  }

  const bare = await stripe.checkout.sessions.create(order)
  await pay(bare.id, { promotion_code: 'device' })
  const paid = await stripe.checkout.sessions.retrieve(bare.id, { expand: ['payment_intent.latest_charge'] })
  expect(paid).toMatchObject({
    amount_subtotal: 25_000,
    amount_total: 20_000,
    invoice: null,
    payment_intent: { status: 'succeeded', amount_received: 20_000, latest_charge: { paid: true } },
  })

  const invoiced = await stripe.checkout.sessions.create({ ...order, invoice_creation: { enabled: true } })
  await pay(invoiced.id, { payment_method: 'pm_card_mastercard' })
  const { invoice } = await stripe.checkout.sessions.retrieve(invoiced.id, { expand: ['invoice'] })
  expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'manual', metadata: { order: '8' } })
  expect((await stripe.checkout.sessions.list({ customer: customer.id })).data).toHaveLength(2)
})

test('who pays once as a guest is no customer, unless one is asked for', async () => {
  const device = await aPlan(stripe, { unit_amount: 25_000, recurring: undefined })
  const order = {
    mode: 'payment' as const,
    customer_email: 'guest@masjid.example',
    line_items: [{ price: device.id, quantity: 1 }],
  }
  const session = await stripe.checkout.sessions.create(order)
  await pay(session.id, { name: 'Aisha Khan' })
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
  expect(paid).toMatchObject({
    customer: null,
    amount_total: 25_000,
    status: 'complete',
    customer_details: { email: 'guest@masjid.example', name: 'Aisha Khan' },
    payment_intent: { status: 'succeeded', customer: null, latest_charge: { paid: true, customer: null } },
  })
  const known = await stripe.checkout.sessions.create({ ...order, customer_creation: 'always' })
  await pay(known.id)
  expect((await stripe.checkout.sessions.retrieve(known.id)).customer).toMatch(/^cus_/)
})

test('a declined card leaves the session open, and an old one ends', async () => {
  const plan = await aPlan(stripe)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: (await aCustomer(stripe)).id,
    line_items: [{ price: plan.id }],
  })
  expect(await pay(session.id, { payment_method: 'pm_card_chargeDeclined' })).toMatchObject({
    error: { code: 'card_declined' },
  })
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', subscription: null })
  await control('clock', { advanceS: 86_401 })
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' })
})

test('what a page links to is there', async () => {
  const plan = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plan.id }],
    expand: ['latest_invoice'],
  })
  const { hosted_invoice_url, number } = latest_invoice as { hosted_invoice_url: string; number: string }
  expect(hosted_invoice_url.startsWith(address)).toBe(true)
  expect(await (await fetch(hosted_invoice_url)).text()).toContain(number)
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data
  expect(await (await fetch(charge!.receipt_url!)).text()).toContain('visa ending in 4242')
})

test('a payment method is saved without a payment, and the default is left to whoever asked for it', async () => {
  const customer = await aCustomer(stripe)
  const { id, url, setup_intent } = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer: customer.id,
    success_url: 'https://example.com/done',
  })
  expect(await stripe.setupIntents.retrieve(setup_intent as string)).toMatchObject({
    status: 'requires_payment_method',
  })
  expect(await (await fetch(url!)).text()).toContain('Save card')
  await pay(id, { payment_method: 'pm_card_mastercard' })
  const saved = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] })
  expect(saved).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    amount_total: null,
    setup_intent: { status: 'succeeded', payment_method: { customer: customer.id, card: { last4: '4444' } } },
  })
  const { invoice_settings } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer
  expect(invoice_settings.default_payment_method).toBe(customer.invoice_settings.default_payment_method)
  await expect(stripe.checkout.sessions.create({ mode: 'setup', success_url: 'https://example.com' })).rejects.toThrow(
    'currency',
  )
})

test('who saves a card on the page is led back', async () => {
  const { id } = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer: (await aCustomer(stripe)).id,
    success_url: 'https://example.com/done?session={CHECKOUT_SESSION_ID}',
  })
  const answer = await fetch(`${address}/__sandbox/checkout/${id}/done`, { method: 'POST', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `https://example.com/done?session=${id}`])
})

test('a method that is detached is no default any more, and one that is updated is told', async () => {
  const customer = await aCustomer(stripe)
  const method = customer.invoice_settings.default_payment_method as string
  await stripe.paymentMethods.update(method, { card: { exp_month: 2, exp_year: 2031 } })
  expect((await stripe.paymentMethods.retrieve(method)).card).toMatchObject({ exp_month: 2, exp_year: 2031 })
  await stripe.paymentMethods.detach(method)
  const { invoice_settings } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer
  expect(invoice_settings.default_payment_method).toBeNull()
  await expect
    .poll(() => webhooks.types())
    .toEqual(expect.arrayContaining(['payment_method.updated', 'payment_method.detached']))
})

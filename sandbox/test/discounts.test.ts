import { describe, expect, test } from 'vitest'
import { aCustomer, aPlan, sumsOf } from './given.ts'
import { startSandbox } from './start.ts'

const DAY = 86_400
const { stripe, control, webhooks } = await startSandbox()

const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100, expand: ['data.discounts.source.coupon'] })).data.toReversed()

async function subscribed(coupon: Parameters<typeof stripe.coupons.create>[0], unit_amount = 1999) {
  const price = await aPlan(stripe, { unit_amount })
  const customer = await aCustomer(stripe)
  const made = await stripe.coupons.create(coupon)
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: made.id } })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    discounts: [{ promotion_code: code.id }],
  })
  return { subscription, customer, price, coupon: made, code }
}

describe('how long a coupon is good for', () => {
  test.each([
    ['once', { duration: 'once' }, [510, 0, 0]],
    ['two months', { duration: 'repeating', duration_in_months: 2 }, [510, 510, 0]],
    ['forever', { duration: 'forever' }, [510, 510, 510]],
  ] as const)('%s', async (_, duration, expected) => {
    const { subscription } = await subscribed({ percent_off: 25.5, ...duration })
    await control('clock', { advanceS: 63 * DAY })
    const invoices = await invoicesOf(subscription.id)
    expect(invoices.map(({ subtotal, total }) => subtotal - total)).toEqual(expected)
    expect(invoices[0]!.total_discount_amounts).toMatchObject([{ amount: 510 }])
    expect(invoices[0]!.discounts).toMatchObject([{ source: { coupon: { percent_off: 25.5 } } }])
  })
})

test.each([
  ['once', 0],
  ['forever', 2000],
] as const)('of a period that a code made cheaper no more is credited than was paid, %s', async (duration, off) => {
  const { subscription } = await subscribed({ percent_off: 25, duration }, 4000)
  const [item] = subscription.items.data
  const dearer = await aPlan(stripe, { unit_amount: 8000 })
  const change = { items: [{ id: item!.id, price: dearer.id }], proration_behavior: 'always_invoice' as const }
  await stripe.subscriptions.update(subscription.id, { ...change, proration_date: item!.current_period_start })
  const [, invoice] = await invoicesOf(subscription.id)
  expect(invoice!.lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-3000, 8000])
  expect(invoice!.total).toBe(8000 - 3000 - off)
})

test('an amount is taken off as far as there is something to take it off', async () => {
  const { subscription } = await subscribed({ amount_off: 5000, currency: 'usd', duration: 'once' })
  const [first] = await invoicesOf(subscription.id)
  expect(first).toMatchObject({ total: 0, amount_due: 0, status: 'paid' })
})

test('a coupon for one product leaves the others alone, and its parts sum to it', async () => {
  const [plan, other] = [await aPlan(stripe, { unit_amount: 333 }), await aPlan(stripe, { unit_amount: 500 })]
  const customer = await aCustomer(stripe)
  const coupon = await stripe.coupons.create({
    percent_off: 50,
    duration: 'forever',
    applies_to: { products: [plan.product as string] },
  })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plan.id }, { price: other.id }],
    discounts: [{ coupon: coupon.id }],
  })
  const [invoice] = await invoicesOf(subscription.id)
  expect(invoice!.lines.data.map(({ discount_amounts }) => discount_amounts?.map(({ amount }) => amount))).toEqual([
    [167],
    [],
  ])
  expect(invoice!.total).toBe(833 - 167)
})

test('redemptions are counted, and the last one closes the code', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const promotion = { type: 'coupon', coupon: coupon.id } as const
  const code = await stripe.promotionCodes.create({ promotion, max_redemptions: 1 })
  const price = await aPlan(stripe)
  const subscribe = async () =>
    stripe.subscriptions.create({
      customer: (await aCustomer(stripe)).id,
      items: [{ price: price.id }],
      discounts: [{ promotion_code: code.id }],
    })
  await subscribe()
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false, times_redeemed: 1 })
  expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ valid: true, times_redeemed: 1 })
  await expect(subscribe()).rejects.toThrow('no longer active')
  await expect(stripe.promotionCodes.update(code.id, { active: true })).rejects.toThrow('cannot be activated')
})

test('a code ends when its time is over', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' })
  const { now } = await control('clock', { advanceS: 0 })
  const promotion = { type: 'coupon', coupon: coupon.id } as const
  const code = await stripe.promotionCodes.create({ promotion, expires_at: Number(now) + 3600 })
  await control('clock', { advanceS: 3601 })
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false })
})

test('a list of discounts replaces, a list of nothing keeps, an empty string takes away', async () => {
  const { subscription } = await subscribed({ percent_off: 10, duration: 'forever' })
  const second = await stripe.coupons.create({ percent_off: 20, duration: 'forever' })
  const update = stripe.subscriptions.update.bind(stripe.subscriptions, subscription.id)

  const both = await update({ discounts: [{ discount: subscription.discounts[0] as string }, { coupon: second.id }] })
  expect(both.discounts).toHaveLength(2)
  expect((await update({ metadata: { a: '1' } })).discounts).toHaveLength(2)
  expect((await update({ discounts: [{ discount: both.discounts[1] as string }] })).discounts).toHaveLength(1)
  expect((await update({ discounts: '' })).discounts).toEqual([])

  await update({ discounts: [{ coupon: second.id }] })
  expect(await stripe.subscriptions.deleteDiscount(subscription.id)).toMatchObject({ deleted: true })
  expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([])
  await expect.poll(() => webhooks.types()).toContain('customer.discount.deleted')
})

test('an order that is too small does not take the code', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' })
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { minimum_amount: 5000, minimum_amount_currency: 'usd' },
  })
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const order = { customer: customer.id, items: [{ price: price.id }], discounts: [{ promotion_code: code.id }] }
  await expect(stripe.subscriptions.create(order)).rejects.toThrow('larger order')
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 0 })
})

test('every invoice adds up', async () => {
  for await (const invoice of stripe.invoices.list({ limit: 100 })) {
    const { discount, ...sums } = sumsOf(invoice)
    expect(invoice).toMatchObject(sums)
    expect(invoice.subtotal - discount).toBe(invoice.total)
  }
})

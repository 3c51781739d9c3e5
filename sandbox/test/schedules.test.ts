import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const DAY = 86_400
const { stripe, control } = await startSandbox()

async function scheduled(next: Partial<Stripe.PriceCreateParams>, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await aCustomer(stripe)
  const [price, other] = [await aPlan(stripe), await aPlan(stripe, next)]
  const bought = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], ...more })
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: bought.id })
  const [now] = phases
  const schedule = await stripe.subscriptionSchedules.update(id, {
    metadata: { key: 'one' },
    proration_behavior: 'none',
    phases: [
      { items: [{ price: price.id, quantity: 1 }], start_date: now!.start_date, end_date: now!.end_date },
      {
        items: [{ price: other.id, quantity: 2 }],
        duration: { interval: other.recurring!.interval },
        proration_behavior: 'none',
        discounts: now!.discounts.map(({ discount }) => ({ discount: discount as string })),
      },
    ],
  })
  return { subscription: bought.id, item: bought.items.data[0]!, schedule, price, other, end: now!.end_date }
}
const read = (id: string) => stripe.subscriptions.retrieve(id)
const billsOf = async (subscription: string) => (await stripe.invoices.list({ subscription })).data
const eventsOf = async (id: string) =>
  (await stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => (data.object as { id: string }).id === id)
    .map(({ type }) => type)
    .reverse()

test('another price from the next period on is charged with the renewal, and the schedule ends with its last phase', async () => {
  const { subscription, item, schedule, other, end } = await scheduled({ unit_amount: 4900 })
  expect(schedule).toMatchObject({ status: 'active', metadata: { key: 'one' }, subscription })
  const expanded = await stripe.subscriptions.retrieve(subscription, { expand: ['schedule.phases.items.price'] })
  const [, next] = (expanded.schedule as Stripe.SubscriptionSchedule).phases
  expect(next).toMatchObject({ start_date: end, items: [{ price: { id: other.id, unit_amount: 4900 }, quantity: 2 }] })
  expect(await stripe.invoices.createPreview({ subscription })).toMatchObject({ amount_due: 9800 })
  expect((await read(subscription)).items.data[0]!.price.id).toBe(item.price.id)

  await control('clock', { advanceS: 31 * DAY + 7200 })
  const changed = await read(subscription)
  expect(changed.items.data).toMatchObject([{ id: item.id, price: { id: other.id }, quantity: 2 }])
  expect(changed.items.data[0]!.current_period_start).toBe(end)
  const [bill] = await billsOf(subscription)
  expect(bill).toMatchObject({ total: 9800, status: 'paid', billing_reason: 'subscription_cycle' })

  await control('clock', { advanceS: 31 * DAY })
  expect(await read(subscription)).toMatchObject({ schedule: null, items: { data: [{ quantity: 2 }] } })
  expect((await billsOf(subscription))[0]).toMatchObject({ total: 9800 })
  expect(await eventsOf(schedule.id)).toEqual([
    'subscription_schedule.created',
    'subscription_schedule.updated',
    'subscription_schedule.updated',
    'subscription_schedule.released',
  ])
})

test('another cycle begins where the period ends, with a whole period of its own and without prorations', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const yearly = { unit_amount: 10_000, recurring: { interval: 'year' as const } }
  const { subscription, end } = await scheduled(yearly, { discounts: [{ coupon: coupon.id }] })
  await control('clock', { advanceS: 31 * DAY + 7200 })
  const { items } = await read(subscription)
  const [item] = items.data
  expect(item!.current_period_start).toBe(end)
  expect(new Date(item!.current_period_end * 1000).getUTCFullYear()).toBe(new Date(end * 1000).getUTCFullYear() + 1)
  expect((await billsOf(subscription))[0]).toMatchObject({ total: 18_000, lines: { data: [{ amount: 20_000 }] } })
})

test('a schedule keeps its subscription from being canceled elsewhere, is released once, and ends with it', async () => {
  const first = await scheduled({ unit_amount: 4900 })
  const cancel = () => stripe.subscriptions.update(first.subscription, { cancel_at_period_end: true })
  await expect(cancel()).rejects.toThrow(/is managed by the subscription schedule/)
  await expect(stripe.subscriptionSchedules.create({ from_subscription: first.subscription })).rejects.toThrow(
    /already attached/,
  )
  const released = await stripe.subscriptionSchedules.release(first.schedule.id)
  expect(released).toMatchObject({
    status: 'released',
    subscription: null,
    released_subscription: first.subscription,
    current_phase: null,
  })
  await expect(stripe.subscriptionSchedules.release(first.schedule.id)).rejects.toThrow(/`released` status/)
  expect(await cancel()).toMatchObject({ schedule: null, cancel_at_period_end: true })

  const second = await scheduled({ unit_amount: 4900 })
  await stripe.subscriptions.cancel(second.subscription)
  expect(await stripe.subscriptionSchedules.retrieve(second.schedule.id)).toMatchObject({ status: 'canceled' })

  const third = await scheduled({ unit_amount: 4900 })
  expect(await stripe.subscriptionSchedules.cancel(third.schedule.id, { prorate: false })).toMatchObject({
    status: 'canceled',
  })
  expect(await read(third.subscription)).toMatchObject({ status: 'canceled' })
})

test('what is changed on the subscription itself holds until the next phase, and phases that have begun stay', async () => {
  const { subscription, item, schedule, other, price, end } = await scheduled({ unit_amount: 4900 })
  await stripe.subscriptions.update(subscription, { items: [{ id: item.id, quantity: 5 }] })
  const { phases } = await stripe.subscriptionSchedules.retrieve(schedule.id)
  expect(phases.map(({ items }) => items[0]!.quantity)).toEqual([5, 2])
  const update = (first: object, second: object = {}) =>
    stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items: [{ price: price.id, quantity: 5 }], start_date: phases[0]!.start_date, end_date: end, ...first },
        { items: [{ price: other.id }], ...second },
      ],
    })
  await expect(update({ items: [{ price: other.id, quantity: 5 }] })).rejects.toThrow(/have not begun/)
  await expect(update({ start_date: end })).rejects.toThrow(/anchor end dates/)
  await expect(update({}, { start_date: end + 5 })).rejects.toThrow(/end date of the one before/)
  await expect(update({ end_date: phases[0]!.start_date })).rejects.toThrow(/end after it begins/)
  expect((await update({})).phases[1]).toMatchObject({ items: [{ quantity: 1 }], start_date: end })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finance } from '@hikmah/contract/finance'
import { payments } from '@hikmah/contract/payments'
import { describeRecurringEnd, RECURRING_CHANGE, recurringRevenue } from '@hikmah/contract/recurring-revenue'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithRecurring } from '../../test/recurring.ts'
import { newId } from '../kit/db/ids.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import { orders } from '../orders/table.ts'
import { compareAll } from '../payments/reconcile.ts'
import { recurringMovements } from '../payments/recurring.ts'
import { stripeSubscriptions } from '../payments/table.ts'

const {
  as,
  becomes,
  clock,
  control,
  db,
  given,
  house,
  inTime,
  partsOf,
  pass,
  payer,
  price,
  provider,
  readMovements,
  rowsOf,
  settled,
} = await startWithRecurring()
const { readRecurringRevenue, listRecurringMovements } = recurringRevenue

test('what an organization pays in a month begins, grows, shrinks, stops and comes back', async () => {
  const { organization, customer } = await payer()
  const [standard, premium] = [await price('DEENKIOSK', 3900), await price('DEENKIOSK', 12_000, 'year')]
  const { id, items } = await provider.subscriptions.create({ customer, items: [{ price: standard.id, quantity: 2 }] })
  await becomes({ new: 7800, end: 7800 })
  await pass(1)
  const item = items.data[0]!.id
  await provider.subscriptionItems.update(item, { quantity: 3 })
  await becomes({ new: 7800, expansion: 3900, end: 11_700 })
  await pass(1)
  await provider.subscriptionItems.update(item, { price: premium.id, quantity: 1 })
  await becomes({ new: 7800, expansion: 3900, contraction: -10_700, end: 1000 })
  await pass(1)
  await provider.subscriptions.cancel(id)
  await becomes({ new: 7800, expansion: 3900, contraction: -10_700, churn: -1000 })
  await pass(40)
  await provider.subscriptions.create({ customer, items: [{ price: standard.id }] })
  await becomes({ new: 7800, expansion: 3900, contraction: -10_700, churn: -1000, recovered: 3900, end: 3900 })

  const ended = await provider.subscriptions.retrieve(id)
  expect(await rowsOf('churn')).toEqual([
    {
      organization: { _id: organization.id, orgName: organization.name },
      customerName: organization.name,
      plan: 'DEENKIOSK',
      at: new Date(ended.ended_at! * 1000).toISOString(),
      before: 1000,
      after: 0,
      difference: -1000,
      isDerived: false,
      end: { reason: 'cancellation_requested', feedback: '', comment: '', orderReason: '' },
    },
  ])
  expect(await rowsOf('end')).toMatchObject([{ before: 0, after: 3900, difference: 3900 }])
})

test('a second subscription is an expansion, and a plan that replaces another at once is no churn', async () => {
  const { customer } = await payer()
  const [kiosk, screen] = [await price('DEENKIOSK', 5000), await price('DEENSCREEN', 2000)]
  const first = await provider.subscriptions.create({ customer, items: [{ price: kiosk.id }] })
  await becomes({ new: 5000, end: 5000 })
  await pass(1)
  const second = await provider.subscriptions.create({ customer, items: [{ price: screen.id }] })
  await becomes({ new: 5000, expansion: 2000, end: 7000 })
  await pass(1)
  await provider.subscriptions.cancel(second.id)
  await becomes({ new: 5000, expansion: 2000, contraction: -2000, end: 5000 })
  await settled()
  const [{ at } = { at: clock.now() }] = await db
    .select()
    .from(recurringMovements)
    .where(eq(recurringMovements.subscriptionId, second.id))
  await db.update(recurringMovements).set({ at }).where(eq(recurringMovements.kind, 'contraction'))
  await provider.subscriptions.cancel(first.id)
  await becomes({ new: 5000, expansion: 2000, contraction: -2000, churn: -5000 })
})

test('finance says of each organization what it pays in a month and what it paid at the start, and opens the subscriptions', async () => {
  const { organization, customer } = await payer()
  const stranger = await provider.customers.create({ name: 'Sister Amina' })
  const method = await provider.paymentMethods.attach('pm_card_visa', { customer: stranger.id })
  await provider.customers.update(stranger.id, { invoice_settings: { default_payment_method: method.id } })
  const [kiosk, screen] = [await price('DEENKIOSK', 5000), await price('DEENSCREEN', 2000)]
  await provider.subscriptions.create({ customer, items: [{ price: kiosk.id }] })
  const ending = await provider.subscriptions.create({ customer, items: [{ price: screen.id }] })
  await provider.subscriptions.create({ customer: stranger.id, items: [{ price: screen.id }] })
  await pass(9)
  await provider.subscriptions.cancel(ending.id)
  await provider.subscriptions.create({ customer, items: [{ price: screen.id, quantity: 3 }] })
  await settled()
  const caller = await as('admin')
  const query = { period: 'last-7-days', currency: 'usd' }
  const listed = async () => {
    const { data } = await caller(finance.readFinanceSummary, { query: { period: query.period } })
    const { organizations } = data.currencies.find(({ currency }) => currency === 'usd')!
    return (id: string | undefined) => organizations.find((row) => row.organization?._id === id)?.recurring
  }
  await inTime(async () => expect((await listed())(organization.id)).toEqual({ now: 11_000, before: 7000 }))
  const rows = await rowsOf(RECURRING_CHANGE, 'usd', { ...query, orgId: organization.id })
  expect(rows).toMatchObject([
    { plan: 'DEENSCREEN', before: 0, after: 6000, difference: 6000 },
    { plan: 'DEENKIOSK', before: 5000, after: 5000, difference: 0 },
    { plan: 'DEENSCREEN', before: 2000, after: 0, difference: -2000 },
  ])
  expect(await rowsOf(RECURRING_CHANGE, 'usd', { ...query, orgId: 'none' })).toMatchObject([
    { organization: null, customerName: 'Sister Amina', before: 2000, after: 2000 },
  ])
  const { status, error } = await caller(listRecurringMovements, {
    query: { ...query, part: RECURRING_CHANGE, orgId: 'nobody' },
  })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['orgId']])

  const linked = await given.organization()
  await caller(payments.linkCustomer, { params: { id: stranger.id }, body: { orgId: linked.id } })
  expect(await rowsOf(RECURRING_CHANGE, 'usd', { ...query, orgId: 'none' })).toEqual([])
  expect(await rowsOf(RECURRING_CHANGE, 'usd', { ...query, orgId: linked.id })).toMatchObject([
    { organization: { _id: linked.id }, before: 2000, after: 2000 },
  ])
})

test('a trial counts when it ends, and what is past due counts until it is canceled', async () => {
  const { customer } = await payer()
  const monthly = await price('DEENFUND', 4900)
  const { id } = await provider.subscriptions.create({
    customer,
    items: [{ price: monthly.id }],
    trial_period_days: 14,
  })
  await inTime(async () => expect(await db.$count(stripeSubscriptions, eq(stripeSubscriptions.id, id))).toBe(1))
  await settled()
  expect(await partsOf()).toEqual({})
  await pass(15)
  await becomes({ new: 4900, end: 4900 })
  const { trial_end } = await provider.subscriptions.retrieve(id)
  expect(await rowsOf('new')).toMatchObject([{ at: new Date(trial_end! * 1000).toISOString() }])
  const broken = await provider.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await provider.customers.update(customer, { invoice_settings: { default_payment_method: broken.id } })
  await pass(32)
  await inTime(async () => expect((await provider.subscriptions.retrieve(id)).status).toBe('past_due'))
  await settled()
  expect(await partsOf()).toEqual({ new: 4900, end: 4900 })
  await provider.subscriptions.cancel(id)
  await becomes({ new: 4900, churn: -4900 })
})

test('what was there before the period is its start, and currencies are never added', async () => {
  const { customer } = await payer()
  const yen = await provider.prices.create({
    product_data: { name: 'DEENWEB' },
    currency: 'jpy',
    unit_amount: 900,
    recurring: { interval: 'week' },
  })
  await provider.subscriptions.create({ customer, items: [{ price: (await price('DEENWEB', 2900)).id }] })
  await provider.subscriptions.create({ customer: (await payer()).customer, items: [{ price: yen.id }] })
  await becomes({ new: 2900, end: 2900 })
  await becomes({ new: 3900, end: 3900 }, 'jpy')
  await pass(9)
  expect(await partsOf('usd', 'last-7-days')).toEqual({ start: 2900, end: 2900 })
  expect(await partsOf('jpy', 'last-7-days')).toEqual({ start: 3900, end: 3900 })
})

test('a subscription that was there before is derived from what is known of it, by the migration as by the first reading', async () => {
  const { organization, customer } = await payer()
  const [monthly, yearly] = [await price('DEENKIOSK', 5000), await price('DEENSCREEN', 10_001, 'year')]
  const first = await provider.subscriptions.create({ customer, items: [{ price: monthly.id, quantity: 2 }] })
  await provider.subscriptions.create({ customer, items: [{ price: yearly.id }], trial_period_days: 5 })
  await pass(6)
  await provider.subscriptions.cancel(first.id)
  await provider.subscriptions.create({ customer, items: [{ price: monthly.id }] })
  await becomes({ new: 10_000, expansion: 5833, contraction: -10_000, end: 5833 })
  await pass(3)
  await settled()
  const read = async () => (await readMovements([customer])).map(({ isDerived: _, ...row }) => row)
  const followed = await read()
  const file = readFileSync(join(import.meta.dirname, '../../migrations/0079_recurring_revenue.sql'), 'utf8')
  await db.delete(recurringMovements)
  await db.execute(sql.raw(file.split('--;').at(-1)!))
  const later = readFileSync(join(import.meta.dirname, '../../migrations/0083_recurring_of_organizations.sql'), 'utf8')
  await db.execute(sql.raw(later.split('--;')[1]!))
  expect(await read()).toEqual(followed)
  await db.delete(stripeSubscriptions)
  await compareAll(house, { isImport: true })
  expect(await read()).toEqual(followed)
  const own = (await rowsOf('contraction')).filter((row) => row.organization?._id === organization.id)
  expect(own.map(({ isDerived }) => isDerived)).toEqual([true])
})

test('why a subscription ended is said as far as somebody said it: the provider, the customer or staff', async () => {
  const { id: item } = await price('DEENKIOSK', 5000)
  const subscribe = async () => {
    const { customer } = await payer()
    return (await provider.subscriptions.create({ customer, items: [{ price: item }] })).id
  }
  const [failed, told, silent, staff] = [await subscribe(), await subscribe(), await subscribe(), await subscribe()]
  await becomes({ new: 20_000, end: 20_000 })
  await pass(1)
  await control(`subscriptions/${failed}/end`, { reason: 'payment_failed' })
  await provider.subscriptions.cancel(told, {
    cancellation_details: { feedback: 'too_expensive', comment: 'We moved to one kiosk.' },
  })
  await provider.subscriptions.cancel(silent)
  await provider.subscriptions.cancel(staff)
  await settled()
  const placed = { source: 'checkout' as const, status: 'closed' as const, cancelReason: 'The building closed' }
  for (const [subscriptionId, days] of [
    [staff, 0],
    [silent, 9],
  ] as const) {
    const closedAt = secondsAfter(clock.now(), days * DAY_S)
    const moments = { closedAt, createdAt: closedAt, updatedAt: closedAt }
    const { id: organizationId } = await given.organization()
    await db
      .insert(orders)
      .values({ id: newId(), organizationId, subscriptionId, subtotal: 1, total: 1, ...placed, ...moments })
  }
  const reasons = (await rowsOf('churn')).map(({ end }) => describeRecurringEnd(end!))
  expect(reasons.sort()).toEqual([
    'Canceled by staff: The building closed',
    'Canceled by the customer: Too expensive. We moved to one kiosk.',
    'Canceled on request',
    'The payment failed',
  ])
  await db.delete(orders)
  await db.update(stripeSubscriptions).set({ cancellation: null }).where(eq(stripeSubscriptions.id, silent))
  expect((await rowsOf('churn')).map(({ end }) => describeRecurringEnd(end!))).toContain('')
})

test('what nobody may ask for is refused by its field, and a manager sees none of it', async () => {
  const caller = await as('admin')
  const ask = async (query: object) => (await caller(listRecurringMovements, { query })).error.fields
  expect(Object.keys((await ask({ part: 'lost', currency: 'usd' })) ?? {})).toEqual(['part'])
  expect(Object.keys((await ask({ part: 'churn', currency: 'dollars' })) ?? {})).toEqual(['currency'])
  expect(Object.keys((await ask({ part: 'churn', currency: 'usd', period: 'ever' })) ?? {})).toEqual(['period'])
  const manager = await as('manager')
  expect((await manager(readRecurringRevenue, { query: {} })).status).toBe(403)
})

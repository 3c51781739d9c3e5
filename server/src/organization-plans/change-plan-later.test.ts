import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { soon } from '../../test/payments.ts'
import { startWithPlans } from '../../test/plans.ts'
import { resumeOperations, stripeOperations } from '../outside/stripe/operations.ts'
import { setPromo } from '../outside/stripe/subscriptions.ts'
import { stripeDrift } from '../payments/comparison-table.ts'
import { compareAll } from '../payments/reconcile.ts'
import { stripeSubscriptions } from '../payments/table.ts'
import { laterPlanChange } from './change-plan-later.ts'

const server = await startWithPlans()
const {
  admin,
  read,
  house,
  db,
  clock,
  provider,
  control,
  audited,
  monthly,
  premium,
  yearly,
  subscriber,
  untilSettled,
} = server
const { previewPlanChange, changePlan, changePlanLater, keepPlan, cancelPlan, readOrganizationPlan } = organizationPlans
const DAY = 86_400

type Subscriber = Awaited<ReturnType<typeof subscriber>>

const standard = { priceId: monthly.id, quantity: 1 }

async function planned({ id, itemId, subscription }: Subscriber, priceId: string, quantity: number, more: object = {}) {
  const at = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString()
  const body = { itemId, priceId, quantity, at, seen: standard, ...more }
  return admin(changePlanLater, { params: { id }, body })
}
const billsOf = async (subscription: string) => (await provider.invoices.list({ subscription })).data
const scheduleOf = async (id: string) => {
  const { schedule } = await provider.subscriptions.retrieve(id, { expand: ['schedule'] })
  return schedule as Stripe.SubscriptionSchedule | null
}

test('a change at the end of the period charges nothing now, is shown, and comes with the renewal that was previewed', async () => {
  const customer = await subscriber()
  const { organization, id, itemId, subscription } = customer
  const end = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString()
  const query = { itemId, priceId: premium.id, quantity: 2 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  expect(preview.later).toEqual({ at: end, amount: 9800, followedAt: expect.any(String), movedFrom: null })
  expect(preview.next).toMatchObject({ at: end, amount: 9800, followedAt: preview.later!.followedAt })
  expect(preview.whyNotLater).toBe('')

  const { status, message } = await planned(customer, premium.id, 2)
  expect([status, message]).toEqual([200, 'Plan Change Planned!'])
  const shown = { at: end, plan: 'Premium', priceId: premium.id, quantity: 2, amount: 9800, frequency: 'monthly' }
  expect(await read(id, itemId)).toMatchObject({ priceId: monthly.id, quantity: 1, planned: shown })
  await untilSettled()
  expect((await server.plansOf(organization.id)).stripeData[0]).toMatchObject({ planned: shown })
  expect(await billsOf(id)).toHaveLength(1)
  expect((await admin(organizationPlans.readNextPayment, { params: { id } })).data.amount).toBe(9800)

  await control('clock', { advanceS: 31 * DAY + 7200 })
  await soon(async () =>
    expect(await read(id, itemId)).toMatchObject({ priceId: premium.id, quantity: 2, planned: null }),
  )
  const [bill, ...before] = await billsOf(id)
  expect([bill!.total, before.length]).toEqual([9800, 1])
  expect(new Date(bill!.lines.data[0]!.period.end * 1000).toISOString()).toBe(preview.later!.followedAt)
  expect(await audited(id)).toEqual(['plan-subscription.change-planned'])
})

test('another cycle begins with the end of the period and keeps its day', async () => {
  const customer = await subscriber()
  const { id, itemId } = customer
  const query = { itemId, priceId: yearly.id, quantity: 1 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  expect(preview.next!.movedFrom).not.toBeNull()
  expect(preview.later).toMatchObject({ amount: 29_580, movedFrom: null })
  expect((await planned(customer, yearly.id, 1)).status).toBe(200)
  await control('clock', { advanceS: 31 * DAY + 7200 })
  const [bill] = await billsOf(id)
  expect(bill).toMatchObject({ total: 29_580, status: 'paid' })
  expect(new Date(bill!.lines.data[0]!.period.end * 1000).toISOString()).toBe(preview.later!.followedAt)
})

test('a second change takes the place of the first, and the plan can be kept after all', async () => {
  const customer = await subscriber()
  const { id, itemId } = customer
  await planned(customer, premium.id, 2)
  const first = await scheduleOf(id)
  expect((await planned(customer, premium.id, 3)).status).toBe(200)
  expect(await read(id, itemId)).toMatchObject({ planned: { quantity: 3, amount: 14_700 } })
  expect(await scheduleOf(id)).toMatchObject({ id: first!.id, phases: [{}, { items: [{ quantity: 3 }] }] })
  const again = await planned(customer, premium.id, 3)
  expect([again.status, again.error.fields]).toEqual([
    422,
    { priceId: expect.stringContaining('Nothing would change') },
  ])

  const kept = await admin(keepPlan, { params: { id } })
  expect([kept.status, kept.message]).toEqual([200, 'Current Plan Kept!'])
  expect(await read(id, itemId)).toMatchObject({ planned: null, quantity: 1 })
  expect(await scheduleOf(id)).toBeNull()
  const none = await admin(keepPlan, { params: { id } })
  expect([none.status, none.message]).toEqual([409, 'Nothing is planned for the end of the period.'])
  await control('clock', { advanceS: 31 * DAY + 7200 })
  expect((await billsOf(id))[0]).toMatchObject({ total: 2900 })
  expect(await audited(id)).toEqual([
    'plan-subscription.change-planned',
    'plan-subscription.change-planned',
    'plan-subscription.change-dropped',
  ])
})

test('a cancellation and a change at once drop what was planned', async () => {
  const canceled = await subscriber()
  await planned(canceled, premium.id, 2)
  expect((await admin(cancelPlan, { params: { id: canceled.id } })).status).toBe(200)
  expect(await read(canceled.id, canceled.itemId)).toMatchObject({ planned: null, next: { kind: 'ends' } })
  expect(await scheduleOf(canceled.id)).toBeNull()

  const changed = await subscriber()
  const { id, itemId } = changed
  await planned(changed, premium.id, 2)
  const query = { itemId, priceId: monthly.id, quantity: 4 }
  const { data: preview } = await admin(previewPlanChange, { params: { id }, query })
  expect(preview.next).toMatchObject({ amount: 11_600 })
  const body = { ...query, prorationDate: preview.prorationDate }
  expect((await admin(changePlan, { params: { id }, body })).status).toBe(200)
  expect(await read(id, itemId)).toMatchObject({ planned: null, quantity: 4 })
  await control('clock', { advanceS: 31 * DAY + 7200 })
  expect((await billsOf(id))[0]).toMatchObject({ total: 11_600 })
})

test('a code that is applied meanwhile holds for what is planned', async () => {
  const customer = await subscriber()
  const { id, organization } = customer
  await planned(customer, premium.id, 1)
  const coupon = await provider.coupons.create({ percent_off: 50, duration: 'forever' })
  const promo = await provider.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  await setPromo(house.stripe, id, promo.id, `promo-${organization.id}`)
  await control('clock', { advanceS: 31 * DAY + 7200 })
  expect((await billsOf(id))[0]).toMatchObject({ total: 2450 })
})

test('what cannot change at the end of its period says why', async () => {
  const whyNot = async (customer: Subscriber) => {
    const { id, itemId } = customer
    const { status, message } = await planned(customer, premium.id, 2)
    const query = { itemId, priceId: premium.id, quantity: 2 }
    const { data } = await admin(previewPlanChange, { params: { id }, query })
    expect([status, data.later, data.whyNotLater]).toEqual([409, null, message])
    return message
  }
  const trial = await subscriber({ trial_period_days: 14 })
  expect(await whyNot(trial)).toMatch(/is on trial/)
  const ending = await subscriber()
  await admin(cancelPlan, { params: { id: ending.id } })
  expect(await whyNot(ending)).toMatch(/Resume it first/)
  const late = await subscriber()
  await provider.customers.update(late.subscription.customer as string, {
    invoice_settings: { default_payment_method: 'pm_card_chargeDeclined' },
  })
  const stays = await subscriber()
  await control('clock', { advanceS: 31 * DAY + 7200 })
  await soon(async () => expect((await read(late.id, late.itemId)).status).toBe('past_due'))
  expect(await whyNot(late)).toMatch(/Collect what is owed first/)

  await soon(async () => expect((await billsOf(stays.id)).length).toBe(2))
  await untilSettled()
  const moved = await planned(stays, premium.id, 2)
  expect([moved.status, moved.message]).toEqual([409, expect.stringMatching(/has ended meanwhile/)])
  const stale = await planned(stays, premium.id, 2, { seen: { priceId: premium.id, quantity: 1 } })
  expect([stale.status, stale.error.current]).toEqual([409, expect.objectContaining({ _id: stays.itemId })])
  for (const bad of [{ at: 'tomorrow' }, { seen: undefined }, { quantity: 0 }, { priceId: 'x' }]) {
    const { status, error } = await planned(stays, premium.id, 2, bad)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, Object.keys(bad)])
  }
  const other = await planned(stays, 'price_ofSomethingElse', 2)
  expect(other.error.fields).toEqual({ priceId: 'This price belongs to another product' })
  expect(await scheduleOf(stays.id)).toBeNull()
})

test('the provider is asked once more: what changed there since is not planned upon', async () => {
  const customer = await subscriber()
  const { id, itemId } = customer
  await control('faults', { only: 'POST /v1/subscription_schedules', status: 500, times: 1000 })
  expect((await planned(customer, premium.id, 2)).status).toBe(502)
  await control('faults', { clear: true })
  await provider.subscriptions.update(id, { items: [{ id: itemId, quantity: 7 }], proration_behavior: 'none' })
  clock.advance(120)
  await resumeOperations(house, [laterPlanChange])
  const [operation] = await db.select().from(stripeOperations).where(eq(stripeOperations.target, id))
  expect([operation!.state, operation!.problem]).toEqual([
    'refused',
    expect.stringMatching(/has changed at the payment/),
  ])
  expect(await scheduleOf(id)).toBeNull()
})

test('a change whose answer was lost is finished by the job, once', async () => {
  const customer = await subscriber()
  const { id, itemId } = customer
  // The schedule is made, and what it is to become is not said any more.
  await control('faults', { only: 'POST /v1/subscription_schedules/', status: 500, times: 1000 })
  expect((await planned(customer, premium.id, 2)).status).toBe(502)
  expect(await scheduleOf(id)).toMatchObject({ phases: [{}] })
  await control('faults', { clear: true })
  clock.advance(120)
  for (let twice = 0; twice < 2; twice += 1) await resumeOperations(house, [laterPlanChange])
  expect(await scheduleOf(id)).toMatchObject({ phases: [{}, { items: [{ quantity: 2 }] }] })
  expect(await read(id, itemId)).toMatchObject({ planned: { quantity: 2 } })
  expect(await audited(id)).toEqual(['plan-subscription.change-planned'])
})

test('what is planned on the provider’s own pages is shown by its event, and found by the comparison', async () => {
  const { id, itemId } = await subscriber()
  const { id: schedule, phases } = await provider.subscriptionSchedules.create({ from_subscription: id })
  const { start_date, end_date } = phases[0]!
  await provider.subscriptionSchedules.update(schedule, {
    phases: [{ items: [{ price: monthly.id }], start_date, end_date }, { items: [{ price: premium.id, quantity: 5 }] }],
  })
  await soon(async () => expect((await read(id, itemId)).planned).toMatchObject({ plan: 'Premium', quantity: 5 }))
  await untilSettled()

  await compareAll(house)
  await db.delete(stripeDrift)
  await db.update(stripeSubscriptions).set({ plannedChange: null }).where(eq(stripeSubscriptions.id, id))
  await compareAll(house)
  expect((await read(id, itemId)).planned).toMatchObject({ quantity: 5 })
  const [drift, ...others] = await db.select().from(stripeDrift)
  expect([drift, others.length]).toMatchObject([{ objectId: id, field: 'planned', local: '' }, 0])

  await provider.subscriptionSchedules.release(schedule)
  await soon(async () => expect((await read(id, itemId)).planned).toBeNull())
})

test('a manager reads what is planned and plans nothing', async () => {
  const customer = await subscriber()
  const { id, itemId } = customer
  await planned(customer, premium.id, 2)
  const manager = await server.as('manager')
  expect((await manager(readOrganizationPlan, { params: { id, itemId } })).data.planned).toMatchObject({ quantity: 2 })
  expect((await manager(keepPlan, { params: { id } })).status).toBe(403)
})

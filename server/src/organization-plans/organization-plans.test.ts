import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon } from '../../test/payments.ts'
import { startWithPlans } from '../../test/plans.ts'
import { newId } from '../kit/db/ids.ts'
import { stripeOperations } from '../outside/stripe/operations.ts'

const server = await startWithPlans()
const { admin, manager, db, given, provider, price, control, audited } = server
const { monthly, yearly, premium, both, added, addIntegration, imageUrl, subscriber, plansOf, read } = server
const { getOrganizationPlan, getPlanSubscriptions, readNextPayment } = organizationPlans
const { previewPlanChange, changePlan, cancelPlan, resumePlan } = organizationPlans

test('the plans of an organization have the shape of the seeds, and say what of the catalogue they are', async () => {
  const { organization, id, itemId, subscription } = await subscriber()
  const data = await plansOf(organization.id)
  expect(data).toMatchObject({ planSubscriptionId: id, orgId: organization.id })
  expect(data.stripeData).toEqual([
    {
      _id: itemId,
      planSubscriptionId: id,
      subscription_plan: 'DEENWEB',
      subscription_plan_type: 'Standard',
      amount: 2900,
      currency: 'usd',
      quantity: 1,
      frequency: 'monthly',
      created: subscription.start_date,
      status: 'active',
      trialEnd: null,
      owed: null,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      next: { kind: 'pays', at: new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString() },
      product: {
        kind: 'application',
        _id: added.data._id,
        name: 'deenweb',
        displayName: 'DEENWEB',
        status: 'Available',
        pricingType: '',
        imageUrl,
      },
      planned: null,
      isPaidByInvoice: false,
      marks: [],
    },
  ])
  expect((await plansOf(organization.id, manager)).stripeData[0]?.payment_method_details).toBeNull()
  const { data: held } = await admin(getPlanSubscriptions, { params: { planSubscriptionId: id } })
  expect(held).toEqual({
    _id: id,
    extraintegrations: { selectedIntegrations: [] },
    deenweb: {
      plan: 'DEENWEB',
      planName: 'Standard',
      paymentFrequency: 'monthly',
      total: 2900,
      createdAt: new Date(subscription.start_date * 1000).toISOString(),
    },
  })
})

test('an organization without plans has an empty list, and one that is not there is refused', async () => {
  const { id } = await given.organization()
  expect(await plansOf(id)).toEqual({ planSubscriptionId: null, orgId: id, stripeData: [] })
  expect((await admin(getOrganizationPlan, { params: { orgId: newId() } })).status).toBe(404)
  expect((await admin(getOrganizationPlan, { params: { orgId: '7' } })).error.fields).toHaveProperty('orgId')
  expect((await admin(getPlanSubscriptions, { params: { planSubscriptionId: 'sub_missing' } })).status).toBe(404)
})

test('the details say what it may be changed to, what was paid for it, and what comes next', async () => {
  const { id, itemId } = await subscriber()
  await soon(async () => {
    expect(await read(id, itemId)).toMatchObject({
      totalBilled: 2900,
      priceId: monthly.id,
      together: [],
      choices: [
        { priceId: monthly.id, planName: 'Standard', frequency: 'monthly', amount: 2900, currency: 'usd' },
        { priceId: yearly.id, planName: 'Standard', frequency: 'annually', amount: 29_580, currency: 'usd' },
        { priceId: premium.id, planName: 'Premium', frequency: 'monthly', amount: 4900, currency: 'usd' },
      ],
    })
  })
  const next = { amount: 2900, currency: 'usd', isEstimate: false }
  expect((await manager(readNextPayment, { params: { id } })).data).toEqual(next)
})

test('a subscription may hold a plan, an integration and what the catalogue does not know', async () => {
  const salah = await price('Salah', 500)
  await addIntegration(added.data._id, {
    stripeProductId: salah.product as string,
    pricing: { pricingType: 'Paid', ...both([5, salah.id], [50, '']) },
    status: 'Available',
  })
  const cable = await price('Cable', 150)
  const items = [monthly, salah, cable].map(({ id }) => ({ price: id }))
  const { organization, id, itemId } = await subscriber({ items })
  const { stripeData } = await plansOf(organization.id)
  expect(stripeData.map((row) => [row.subscription_plan, row.product.kind, row.product.pricingType])).toEqual([
    ['DEENWEB', 'application', ''],
    ['Salah times', 'integration', 'Paid'],
    ['Cable', 'other', ''],
  ])
  const { data: held } = await admin(getPlanSubscriptions, { params: { planSubscriptionId: id } })
  expect(held.extraintegrations.selectedIntegrations).toEqual([
    { name: 'Salah times', price: 500, paymentFrequency: 'monthly', createdAt: expect.any(String) },
  ])
  expect(Object.keys(held).sort()).toEqual(['Cable', '_id', 'deenweb', 'extraintegrations'])
  // They are paid for together, and each knows what was paid for it alone.
  expect((await admin(readNextPayment, { params: { id } })).data.amount).toBe(3550)
  await soon(async () => {
    const details = await read(id, itemId)
    expect([details.totalBilled, details.together]).toEqual([2900, ['Salah times', 'Cable']])
  })
})

test('what is billed by the year is annual in the plans of a subscription', async () => {
  const yearly = await price('Yearly', 9900, 'year')
  const { id } = await subscriber({ items: [{ price: yearly.id }] })
  const { data } = await admin(getPlanSubscriptions, { params: { planSubscriptionId: id } })
  expect(data.Yearly).toMatchObject({ paymentFrequency: 'annual', total: 9900 })
})

test('a plan is cancelled at the end of its period, once however many press at a time, and resumed', async () => {
  const { organization, id } = await subscriber()
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin(cancelPlan, { params: { id } })))
  expect(new Set(answers.map(({ status }) => status))).toContain(200)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await provider.subscriptions.retrieve(id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  const [row] = (await plansOf(organization.id)).stripeData
  expect(row).toMatchObject({ status: 'active', next: { kind: 'ends', at: expect.any(String) }, marks: ['ends'] })
  const ending = async () => (await plansOf(organization.id, admin, 'ends')).stripeData.length
  expect(await ending()).toBe(1)
  expect((await admin(readNextPayment, { params: { id } })).data.amount).toBeNull()
  expect((await admin(cancelPlan, { params: { id } })).status).toBe(409)

  expect((await admin(resumePlan, { params: { id } })).message).toBe('Plan Resumed Successfully!')
  expect((await plansOf(organization.id)).stripeData[0]?.next.kind).toBe('pays')
  expect(await ending()).toBe(0)
  expect((await admin(resumePlan, { params: { id } })).status).toBe(409)
  expect(await audited(id)).toEqual(['plan-subscription.cancelled', 'plan-subscription.resumed'])
})

test('plans of different rhythms are paid for each on its own day, and end together on the day that was named before', async () => {
  const { id, itemId } = await subscriber({ items: [{ price: yearly.id }, { price: monthly.id }] })
  const { items } = await provider.subscriptions.retrieve(id)
  const [ofYear, ofMonth] = items.data.map((item) => new Date(item.current_period_end * 1000).toISOString())
  const plan = await read(id, itemId)
  expect(plan).toMatchObject({ next: { kind: 'pays', at: ofYear }, paidNextWith: null, wouldEndAt: ofMonth })
  const other = await read(id, items.data[1]!.id)
  expect(other).toMatchObject({ next: { kind: 'pays', at: ofMonth }, paidNextWith: [], wouldEndAt: ofMonth })

  await admin(cancelPlan, { params: { id } })
  expect((await read(id, itemId)).next).toEqual({ kind: 'ends', at: ofMonth })
  const { cancel_at } = await provider.subscriptions.retrieve(id)
  expect(Date.parse(ofMonth!)).toBe(cancel_at! * 1000)
  expect((await admin(cancelPlan, { params: { id } })).status).toBe(409)

  expect((await admin(resumePlan, { params: { id } })).status).toBe(200)
  expect(await provider.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null })
  expect((await read(id, itemId)).next.kind).toBe('pays')
})

test('a price of something else, a quantity of nothing and a plan of somebody else are refused by name', async () => {
  const { id, itemId } = await subscriber()
  const other = await subscriber()
  const elsewhere = await price('Something else', 100)
  const ask = (query: object) => admin(previewPlanChange, { params: { id }, query })
  const good = { itemId, priceId: premium.id, quantity: 1 }
  expect((await ask({ ...good, priceId: elsewhere.id })).error.fields).toHaveProperty('priceId')
  expect((await ask({ ...good, priceId: monthly.id })).error.fields).toHaveProperty('priceId')
  for (const quantity of [0, -1, 1.5, 'many', 10_001]) {
    expect((await ask({ ...good, quantity })).error.fields).toHaveProperty('quantity')
  }
  expect((await ask({ ...good, itemId: other.itemId })).status).toBe(404)
  const stale = Math.floor(Date.now() / 1000) - 7200
  expect((await admin(changePlan, { params: { id }, body: { ...good, prorationDate: stale } })).status).toBe(400)
  expect((await manager(changePlan, { params: { id }, body: { ...good, prorationDate: stale } })).status).toBe(403)
  expect((await manager(cancelPlan, { params: { id } })).status).toBe(403)
  expect(await provider.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false })
})

test('a card that is refused changes nothing', async () => {
  const { organization, subscription, id, itemId } = await subscriber()
  const customer = subscription.customer as string
  const bad = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer })
  await provider.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } })
  const query = { itemId, priceId: premium.id, quantity: 3 }
  const { data } = await admin(previewPlanChange, { params: { id }, query })
  const refused = await admin(changePlan, { params: { id }, body: { ...query, prorationDate: data.prorationDate } })
  expect(refused.status).toBe(402)
  expect(refused.error.message).toMatch(/^The card was refused/)
  expect((await plansOf(organization.id)).stripeData[0]).toMatchObject({ amount: 2900, quantity: 1 })
})

test('one that has ended stays as it is, and is said to be canceled', async () => {
  const { organization, id, itemId } = await subscriber()
  await provider.subscriptions.cancel(id)
  await soon(async () => {
    expect((await plansOf(organization.id)).stripeData[0]).toMatchObject({
      status: 'canceled',
      next: { kind: 'none', at: null },
    })
  })
  for (const endpoint of [cancelPlan, resumePlan]) expect((await admin(endpoint, { params: { id } })).status).toBe(409)
  const query = { itemId, priceId: premium.id, quantity: 1 }
  expect((await admin(previewPlanChange, { params: { id }, query })).status).toBe(409)
})

test('while the provider is away the plans are shown, and what was asked waits to be taken up', async () => {
  const { organization, id } = await subscriber()
  await control('faults', { drop: true, times: 100 })
  const asked = await admin(cancelPlan, { params: { id } })
  expect(asked.status).toBe(502)
  expect((await plansOf(organization.id)).stripeData).toHaveLength(1)
  expect((await admin(readNextPayment, { params: { id } })).data).toEqual({
    amount: 2900,
    currency: 'usd',
    isEstimate: true,
  })
  const [open] = await db
    .select()
    .from(stripeOperations)
    .where(and(eq(stripeOperations.target, id), eq(stripeOperations.kind, 'plan.cancel')))
  expect(open?.state).toBe('unknown')
  await control('faults', { clear: true })
})

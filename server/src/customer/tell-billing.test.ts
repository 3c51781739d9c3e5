import { customer as endpoints } from '@hikmah/contract/customer'
import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { staffNotices } from '../notices/table.ts'
import { stripeCustomers, stripeInvoices, stripePaymentMethods, stripeSubscriptions } from '../payments/table.ts'
import { billingJob, compareBilling } from './tell-billing.ts'

const { as, callWith, db, house, clock, given, provider, control, price, customerOf, audited, untilSettled } =
  await startWithPayments()
const admin: ReturnType<typeof callWith> = async (...asked) => (await as('admin'))(...asked)
const billing = await given.staff('admin')
await given.staff('manager')
const monthly = await price('DEENFUND', 4900)

async function payer(collection: object = {}) {
  const organization = await given.organization()
  const customer = await customerOf(organization)
  const { id } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    ...collection,
  })
  await soon(async () => expect(await db.$count(stripeSubscriptions, eq(stripeSubscriptions.id, id))).toBe(1))
  await untilSettled()
  const method = customer.invoice_settings.default_payment_method as string
  return { organization, customer, method, subscription: id }
}

const noticesOf = async (topic: 'failed-renewals' | 'payment-methods', orgId: string) => {
  const rows = await db
    .select({ line: staffNotices.line, path: staffNotices.path })
    .from(staffNotices)
    .where(and(eq(staffNotices.staffId, billing.id), eq(staffNotices.topic, topic)))
  return rows.filter(({ path }) => path.includes(orgId)).map(({ line }) => line)
}
const pageOf = async (orgId: string) =>
  (await admin(organizations.readOrganization, { params: { id: orgId } })).data.billingMarks
const listed = async (billing: 'past-due' | 'payment-method') =>
  (await admin(organizations.listOrganizations, { query: { billing, limit: 100 } })).data.map(
    ({ _id }: { _id: string }) => _id,
  )
const plansWith = async (orgId: string, mark: 'past-due' | 'payment-method') =>
  (await admin(organizationPlans.getOrganizationPlan, { params: { orgId }, query: { mark } })).data.stripeData.map(
    ({ marks }: { marks: string[] }) => marks,
  )
const again = async (how: object) => {
  await control('events/replay', how)
  await untilSettled()
}
const counted = { compared: 0, differed: 0 }

test('a failed renewal is told once with why and the next try, and marked until it is paid', async () => {
  const { organization, customer, subscription } = await payer()
  const broken = await provider.paymentMethods.attach('pm_card_visa_chargeDeclinedInsufficientFunds', {
    customer: customer.id,
  })
  await provider.customers.update(customer.id, { invoice_settings: { default_payment_method: broken.id } })
  await control('clock', { advanceS: 32 * DAY_S })
  clock.advance(32 * DAY_S)
  await soon(async () => expect(await noticesOf('failed-renewals', organization.id)).toHaveLength(1))
  const [line] = await noticesOf('failed-renewals', organization.id)
  expect(line).toMatch(/over \$49\.00 failed: The account lacks the funds\. The next try is \w{3} \d+, \d{4}\.$/)
  await untilSettled()
  expect(await pageOf(organization.id)).toEqual(['past-due'])
  expect(await listed('past-due')).toContain(organization.id)
  expect(await plansWith(organization.id, 'past-due')).toEqual([['past-due']])
  expect(await plansWith(organization.id, 'payment-method')).toEqual([])
  const { data } = await admin(organizationPlans.getOrganizationPlan, { params: { orgId: organization.id } })
  expect(data.stripeData).toMatchObject([
    { status: 'past_due', owed: { amount: 4900, attempts: 1, decline: 'insufficient_funds' } },
  ])
  const waiting = (await admin(endpoints.readBillingWaiting, {})).data
  expect(waiting).toMatchObject({ pastDue: expect.any(Number), owed: [{ currency: 'usd' }] })
  const open = (await db.select().from(stripeInvoices).where(eq(stripeInvoices.subscriptionId, subscription))).find(
    ({ status }) => status === 'open',
  )!
  expect(await audited(open.id)).toEqual(['invoice.payment-refused'])

  await Promise.all([billingJob.work(house, {}), compareBilling(house, counted)])
  await again({ duplicate: true, reverse: true })
  expect(await noticesOf('failed-renewals', organization.id)).toHaveLength(1)

  const good = await provider.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await provider.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } })
  await provider.invoices.pay(open.id)
  await soon(async () => expect(await pageOf(organization.id)).toEqual([]))
  expect(await listed('past-due')).not.toContain(organization.id)
}, 60_000)

test('what no event told is told by the nightly comparison', async () => {
  const { organization, subscription } = await payer()
  const isTheirs = eq(stripeInvoices.subscriptionId, subscription)
  const failed = {
    status: 'open',
    attemptCount: 1,
    amountRemaining: 4900,
    decline: 'expired_card',
    createdAt: clock.now(),
  }
  await db
    .update(stripeInvoices)
    .set({ ...failed, billingReason: 'subscription_cycle' })
    .where(isTheirs)
  await compareBilling(house, counted)
  expect(await noticesOf('failed-renewals', organization.id)).toEqual([expect.stringContaining('The card has expired')])
})

test('a payment method that is removed is told once, marked, and cleared by another one', async () => {
  const { organization, customer, method } = await payer()
  await provider.paymentMethods.detach(method)
  await soon(async () => expect(await noticesOf('payment-methods', organization.id)).toHaveLength(1))
  await untilSettled()
  expect((await noticesOf('payment-methods', organization.id))[0]).toContain('VISA 4242')
  expect(await pageOf(organization.id)).toContain('payment-method')
  expect(await listed('payment-method')).toContain(organization.id)
  expect(await plansWith(organization.id, 'payment-method')).toEqual([['payment-method']])
  expect(await plansWith(organization.id, 'past-due')).toEqual([])
  expect((await admin(endpoints.readBillingWaiting, {})).data.paymentMethods).toBeGreaterThan(0)
  await again({ duplicate: true, reverse: true })
  await Promise.all([billingJob.work(house, {}), compareBilling(house, counted)])
  expect(await noticesOf('payment-methods', organization.id)).toHaveLength(1)
  expect((await audited(customer.id)).filter((one) => one.endsWith('method-lost'))).toHaveLength(1)

  const other = await provider.paymentMethods.attach('pm_card_mastercard', { customer: customer.id })
  await provider.customers.update(customer.id, { invoice_settings: { default_payment_method: other.id } })
  await soon(async () => expect(await pageOf(organization.id)).not.toContain('payment-method'))
})

test('a card that is updated to one that has expired is told, and so is one that expires by itself', async () => {
  const updated = await payer()
  await provider.paymentMethods.update(updated.method, { card: { exp_month: 1, exp_year: 2020 } })
  await soon(async () => expect(await noticesOf('payment-methods', updated.organization.id)).toHaveLength(1))
  const { organization, method } = await payer()
  const soonOver = new Date(clock.now().getTime() + 20 * DAY_S * 1000)
  const card = { exp_month: soonOver.getUTCMonth() + 1, exp_year: soonOver.getUTCFullYear() }
  await provider.paymentMethods.update(method, { card })
  const isRead = and(eq(stripePaymentMethods.id, method), eq(stripePaymentMethods.expYear, card.exp_year))
  await soon(async () => expect(await db.$count(stripePaymentMethods, isRead)).toBe(1))
  await billingJob.work(house, {})
  expect(await noticesOf('payment-methods', organization.id)).toEqual([])
  clock.advance(52 * DAY_S)
  await billingJob.work(house, {})
  expect(await noticesOf('payment-methods', organization.id)).toEqual([expect.stringContaining('has expired')])
})

test('who is sent invoices needs no payment method', async () => {
  const { organization, customer, method } = await payer({ collection_method: 'send_invoice', days_until_due: 30 })
  await provider.paymentMethods.detach(method)
  const isGone = and(eq(stripePaymentMethods.id, method), isNotNull(stripePaymentMethods.detachedAt))
  await soon(async () => expect(await db.$count(stripePaymentMethods, isGone)).toBe(1))
  await compareBilling(house, counted)
  expect(await noticesOf('payment-methods', organization.id)).toEqual([])
  const [row] = await db.select().from(stripeCustomers).where(eq(stripeCustomers.id, customer.id))
  expect(row?.methodProblem).toBe('')
})

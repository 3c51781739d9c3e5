import { customer as endpoints } from '@hikmah/contract/customer'
import { openInvoices } from '@hikmah/contract/open-invoices'
import { paymentMethodLink } from '@hikmah/contract/payment-method-link'
import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { stripeDrift } from '../payments/comparison-table.ts'
import { stripeCustomers, stripePaymentMethods, stripeSubscriptions } from '../payments/table.ts'
import { compareMethods } from './take-method.ts'

const server = await startWithPayments()
const {
  as,
  callWith,
  db,
  house,
  clock,
  given,
  provider,
  control,
  price,
  customerOf,
  call,
  mailsTo,
  audited,
  untilSettled,
} = server
/** A session of its own each time: some of these tests let days go by. */
const admin: ReturnType<typeof callWith> = async (...asked) => (await as('admin'))(...asked)
const manager: ReturnType<typeof callWith> = async (...asked) => (await as('manager'))(...asked)
const monthly = await price('DEENFUND', 4900)
const yearly = await price('DEENKIOSK Standard', 39_000, 'year')

const readOf = async (orgId: string, who = admin) => (await who(endpoints.readCustomer, { params: { orgId } })).data

/** An organization that pays for a monthly plan, or with a card that is refused owes it. */
async function payer({ card, ...subscription }: Partial<Stripe.SubscriptionCreateParams> & { card?: string } = {}) {
  const organization = await given.organization()
  const customer = await customerOf(organization, card)
  const bought = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    ...subscription,
  })
  const isThere = eq(stripeSubscriptions.id, bought.id)
  await soon(async () => expect(await db.$count(stripeSubscriptions, isThere)).toBe(1))
  await untilSettled()
  const params = { orgId: organization.id, customerId: customer.id }
  return { organization, orgId: organization.id, customer, bought, params }
}

test('the page tells all subscriptions with trial and end, the payment methods, what was paid, and the balance', async () => {
  const { orgId, customer, bought } = await payer()
  const trial = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: yearly.id }],
    trial_period_days: 14,
  })
  const ended = await provider.subscriptions.create({ customer: customer.id, items: [{ price: yearly.id }] })
  await provider.subscriptions.cancel(ended.id)
  const invoice = bought.latest_invoice as string
  await provider.creditNotes.create({ invoice, amount: 1000, refund_amount: 1000 })
  await provider.creditNotes.create({ invoice, amount: 500, credit_amount: 500 })
  await soon(async () => expect((await readOf(orgId)).customers[0]?.balance).toEqual({ amount: -500, currency: 'usd' }))
  await untilSettled()
  const page = await readOf(orgId)
  expect(page.subscriptions.map(({ id, status }) => [id, status]).sort()).toEqual(
    [
      [bought.id, 'active'],
      [trial.id, 'trialing'],
      [ended.id, 'canceled'],
    ].sort(),
  )
  const of = (id: string) => page.subscriptions.find((one) => one.id === id)
  expect(of(trial.id)?.trialEnd).toBe(new Date(trial.trial_end! * 1000).toISOString())
  expect(of(ended.id)).toMatchObject({ canceledAt: expect.any(String), endedAt: expect.any(String) })
  expect(page.customers).toMatchObject([
    {
      id: customer.id,
      email: customer.email,
      methods: [{ brand: 'visa', last4: '4242', expMonth: 12, expYear: expect.any(Number), isDefault: true }],
      credits: [{ number: expect.any(String), amount: 500, currency: 'usd', invoice: { id: invoice } }],
      methodsReadAt: expect.any(String),
    },
  ])
  // $49.00 less $10.00 that went back, and $390.00; what was credited has not left.
  expect(page.lifetime).toEqual([{ currency: 'usd', paid: 43_900, net: 42_900, invoices: 2 }])
  expect(page.owed).toEqual([])
})

test('amounts of two currencies are never added', async () => {
  const { orgId } = await payer()
  const euros = await provider.prices.create({
    currency: 'eur',
    unit_amount: 2000,
    recurring: { interval: 'month' },
    product_data: { name: 'Euro plan' },
  })
  const other = await customerOf({ id: orgId, name: 'Second', email: 'second@masjid.example' })
  await provider.subscriptions.create({ customer: other.id, items: [{ price: euros.id }] })
  await soon(async () =>
    expect((await readOf(orgId)).lifetime.map(({ currency }) => currency)).toEqual(
      expect.arrayContaining(['usd', 'eur']),
    ),
  )
  expect((await readOf(orgId)).customers).toHaveLength(2)
})

test('what is past due says how much, since when, how often it was tried and why that failed', async () => {
  const { orgId, bought } = await payer({ card: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  const { next_payment_attempt } = await provider.invoices.retrieve(bought.latest_invoice as string)
  const { owed } = await readOf(orgId)
  expect(owed).toEqual([
    {
      currency: 'usd',
      amount: 4900,
      count: 1,
      since: expect.any(String),
      invoices: [
        expect.objectContaining({
          id: bought.latest_invoice,
          amount: 4900,
          attempts: 1,
          nextTryAt: new Date(next_payment_attempt! * 1000).toISOString(),
          decline: 'insufficient_funds',
        }),
      ],
    },
  ])
})

test('once its payment method is replaced, what failed is named to be retried, and is collected', async () => {
  const { orgId, bought, customer, params } = await payer({ card: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  const named = async () => (await readOf(orgId)).retryable
  const failing = customer.invoice_settings.default_payment_method as string
  await provider.paymentMethods.detach(failing)
  // Its event may be under way still.
  await soon(async () => expect(await named()).toEqual([]))
  const token = await linkOf(params)
  await control(`checkout/${sessionIn((await open(token)).data.url)}/pay`)
  const id = bought.latest_invoice as string
  const number = (await provider.invoices.retrieve(id)).number
  await soon(async () => expect(await named()).toEqual([{ id, number, amount: 4900, currency: 'usd' }]))
  expect(await readOf(orgId, manager)).not.toHaveProperty('retryable')
  expect(await admin(openInvoices.retryInvoice, { params: { id } })).toMatchObject({ status: 200 })
  expect(await named()).toEqual([])
  expect((await readOf(orgId)).owed).toEqual([])
})

test('what was never tried, was sent, or would be charged to a card that has expired is not named to be retried', async () => {
  const sent = await payer({ collection_method: 'send_invoice', days_until_due: 5 })
  expect((await readOf(sent.orgId)).retryable).toEqual([])
  const failed = await payer({ card: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  expect((await readOf(failed.orgId)).retryable).toHaveLength(1)
  const isTheirs = eq(stripePaymentMethods.customerId, failed.customer.id)
  await db.update(stripePaymentMethods).set({ expYear: 2020 }).where(isTheirs)
  expect((await readOf(failed.orgId)).retryable).toEqual([])
})

test('an invoice that was sent is past due once a day has gone by since its due date', async () => {
  const { orgId } = await payer({ collection_method: 'send_invoice', days_until_due: 5 })
  expect((await readOf(orgId)).owed).toEqual([])
  clock.advance(5 * DAY_S)
  expect((await readOf(orgId)).owed).toEqual([])
  clock.advance(DAY_S + 60)
  expect((await readOf(orgId)).owed).toMatchObject([{ currency: 'usd', amount: 4900 }])
})

test('the next invoices come from the provider, and the rest stands while it is away', async () => {
  const { orgId, bought, customer } = await payer()
  await provider.customers.update(customer.id, { balance: -900 })
  const next = await admin(endpoints.readNextInvoices, { params: { orgId } })
  const at = new Date(bought.items.data[0]!.current_period_end * 1000).toISOString()
  expect(next.data).toMatchObject([
    { subscriptionId: bought.id, at, amount: 4000, currency: 'usd', fromCredit: 900, isBeforeCredit: false },
  ])
  await control('faults', { only: 'POST /v1/invoices/create_preview', status: 500, times: 5 })
  expect((await admin(endpoints.readNextInvoices, { params: { orgId } })).status).toBe(502)
  await control('faults', { clear: true })
  expect((await readOf(orgId)).subscriptions).toHaveLength(1)
})

test('the next invoice that is sent stands on the day it is issued, not on the day it is due', async () => {
  const { orgId, bought } = await payer({ collection_method: 'send_invoice', days_until_due: 5 })
  const { data } = await admin(endpoints.readNextInvoices, { params: { orgId } })
  expect(data.map(({ at }) => at)).toEqual([new Date(bought.items.data[0]!.current_period_end * 1000).toISOString()])
})

test('a manager sees what is billed, and nothing of the payer', async () => {
  const { orgId, params } = await payer()
  const page = await readOf(orgId, manager)
  expect(page.subscriptions).toHaveLength(1)
  expect(page.customers[0]).not.toHaveProperty('email')
  expect(page.customers[0]).not.toHaveProperty('methods')
  const refused = await Promise.all([
    manager(endpoints.sendMethodLink, { params }),
    manager(endpoints.copyMethodLink, { params }),
    manager(endpoints.previewMethodLink, { params }),
    manager(endpoints.readCustomerLink, { params }),
    manager(endpoints.revokeMethodLinks, { params: { orgId } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})

test('the link to the customer leads to its page at the provider, and only of its own organization', async () => {
  const { params } = await payer()
  const { data } = await admin(endpoints.readCustomerLink, { params })
  expect(await (await fetch(data.url)).text()).toContain('Customer')
  const stranger = await given.organization()
  const refused = await admin(endpoints.readCustomerLink, { params: { ...params, orgId: stranger.id } })
  expect(refused.status).toBe(404)
})

const tokenIn = (text: string) => /\/payment-method\/([\w-]+)/.exec(text)![1]!
const linkOf = async (params: { orgId: string; customerId: string }) =>
  tokenIn((await admin(endpoints.copyMethodLink, { params })).data.url)
const request = (token: string) => call(paymentMethodLink.readMethodRequest, { params: { token } })
const open = (token: string) => call(paymentMethodLink.openMethodPage, { params: { token } })
const sessionIn = (url: string) => /checkout\/(cs_\w+)/.exec(url)![1]!

test('a link is previewed, mailed once however often it is asked for, and replaces the method of all subscriptions', async () => {
  const { organization, orgId, customer, params } = await payer()
  const own = await provider.paymentMethods.attach('pm_card_amex', { customer: customer.id })
  const other = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: yearly.id }],
    default_payment_method: own.id,
  })
  const preview = await admin(endpoints.previewMethodLink, { params })
  expect(preview.data).toMatchObject({
    to: customer.email,
    subject: expect.stringContaining('replace your payment method'),
  })

  const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const person = await as('admin')
  const first = await person(endpoints.sendMethodLink, { params }, key)
  const again = await person(endpoints.sendMethodLink, { params }, key)
  expect(first).toMatchObject({
    status: 200,
    message: 'Link Sent Successfully!',
    data: { state: 'open', sentTo: customer.email },
  })
  expect(again.data).toEqual(first.data)
  const mails = await mailsTo(customer.email!)
  expect(mails).toHaveLength(1)
  const token = tokenIn(mails[0]!.text)
  expect((await request(token)).data).toMatchObject({ orgName: organization.name, language: 'en', state: 'open' })

  const { data } = await open(token)
  await control(`checkout/${sessionIn(data.url)}/pay`, { payment_method: 'pm_card_mastercard' })
  await soon(async () => expect((await request(token)).data.state).toBe('used'))
  await untilSettled()
  const [part] = (await readOf(orgId)).customers
  expect(part?.methods?.find(({ isDefault }) => isDefault)).toMatchObject({
    brand: 'mastercard',
    last4: '4444',
    subscriptions: 1,
  })
  const changed = await provider.subscriptions.retrieve(other.id)
  expect(changed.default_payment_method).toBe(part?.methods?.[0]?.id)
  expect(await audited(customer.id)).toEqual(['payment-customer.method-link-sent', 'payment-customer.method-replaced'])
  expect((await open(token)).status).toBe(410)
})

test('a method that is saved after staff ended the link stays beside the default', async () => {
  const { orgId, customer, params } = await payer()
  const page = await open(await linkOf(params))
  await admin(endpoints.revokeMethodLinks, { params: { orgId } })
  await control(`checkout/${sessionIn(page.data.url)}/pay`, { payment_method: 'pm_card_mastercard' })
  const saved = async () => (await readOf(orgId)).customers[0]?.methods?.find(({ last4 }) => last4 === '4444')
  await soon(async () => expect(await saved()).toBeDefined())
  await untilSettled()
  expect(await saved()).toMatchObject({ isDefault: false })
  expect(await audited(customer.id)).not.toContain('payment-customer.method-replaced')
})

test('an event that comes again does not bring an older method back', async () => {
  const { customer, params } = await payer()
  const first = await open(await linkOf(params))
  await control(`checkout/${sessionIn(first.data.url)}/pay`, { payment_method: 'pm_card_mastercard' })
  const second = await open(await linkOf(params))
  await control(`checkout/${sessionIn(second.data.url)}/pay`, { payment_method: 'pm_card_amex' })
  const defaultOf = async () => {
    const { invoice_settings } = (await provider.customers.retrieve(customer.id, {
      expand: ['invoice_settings.default_payment_method'],
    })) as Stripe.Customer
    return (invoice_settings.default_payment_method as Stripe.PaymentMethod).card?.last4
  }
  await soon(async () => expect((await audited(customer.id)).filter((one) => one.endsWith('replaced'))).toHaveLength(2))
  expect(await defaultOf()).toBe('8431')
  await control('events/replay', { duplicate: true, reverse: true })
  await untilSettled()
  expect(await defaultOf()).toBe('8431')
})

test('a link ends when staff end it, after two weeks, and while its organization is blocked', async () => {
  const { orgId, params } = await payer()
  const revoked = await linkOf(params)
  expect(await admin(endpoints.revokeMethodLinks, { params: { orgId } })).toMatchObject({ status: 200 })
  expect((await request(revoked)).data.state).toBe('revoked')
  expect((await open(revoked)).error).toMatchObject({ code: 'LINK_ENDED', why: 'revoked' })
  expect((await admin(endpoints.revokeMethodLinks, { params: { orgId } })).status).toBe(409)

  const blocked = await linkOf(params)
  await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, orgId))
  expect((await request(blocked)).data.state).toBe('revoked')
  expect((await admin(endpoints.sendMethodLink, { params })).status).toBe(409)
  await db.update(organizations).set({ status: 'approved' }).where(eq(organizations.id, orgId))
  expect((await request(blocked)).data.state).toBe('open')

  clock.advance(15 * DAY_S)
  expect((await request(blocked)).data.state).toBe('expired')
  expect((await request('never-was')).status).toBe(404)
})

test('ten links an hour are enough', async () => {
  const { params } = await payer()
  for (let i = 0; i < 10; i += 1) await linkOf(params)
  expect((await admin(endpoints.copyMethodLink, { params })).status).toBe(429)
})

test('while the provider is away a link is mailed, and says so when it is opened', async () => {
  const { params } = await payer()
  await control('faults', { only: 'POST /v1/checkout/sessions', status: 500, times: 4 })
  const sent = await admin(endpoints.sendMethodLink, { params })
  expect(sent.status).toBe(200)
  const token = await linkOf(params)
  expect((await open(token)).status).toBe(502)
  await control('faults', { clear: true })
  expect((await open(token)).status).toBe(200)
})

test('a method that is detached or updated is followed, also by the nightly comparison', async () => {
  const { orgId, customer } = await payer()
  const method = customer.invoice_settings.default_payment_method as string
  await provider.paymentMethods.update(method, { card: { exp_month: 2, exp_year: 2031 } })
  await soon(async () =>
    expect((await readOf(orgId)).customers[0]?.methods).toMatchObject([{ expMonth: 2, expYear: 2031 }]),
  )
  await untilSettled()
  const count = () =>
    db.$count(stripeDrift, and(eq(stripeDrift.object, 'customer'), eq(stripeDrift.objectId, customer.id)))
  await db.update(stripePaymentMethods).set({ expYear: 2030 }).where(eq(stripePaymentMethods.id, method))
  await compareMethods(house, { compared: 0, differed: 0 })
  expect((await readOf(orgId)).customers[0]?.methods).toMatchObject([{ expYear: 2031 }])
  expect(await count()).toBe(1)
  // What was never read is brought in, which is no difference.
  await db.delete(stripePaymentMethods).where(eq(stripePaymentMethods.id, method))
  await db.update(stripeCustomers).set({ methodsReadAt: null }).where(eq(stripeCustomers.id, customer.id))
  await compareMethods(house, { compared: 0, differed: 0 })
  expect((await readOf(orgId)).customers[0]?.methods).toHaveLength(1)
  expect(await count()).toBe(1)
  await provider.paymentMethods.detach(method)
  await soon(async () => expect((await readOf(orgId)).customers[0]?.methods).toEqual([]))
})

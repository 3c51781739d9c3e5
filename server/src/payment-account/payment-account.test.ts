import { organizations as organizationCalls } from '@hikmah/contract/organizations/endpoints'
import { paymentAccount } from '@hikmah/contract/payment-account'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { compareAllJob } from '../jobs.ts'
import { organizations } from '../organizations/table.ts'
import { stripeEvents } from '../payments/table.ts'
import { verificationOf } from './payment-account.ts'

const { as, db, given, house, provider, control, webhookUrl, webhookSecret, clock, audited } = await startWithPayments()
const admin = await as('admin')
const read = (orgId: string, by = admin) => by(paymentAccount.readPaymentAccount, { params: { orgId } })

const connected = (orgId: string, more: Stripe.AccountCreateParams = {}) =>
  provider.accounts.create({
    type: 'custom',
    country: 'US',
    email: 'office@masjid.example',
    business_type: 'non_profit',
    company: { name: 'Masjid an-Nur', tax_id: '000000000' },
    external_account: { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789' },
    tos_acceptance: { date: 1_790_000_000, ip: '203.0.113.7' },
    metadata: { orgId },
    ...more,
  })

/** As the provider tells it, with its signature. */
async function tell(type: string, object: object, account: string) {
  const event = { id: `evt_${crypto.randomUUID().replaceAll('-', '')}`, object: 'event', type, account }
  const created = Math.floor(Date.now() / 1000)
  const payload = JSON.stringify({ ...event, created, api_version: '2026-10-28.endive', data: { object } })
  const signature = provider.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  expect((await fetch(webhookUrl, { method: 'POST', headers, body: payload })).status).toBe(200)
}

const accountOf = async (id: string) =>
  (await db.select({ of: organizations.paymentAccountId }).from(organizations).where(eq(organizations.id, id)))[0]?.of

async function linked(more: Stripe.AccountCreateParams = {}) {
  const organization = await given.organization()
  const account = await connected(organization.id, more)
  await tell('account.updated', { id: account.id, object: 'account' }, account.id)
  await soon(async () => expect(await accountOf(organization.id)).toBe(account.id))
  return { organization, account }
}

test('an organization without an account has none, and never the platform’s own', async () => {
  const { id } = await given.organization()
  const { status, data } = await read(id)
  expect([status, data]).toEqual([200, null])
  expect((await read(crypto.randomUUID())).status).toBe(404)
})

test('the account is found by what its metadata says, and told in the names of the seeds', async () => {
  const { organization, account } = await linked()
  const { data } = await read(organization.id)
  expect(data).toMatchObject({
    provider: 'Stripe',
    id: account.id,
    type: 'custom',
    email: 'office@masjid.example',
    country: 'US',
    default_currency: 'usd',
    created: expect.any(Number),
    tos_acceptance: { date: 1_790_000_000 },
    external_accounts: { data: [{ account: account.id, last4: '6789' }] },
    legal_entity: { verification: { status: 'verified' } },
    requirements: { currently_due: [] },
  })
  expect(await audited(organization.id)).toContain('organization.payment-account-linked')
})

test('what is due is told, and the state that follows from it', async () => {
  const { organization } = await linked({ company: { name: 'Masjid' } })
  const { data } = await read(organization.id)
  expect(data?.legal_entity.verification.status).toBe('unverified')
  expect(data?.requirements.currently_due).toEqual(['company.tax_id'])
})

test('a manager does not see it', async () => {
  const { id } = await given.organization()
  expect((await read(id, await as('manager'))).status).toBe(403)
})

test('an account that leaves the platform is forgotten', async () => {
  const { organization, account } = await linked()
  await tell('account.application.deauthorized', { id: 'ca_Platform', object: 'application' }, account.id)
  await soon(async () => expect(await accountOf(organization.id)).toBe(''))
  expect((await read(organization.id)).data).toBeNull()
})

test('the comparison of all finds the accounts that were connected before', async () => {
  const organization = await given.organization()
  const account = await connected(organization.id)
  await compareAllJob.work(house, {})
  expect(await accountOf(organization.id)).toBe(account.id)
})

test('an account that left unheard makes room for the next one', async () => {
  const { organization, account } = await linked()
  await provider.accounts.del(account.id)
  expect(await read(organization.id)).toMatchObject({ status: 200, data: null })
  const next = await connected(organization.id)
  await compareAllJob.work(house, {})
  expect(await accountOf(organization.id)).toBe(next.id)
  expect((await read(organization.id)).data).toMatchObject({ id: next.id })
})

test('a checkout in a connected account is a donation to it, and no order of ours', async () => {
  const { account } = await linked()
  await tell('checkout.session.completed', { id: 'cs_of_a_donation', object: 'checkout.session' }, account.id)
  await soon(async () => {
    const [event] = await db.select().from(stripeEvents).where(eq(stripeEvents.objectId, 'cs_of_a_donation'))
    expect(event).toMatchObject({ state: 'done', problem: '' })
  })
})

test('for a minute the provider is not asked again; while it is away the account is shown as it was read last', async () => {
  const { organization } = await linked()
  const { organization: unread } = await linked()
  const { data: before } = await read(organization.id)
  await control('faults', { status: 500, times: 100 })
  try {
    expect((await read(organization.id)).status).toBe(200)
    clock.advance(61)
    const { status, data } = await read(organization.id)
    expect([status, data]).toEqual([200, before])
    expect(clock.now().getTime() - Date.parse(data!.asOf)).toBeGreaterThanOrEqual(61_000)
    expect((await read(unread.id)).status).toBe(502)
    clock.advance(6 * 3600)
    // Nobody's session is as old.
    const another = await as('admin')
    expect((await read(organization.id, another)).status).toBe(502)
    const known = await another(organizationCalls.readOrganization, { params: { id: organization.id } })
    expect(known.status).toBe(200)
  } finally {
    await control('faults', { clear: true })
  }
})

test.each([
  ['nothing is due', {}, 'verified'],
  ['the provider verifies', { pending_verification: ['company.tax_id'] }, 'pending'],
  ['something is overdue', { past_due: ['company.tax_id'], pending_verification: ['x'] }, 'unverified'],
  ['something is due soon', { currently_due: ['external_account'] }, 'unverified'],
  ['it was rejected', { disabled_reason: 'rejected.fraud' }, 'unverified'],
])('a company of which %s', (_, requirements, status) => {
  const account = { charges_enabled: true, payouts_enabled: true, business_type: 'company', requirements }
  expect(verificationOf(account as unknown as Stripe.Account)).toBe(status)
})

test('a person’s own state counts before that', () => {
  const individual = { verification: { status: 'pending' } }
  const account = { business_type: 'individual', individual, requirements: { past_due: ['x'] } }
  expect(verificationOf(account as unknown as Stripe.Account)).toBe('pending')
})

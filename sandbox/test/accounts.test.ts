import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { startSandbox } from './start.ts'

const { stripe, control, webhooks } = await startSandbox()

const mosque = (number: string): Stripe.AccountCreateParams => ({
  type: 'express',
  country: 'US',
  email: 'board@noor.example',
  business_type: 'company',
  business_profile: { name: 'Masjid al-Noor' },
  company: { name: 'Masjid al-Noor', tax_id: number },
  external_account: { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789' },
  tos_acceptance: { date: 1_780_000_000, ip: '192.0.2.1' },
})

describe('where a connected account stands', () => {
  test.each([
    ['verified', '000000000', { charges_enabled: true, payouts_enabled: true, requirements: { currently_due: [] } }],
    ['pending', '222222222', { charges_enabled: false, requirements: { pending_verification: ['company.tax_id'] } }],
    ['refused', '111111111', { charges_enabled: false, requirements: { past_due: ['company.tax_id'] } }],
  ])('%s', async (_, number, expected) => {
    expect(await stripe.accounts.create(mosque(number))).toMatchObject({ details_submitted: true, ...expected })
  })

  test('nothing was said yet', async () => {
    const account = await stripe.accounts.create({ type: 'express', country: 'US', email: 'new@noor.example' })
    expect(account).toMatchObject({
      details_submitted: false,
      requirements: { disabled_reason: 'requirements.past_due' },
    })
    expect(account.requirements!.currently_due).toContain('external_account')
  })

  test('the review comes to another end', async () => {
    const { id } = await stripe.accounts.create(mosque('222222222'))
    await control(`accounts/${id}`, {
      charges_enabled: false,
      requirements: { disabled_reason: 'rejected.fraud', past_due: ['company.tax_id'] },
    })
    expect(await stripe.accounts.retrieve(id)).toMatchObject({ requirements: { disabled_reason: 'rejected.fraud' } })
    await expect
      .poll(() => webhooks.received.find(({ event }) => event.type === 'account.updated')?.event.account)
      .toBe(id)
  })
})

test('people and bank accounts belong to it', async () => {
  const { id } = await stripe.accounts.create(mosque('000000000'))
  await stripe.accounts.createPerson(id, {
    first_name: 'Amina',
    relationship: { representative: true, title: 'Chair' },
  })
  await stripe.accounts.createPerson(id, { first_name: 'Bilal', relationship: { director: true } })
  const chairs = await stripe.accounts.listPersons(id, { relationship: { representative: true } })
  expect(chairs.data.map(({ first_name }) => first_name)).toEqual(['Amina'])
  const banks = await stripe.accounts.listExternalAccounts(id)
  expect(banks.data).toMatchObject([{ object: 'bank_account', last4: '6789', account: id }])
})

test('an individual is a person with a check of their own', async () => {
  const account = await stripe.accounts.create({
    type: 'custom',
    business_type: 'individual',
    individual: { first_name: 'Yusuf', last_name: 'Khan', email: 'yusuf@noor.example', id_number: '222222222' },
    external_account: 'btok_us',
    tos_acceptance: { date: 1_780_000_000, ip: '192.0.2.1' },
  })
  expect(account.individual).toMatchObject({ email: 'yusuf@noor.example', verification: { status: 'pending' } })
  await control(`accounts/${account.id}`, { verification: 'verified', charges_enabled: true })
  expect((await stripe.accounts.retrieve(account.id)).individual?.verification?.status).toBe('verified')
})

test('no id means the platform', async () => {
  const platform = await stripe.accounts.retrieve(null)
  expect((await stripe.accounts.retrieve(null)).id).toBe(platform.id)
  expect((await stripe.accounts.list({ limit: 100 })).data.map(({ id }) => id)).not.toContain(platform.id)
})

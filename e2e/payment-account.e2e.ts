import { paymentAccount } from '@hikmah/contract/payment-account'
import { payments } from '@hikmah/contract/payments'
import type { Page } from '@playwright/test'
import { isAccountLinked } from '../server/test/sandbox.ts'
import { expectGood } from './integration-page.ts'
import type { Platform } from './platform.ts'
import { expect, type Given, test } from './test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Verification - Stripe' })
const fact = (page: Page, term: string) =>
  card(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) }) })
    .getByRole('definition')

/** An organization whose account was connected before; it is found when everything is compared. */
async function connected(platform: Platform, given: Given, company: { name: string; tax_id?: string }) {
  const { provider } = await platform.sandbox()
  const { orgId } = await given.organization()
  const account = await provider.accounts.create({
    type: 'custom',
    country: 'US',
    email: 'office@masjid.example',
    business_type: 'non_profit',
    company,
    external_account: { object: 'bank_account', country: 'US', currency: 'usd', account_number: '000123456789' },
    tos_acceptance: { date: 1_790_000_000, ip: '203.0.113.7' },
    metadata: { orgId },
  })
  await given.asked(payments.reconcile, {})
  return { orgId, account }
}

const isLinked = (given: Given, orgId: string) =>
  expect
    .poll(async () => (await given.asked(paymentAccount.readPaymentAccount, { params: { orgId } }))?.id ?? '', {
      timeout: 30_000,
    })
    .toMatch(/^acct_/)

test('the verification tab shows the payment account and what is still asked for', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, account } = await connected(platform, given, { name: 'Masjid an-Nur' })
  await isLinked(given, orgId)
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  await expect(fact(page, 'ID')).toHaveText(account.id)
  for (const [term, text] of [
    ['Type', 'custom'],
    ['Email', 'office@masjid.example'],
    ['Country', 'US'],
    ['Default currency', 'USD'],
    ['Verification status', 'Unverified'],
  ] as const)
    await expect(fact(page, term)).toHaveText(text)
  await expect(fact(page, 'ToS date')).toContainText('Sep 21, 2026')
  await expect(fact(page, 'Bank account')).toContainText('ending in 6789')
  await expect(card(page).getByRole('heading', { name: 'Still required' })).toBeVisible()
  await expect(card(page).getByRole('listitem')).toHaveText(['The tax id (EIN)'])
  await expect(page.getByRole('table', { name: 'Org Tax ID/EIN' })).toBeVisible()
  await expectGood(page)
  expect(consoleErrors).toEqual([])
})

test('an organization without an account says so', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  await expect(card(page)).toContainText('No payment account is connected yet.')
})

test('while the provider is away the card says so quietly, and comes by Retry', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId } = await connected(platform, given, { name: 'Masjid', tax_id: '000000000' })
  // Not asked for over HTTP: what was read within the last minute would be shown without asking the provider.
  const isKnown = async () => {
    await given.asked(payments.reconcile, {})
    return isAccountLinked(platform.databaseUrl, orgId)
  }
  await expect.poll(isKnown, { timeout: 30_000, intervals: [1000] }).toBe(true)
  const { control } = await platform.sandbox()
  await control('faults', { status: 500, times: 100 })
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  await expect(card(page)).toContainText('The payment account was not loaded.')
  await expect(page.getByRole('table', { name: 'Org Tax ID/EIN' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await control('faults', { clear: true })
  await card(page).getByRole('button', { name: 'Retry' }).click()
  await expect(fact(page, 'Verification status')).toHaveText('Verified')
})

test('what was read before the provider went away stays, with its age, until Retry finds it back', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId, account } = await connected(platform, given, { name: 'Masjid', tax_id: '000000000' })
  await isLinked(given, orgId)
  const { control } = await platform.sandbox()
  await control('faults', { status: 500, times: 1000 })
  // Somebody asks, and finds nobody.
  expect((await platform.call(payments.tryProvider, {}, (await platform.signIn()).token)).status).toBe(502)
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  await expect(card(page).getByText(/^Payment provider not reachable since .* amounts as of/)).toBeVisible()
  await expect(fact(page, 'ID')).toHaveText(account.id)
  await control('faults', { clear: true })
  await card(page).getByRole('button', { name: 'Retry' }).click()
  await expect(card(page).getByText('Payment provider not reachable')).toHaveCount(0)
  await expect(fact(page, 'ID')).toHaveText(account.id)
})

test('a manager does not see it', async ({ browserOf, given }) => {
  const { orgId } = await given.organization()
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  await expect(page.getByRole('table', { name: 'Org Tax ID/EIN' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('the payments of the demo data lead up to now, and the clock of the sandbox is right from then on', async ({
  platform,
}) => {
  const { control } = await platform.sandbox()
  const seconds = () => Math.floor(Date.now() / 1000)
  const before = seconds()
  const { now } = (await control('clock', { advanceS: 0 })) as { now: number }
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(seconds())
})

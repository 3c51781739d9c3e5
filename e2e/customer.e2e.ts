import type { Page } from '@playwright/test'
import { billedOrganization } from './billed.ts'
import { filterBy } from './list-page.ts'
import { test as base, expect, expectAccessible } from './test.ts'

type Billed = Awaited<ReturnType<typeof billedOrganization>>
const test = base.extend<{ billed: Billed }>({
  billed: async ({ platform, owner, given }, use) => use(await billedOrganization(platform, owner, given)),
})
const TELEPHONE = { width: 390, height: 844 }
const tabOf = ({ orgId }: Billed) => `/organization-detail-${orgId}?tab=4`

async function expectGoodEverywhere(page: Page) {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize(TELEPHONE)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a billing person sees what an organization has, owes and pays with, and the organization replaces its card', {
  tag: '@walk',
}, async ({ console: page, billed, platform, browser }) => {
  const { provider, price, control } = await platform.sandbox()
  const { data: customers } = await provider.customers.list({ email: billed.email })
  const customer = customers[0]!
  const trial = await price('DEENBOARD', 9900)
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: trial.id }], trial_period_days: 10 })
  await provider.customers.update(customer.id, { balance: -1500 })
  await page.goto(`/organization-detail-${billed.orgId}`)
  await page.getByRole('tab', { name: 'CUSTOMER' }).click()
  const subscriptions = page.getByRole('table', { name: 'Subscriptions' })
  await expect(async () => {
    await page.reload()
    await expect(subscriptions.getByRole('row')).toHaveCount(5, { timeout: 1500 })
  }).toPass()
  await expect(subscriptions).toContainText('trial until')
  await expect(page.getByRole('table', { name: 'Next invoices' })).toContainText('$84.00$15.00 more comes from credit')
  await expect(page.getByRole('table', { name: 'Lifetime paid' })).toContainText('$677.50')
  const facts = page.getByRole('region', { name: 'Customer', exact: true })
  await expect(facts).toContainText(billed.email)
  await expect(facts).toContainText('$15.00 credit')
  const methods = page.getByRole('region', { name: 'Payment methods' })
  await expect(methods).toContainText('VISA 4242')
  await expect(methods).toContainText('Default')
  await expectGoodEverywhere(page)

  const popup = page.waitForEvent('popup')
  await facts.getByRole('button', { name: 'Open at the payment provider' }).click()
  await expect((await popup).getByRole('heading')).toContainText('Customer')

  const send = methods.getByRole('button', { name: 'Send link to replace payment method' })
  await send.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('replace your payment method')
  await expect(dialog).toContainText(billed.email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Link Sent Successfully!')).toBeVisible()
  await expect(methods).toContainText(`Link sent to ${billed.email}`)

  await methods.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const path = new URL(link).pathname
  const treasurer = await browser.newPage({ baseURL: platform.url })
  await treasurer.goto(path)
  await expect(treasurer.getByRole('heading')).toContainText(`Replace the payment method of`)
  await expectGoodEverywhere(treasurer)
  await treasurer.getByRole('button', { name: 'العربية' }).click()
  await expect(treasurer.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectAccessible(treasurer)
  await treasurer.getByRole('button', { name: 'English' }).click()
  await treasurer.getByRole('button', { name: 'Continue' }).click()
  await expect(treasurer.getByRole('heading')).toHaveText('Save a payment method')
  await expect(treasurer.getByRole('button', { name: 'Save card' })).toBeVisible()
  const [, session] = /checkout\/(cs_\w+)/.exec(treasurer.url())!
  await control(`checkout/${session}/pay`)
  await treasurer.goto(`${path}?saved=1`)
  await expect(treasurer.getByRole('heading')).toHaveText('Your payment method is saved')
  await expect(async () => {
    await treasurer.goto(path)
    await expect(treasurer.getByRole('heading')).toHaveText('This is done already', { timeout: 1000 })
  }).toPass()
  await treasurer.close()
  await page.reload()
  await expect(methods).toContainText('A payment method was saved with it.')
  await expect(methods.getByRole('listitem').first()).toContainText('Default')

  // While the provider is away only its own part fails.
  await control('faults', { only: 'POST /v1/invoices/create_preview', status: 500, times: 20 })
  await page.reload()
  await expect(page.getByText('The next invoices could not be loaded')).toBeVisible()
  await expect(subscriptions.getByRole('row')).toHaveCount(5)
  await control('faults', { clear: true })
  // A press while the provider is still asked changes nothing.
  const next = page.getByRole('table', { name: 'Next invoices' })
  await expect(async () => {
    if (!(await next.isVisible())) await page.getByRole('button', { name: 'Retry' }).last().click({ timeout: 1000 })
    await expect(next).toContainText('$29.50', { timeout: 3000 })
  }).toPass()
})

test('several customers of an organization stand within the page', async ({ console: page, billed, platform }) => {
  const { customerOf } = await platform.sandbox()
  await customerOf({ id: billed.orgId, name: billed.orgName, email: `second-${billed.email}` })
  await expect(async () => {
    await page.goto(tabOf(billed))
    await expect(page.getByRole('button', { name: 'Open at the payment provider' })).toHaveCount(2, { timeout: 1500 })
  }).toPass()
  for (const width of [1440, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
  await expectGoodEverywhere(page)
})

test('what is past due stands first, with why the bank refused it, and an expired card is marked', async ({
  console: page,
  billed,
  platform,
}) => {
  const { provider, customerOf, price } = await platform.sandbox()
  const payer = { id: billed.orgId, name: billed.orgName, email: billed.email }
  const customer = await customerOf(payer, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  const plan = await price('DEENFUND', 39_000)
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: plan.id }] })
  await provider.paymentMethods.update(customer.invoice_settings.default_payment_method as string, {
    card: { exp_month: 1, exp_year: 2020 },
  })
  await expect(async () => {
    await page.goto(tabOf(billed))
    await expect(page.getByRole('region', { name: '$390.00 past due' })).toBeVisible({ timeout: 1500 })
    await expect(page.getByText('Expired', { exact: true })).toBeVisible({ timeout: 1500 })
  }).toPass()
  const due = page.getByRole('table', { name: 'Past due invoices' })
  await expect(due).toContainText('1 time')
  await expect(due).toContainText('The account lacks the funds')
  await expectGoodEverywhere(page)
  await due.getByRole('link').click()
  await expect(page.getByRole('complementary', { name: 'Payment' })).toContainText('Amount due$390.00')

  // Its plans by the same marks.
  await page.goto(`/plans/${billed.orgId}`)
  const plans = page.getByRole('table', { name: 'Manage Plans' })
  await expect(plans.getByRole('row')).toHaveCount(5)
  await filterBy(page, 'Past due')
  await expect(page).toHaveURL(/mark=past-due/)
  await expect(plans.getByRole('row')).toHaveCount(2)
  await expect(plans).toContainText('DEENFUND')
  await expectGoodEverywhere(page)
  await page.goto(`/plans/${billed.orgId}?mark=payment-method`)
  await expect(page.getByText('Payment method lost')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No plans match these filters' })).toBeVisible()
})

test('after the payment method is replaced one press retries what failed, and shows each answer', async ({
  console: page,
  billed,
  platform,
}) => {
  const { provider, customerOf, price } = await platform.sandbox()
  const payer = { id: billed.orgId, name: billed.orgName, email: billed.email }
  const customer = await customerOf(payer, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  const own = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id })
  const [fund, board] = [await price('DEENFUND', 4900), await price('DEENBOARD', 9900)]
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: fund.id }] })
  await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: board.id }],
    default_payment_method: own.id,
  })
  const failed = page.getByRole('region', { name: 'Retry open invoices' })
  await expect(async () => {
    await page.goto(tabOf(billed))
    await expect(failed).toContainText('2 open invoices, $148.00', { timeout: 1500 })
  }).toPass()
  await expectGoodEverywhere(page)
  const works = await provider.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await provider.customers.update(customer.id, { invoice_settings: { default_payment_method: works.id } })
  await failed.getByRole('button', { name: 'Retry open invoices' }).click()
  const answers = failed.getByRole('list', { name: 'Answers' })
  await expect(answers.getByRole('listitem').filter({ hasText: '$49.00' })).toContainText(
    'Payment Collected Successfully!',
  )
  await expect(answers.getByRole('listitem').filter({ hasText: '$99.00' })).toContainText('The card was refused')
  await expect(failed).toContainText('1 open invoice, $99.00')
  await expectGoodEverywhere(page)
})

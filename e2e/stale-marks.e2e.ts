import { payments } from '@hikmah/contract/payments'
import type { Page } from '@playwright/test'
import { billedOrganization } from './billed.ts'
import { boughtOrder } from './bought.ts'
import { expect, expectAccessible, test } from './test.ts'

const mark = (page: Page) => page.getByRole('status').filter({ hasText: 'Payment provider not reachable since' })
const TIME = '\\d{1,2}:\\d\\d [AP]M'
const WITH_AMOUNTS = new RegExp(`not reachable since ${TIME}, amounts as of (\\w{3} \\d\\d, \\d{4}, )?${TIME}\\.`)

test.afterEach(async ({ platform }) => {
  const { control } = await platform.sandbox()
  await control('faults', { clear: true })
})

test('while the payment provider is away, every page of what it told us says since when, and from when that is', async ({
  console: page,
  platform,
  owner,
  given,
}) => {
  test.slow()
  const { orgId, paidId, planId } = await billedOrganization(platform, owner, given)
  const order = await boughtOrder(platform, owner, given)
  await page.goto(`/order/order-details?id=${order.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Order #${order.number}` })).toBeVisible()
  await expect(mark(page)).toHaveCount(0)

  const { control } = await platform.sandbox()
  await control('faults', { status: 500, times: 10_000 })
  // It was heard a moment ago, and of what nobody asked nothing is said: somebody asks.
  await page.goto(`/organization/orders/payment-receipt?id=${paidId}&orgId=${orgId}`)
  await page.getByRole('button', { name: 'Download Receipt' }).click()
  await expect(page.getByRole('alert')).toContainText('The payment provider cannot be reached')
  await expect(mark(page)).toHaveText(WITH_AMOUNTS)
  await expectAccessible(page)
  for (const path of [
    `/order/order-details?id=${order.id}`,
    `/order/manage-order?id=${order.id}`,
    `/orgorders/${orgId}?tab=payments`,
    `/plans/${orgId}`,
    `/plans/details/${orgId}?plan=${planId}`,
    '/finance',
  ]) {
    await page.goto(path)
    await expect(mark(page), path).toHaveText(WITH_AMOUNTS)
    await expect(mark(page).getByRole('button', { name: 'Retry' }), path).toBeVisible()
  }

  await page.goto(`/plans/details/${orgId}?plan=${planId}`)
  await expect(page.getByRole('button', { name: 'Change plan' })).toHaveAccessibleDescription(
    'The payment provider is not reachable',
  )
  await page.goto(`/order/manage-order?id=${order.id}`)
  await expect(mark(page)).toBeVisible()
  for (const name of ['UPDATE ORDER', 'CANCEL ORDER']) {
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
      'The payment provider is not reachable',
    )
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast'])
})

test('Retry asks again: it says that nothing answers, and once it does the order is read again and the mark is gone', async ({
  console: page,
  platform,
  owner,
  given,
}) => {
  const order = await boughtOrder(platform, owner, given)
  const { control } = await platform.sandbox()
  await control('faults', { drop: true, times: 10_000 })
  expect((await platform.call(payments.tryProvider, {}, owner.token)).status).toBe(502)
  await page.goto(`/order/order-details?id=${order.id}`)
  await mark(page).getByRole('button', { name: 'Retry' }).click()
  await expect(mark(page)).toContainText('Tried again: still not reachable.')
  await control('faults', { clear: true })
  const asked = page.waitForResponse(/\/hikmah\/order\/[\w-]+\/refresh$/)
  await mark(page).getByRole('button', { name: 'Retry' }).click()
  await expect(mark(page)).toHaveCount(0)
  expect((await asked).status()).toBe(200)
  await expect(page.getByRole('complementary', { name: 'Money' })).toContainText('Checked now')
})

test('a provider that answers too slowly is away; when it is back the mark goes by itself', async ({
  console: page,
  platform,
  owner,
  given,
}) => {
  test.slow()
  const { orgId } = await billedOrganization(platform, owner, given)
  const { control } = await platform.sandbox()
  await control('faults', { delayMs: 8000, times: 10_000 })
  await page.goto(`/plans/${orgId}`)
  await expect(page.getByRole('table', { name: 'Manage Plans' })).toContainText('$720/yr')
  await expect(mark(page)).toHaveCount(0)
  // Whoever tries to pay with it finds out.
  await page
    .getByRole('link', { name: /^Manage Plan/ })
    .first()
    .click()
  await expect(mark(page)).toHaveText(WITH_AMOUNTS, { timeout: 30_000 })
  await control('faults', { clear: true })
  await expect(mark(page)).toHaveCount(0, { timeout: 40_000 })
})

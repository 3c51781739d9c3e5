import { hardware } from '@hikmah/contract/hardware/endpoints'
import type { Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Orders of the last months as they would be after them, the newest of today. */
const placeOrders = (databaseUrl: string, orgId: string, count: number) =>
  onServer(databaseUrl, [
    `insert into orders (id, organization_id, status, source, currency, subtotal, total, created_at, updated_at)
     select gen_random_uuid(), '${orgId}', (array['new', 'in-progress', 'completed', 'done', 'closed'])[1 + n % 5],
       'checkout', 'usd', 4900, 4900, now() - (n - 1) * interval '30 hours', now() from generate_series(1, ${count}) n`,
  ])

const figure = async (page: Page, strip: string, label: string) => {
  const card = page.getByRole('list', { name: strip }).getByRole('listitem').filter({ hasText: label })
  const [, counted = ''] = new RegExp(`${label}\\s+([\\d,]+)`).exec(await card.innerText()) ?? []
  return Number(counted.replace(',', ''))
}

const rowsIn = async (page: Page, one: string) => {
  const status = page.getByRole('status').filter({ hasText: new RegExp(`${one}s?$|No ${one}s`) })
  await expect(status).not.toHaveText('')
  const text = await status.innerText()
  return Number(/of ([\d,]+)/.exec(text)?.[1]?.replace(',', '') ?? /^[\d,]+/.exec(text)?.[0] ?? 0)
}

const figures = [
  ['Organizations', 'New org', 'organization'],
  ['Organizations', 'Onboarding', 'organization'],
  ['Organizations', 'Active organizations', 'organization'],
  ['Organizations', 'Invited', 'invite'],
  ['Orders', 'New orders', 'order'],
  ['Orders', 'Completed orders', 'order'],
  ['Orders', 'Pending orders', 'order'],
] as const

test('every figure of a period opens the list with as many rows', async ({ console: page, platform, given }) => {
  const { orgId } = await given.organization()
  await placeOrders(platform.databaseUrl, orgId, 40)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Dashboard stats' }).click()
  await expect(page.getByRole('radio', { name: 'Default value' })).toBeChecked()
  await page.getByRole('radio', { name: 'Last 4 weeks' }).check()
  await expect(page).toHaveURL(/period=last-4-weeks/)
  for (const [strip, label, one] of figures) {
    await expect(page.getByRole('link', { name: label, exact: true })).toBeVisible()
    // Until the figures of the period are there, those of the one before stand in their place.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const counted = await figure(page, strip, label)
    await page.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(one === 'order' ? /\/order\?/ : /\/dashboard\?/)
    expect(await rowsIn(page, one), label).toBe(counted)
    await page.goBack()
  }
  await expect(page.getByRole('radio', { name: 'Last 4 weeks' })).toBeChecked()
})

test('the periods are those of the customer, chosen by keys and kept in the address', async ({ console: page }) => {
  await page.goto('/dashboard-stats')
  const periods = page.getByRole('group', { name: 'Period' }).getByRole('radio')
  await expect(periods).toHaveCount(7)
  expect(await page.getByRole('group', { name: 'Period' }).locator('label').allInnerTexts()).toEqual([
    'Today',
    'Last 7 days',
    expect.stringMatching(/^Default value\s*\(this month\)$/),
    'Last 4 weeks',
    'Last 3 months',
    'Last 12 months',
    'Last year',
  ])
  await page.getByRole('radio', { name: 'Default value' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/period=last-4-weeks/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Orders by week' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Last 3 months' })).toBeChecked()
})

test('the chart is read by keys, holds every number as a table and opens the orders of a week', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId } = await given.organization()
  await placeOrders(platform.databaseUrl, orgId, 60)
  await page.goto('/dashboard-stats?period=last-3-months')
  const chart = page.getByRole('slider', { name: 'Orders by week' })
  await expect(chart).toHaveAttribute('aria-valuetext', /^Week of \w{3} \d+; Orders \d+, before \d+/)
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuenow', '13')
  await page.keyboard.press('ArrowLeft')
  const said = await chart.getAttribute('aria-valuetext')
  const [, orders] = /Orders (\d+),/.exec(said ?? '') ?? []

  await expect(page.getByText('Same week of the period before')).toBeVisible()
  await page.getByRole('radio', { name: 'Amount' }).check()
  await expect(page).toHaveURL(/measure=amount/)
  await expect(page.getByRole('slider', { name: 'Order amount by week' })).toBeVisible()
  await page.reload()
  await page.getByRole('radio', { name: 'Amount' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toBeVisible()

  await page.getByText('Show as a table').click()
  const row = page.getByRole('table', { name: 'Orders by week' }).getByRole('row').nth(12)
  await expect(row.getByRole('link')).toHaveText(orders ?? '')
  const [, before] = /before (\d+);/.exec(said ?? '') ?? []
  await expect(row.getByRole('cell').nth(1)).toHaveText(before ?? '')

  await chart.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\?.*createdFrom=/)
  expect(await rowsIn(page, 'order')).toBe(Number(orders))
})

test('the reading of the chart stands at the pointer, and few orders are compared by their number', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId } = await given.organization()
  await placeOrders(platform.databaseUrl, orgId, 3)
  await page.goto('/dashboard-stats?period=last-3-months')
  const chart = page.getByRole('slider', { name: 'Orders by week' })
  const box = (await chart.boundingBox())!
  for (const share of [0.2, 0.7]) {
    const x = box.x + box.width * share
    await page.mouse.move(x, box.y + 60)
    await expect(chart.locator('table')).toContainText(/^Week of/)
    const reading = (await chart.locator('table').boundingBox())!
    const nearest = Math.min(Math.abs(reading.x - x), Math.abs(reading.x + reading.width - x))
    expect(nearest, 'beside the pointer').toBeLessThan(60)
  }
  const orders = page.getByRole('list', { name: 'Orders' })
  await expect(orders).toContainText('before refunds and cancellations')
  await expect(orders.getByRole('listitem').filter({ hasText: 'Pending orders' })).toContainText('now')
})

test('what happens shows in the activities, and leads to what it happened to', async ({
  console: page,
  given,
  browserOf,
}) => {
  const { orgName, orgId } = await given.organization(`Masjid ${unique()}`)
  await page.goto('/dashboard-stats')
  const activities = page.getByRole('complementary', { name: 'Activities' })
  await expect(activities.getByText(`Organization created: ${orgName}`)).toBeVisible()
  await expect(activities.getByText(/Signed in/)).toBeHidden()
  await activities
    .getByRole('listitem')
    .filter({ hasText: `Organization created: ${orgName}` })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(new RegExp(orgId))

  const device = await given.device()
  await given.asked(hardware.deleteDevice, { params: { id: device._id } })
  await page.goto('/dashboard-stats')
  for (const told of ['Device created', 'Device deleted']) {
    const entry = activities.getByRole('listitem').filter({ hasText: `${told}: ${device.deviceId}` })
    await expect(entry).toBeVisible()
    await expect(entry.getByRole('link')).toHaveCount(0)
  }

  const manager = await browserOf(await given.staff('hikmah_manager'))
  await manager.goto('/dashboard-stats')
  const theirs = manager.getByRole('complementary', { name: 'Activities' })
  await expect(theirs.getByText(orgName).first()).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'All activities' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the figures, ${colorScheme}, on wide and small screens`, async ({
    console: page,
    platform,
    given,
    consoleErrors,
  }) => {
    const { orgId } = await given.organization()
    await placeOrders(platform.databaseUrl, orgId, 20)
    await page.emulateMedia({ colorScheme })
    await page.goto('/dashboard-stats?period=last-3-months')
    await page.getByText('Show as a table').click()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('last-3-months')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(consoleErrors).toEqual([])
  })
}

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)

import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a checkout that names nobody is shown on the payments page, and becomes the order of whom staff link it to', {
  tag: '@walk',
}, async ({ console: page, platform, given, consoleErrors }) => {
  const { orgName } = await given.organization()
  const { provider, control } = await platform.sandbox()
  const email = `guest-${unique()}@masjid.example`
  const product = await provider.products.create({ name: 'DEENFUND' })
  const { id: once } = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 4900 })
  const session = await provider.checkout.sessions.create({
    ...{ mode: 'payment', customer_email: email, success_url: 'https://masjid.example' },
    line_items: [{ price: once, quantity: 2 }],
  })
  await page.goto('/payments')
  await control(`checkout/${session.id}/pay`, { name: 'Aisha Khan' })
  const table = page.getByRole('table', { name: 'Guest checkouts without an organization' })
  const row = table.getByRole('row').filter({ hasText: email })
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(row).toContainText('Aisha Khan')
  await expect(row).toContainText('$98.00')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await row.getByRole('button', { name: 'Link Aisha Khan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Aisha Khan' })
  await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toHaveAccessibleDescription(
    'Choose an organization first',
  )
  await dialog.getByRole('combobox').fill(orgName)
  await page.getByRole('option', { name: new RegExp(orgName) }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  const said = page.getByRole('status').filter({ hasText: 'Checkout Linked Successfully!' })
  await expect(said).toContainText(/Order #\d+/)
  await expect(row).toHaveCount(0)
  await page.goto('/order')
  await page
    .getByRole('table', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: orgName })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('DEENFUND')
  await expect(page.getByRole('complementary', { name: 'Money' })).toContainText('$98.00')
  expect(consoleErrors).toEqual([])
})

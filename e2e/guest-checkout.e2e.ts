import { unique } from './given.ts'
import type { Platform } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

/** A checkout that names nobody, before it is paid. */
async function guestCheckout(platform: Platform) {
  const { provider, control } = await platform.sandbox()
  const email = `guest-${unique()}@masjid.example`
  const product = await provider.products.create({ name: 'DEENFUND' })
  const { id: once } = await provider.prices.create({ product: product.id, currency: 'usd', unit_amount: 4900 })
  const session = await provider.checkout.sessions.create({
    mode: 'payment',
    customer_email: email,
    success_url: 'https://masjid.example',
    line_items: [{ price: once, quantity: 2 }],
  })
  const tell = (what: 'pay' | 'arrive', about: object) => control(`checkout/${session.id}/${what}`, about)
  return { email, tell }
}

test('a checkout that names nobody is shown on the payments page, and becomes the order of whom staff link it to', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgName } = await given.organization()
  const { email, tell } = await guestCheckout(platform)
  await page.goto('/payments')
  await tell('pay', { name: 'Aisha Khan' })
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

test('a checkout says when it was paid only once it is; before that, whether its payment is due or failed', async ({
  console: page,
  platform,
}) => {
  const [arrives, fails] = [await guestCheckout(platform), await guestCheckout(platform)]
  const paidOn = ({ email }: typeof arrives) =>
    page.getByRole('row').filter({ hasText: email }).getByRole('cell').nth(2)
  const expectPaidOn = (checkout: typeof arrives, text: string | RegExp) =>
    expect(async () => {
      await page.goto('/payments')
      await expect(paidOn(checkout)).toHaveText(text, { timeout: 2000 })
    }).toPass()

  for (const { tell } of [arrives, fails]) await tell('pay', { later: true })
  for (const checkout of [arrives, fails]) await expectPaidOn(checkout, '– Due')
  await expectAccessible(page)
  await arrives.tell('arrive', {})
  await fails.tell('arrive', { fails: true })
  await expectPaidOn(arrives, /^\w{3} \d+, \d{4}$/)
  await expectPaidOn(fails, '– Failed')
})

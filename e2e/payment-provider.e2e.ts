import { startPlatform } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

/** Servers of their own, with another provider or none; nobody answers there. */
const NOBODY = 'http://127.0.0.1:1'

test('without a payment provider nothing can be compared, and the button says why', async ({ page }) => {
  const platform = await startPlatform({ STRIPE_SANDBOX: 'false' })
  await rememberSession(page, await platform.signIn())
  await page.goto(`${platform.url}/payments`)
  const compare = page.getByRole('button', { name: 'Compare now' })
  await expect(compare).toBeDisabled()
  await expect(compare).toHaveAccessibleDescription('The payment provider is not configured')
  await expect(page.getByText('Sandbox', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await platform.stop()
})

test('with a test key every page says that no money moves', async ({ page }) => {
  const env = { STRIPE_SANDBOX: 'false', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_BASE: NOBODY }
  const platform = await startPlatform(env)
  await rememberSession(page, await platform.signIn())
  await page.goto(`${platform.url}/payments`)
  const mark = page.getByRole('banner').getByText('Test mode', { exact: true })
  await expect(mark).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare now' })).toBeEnabled()
  await expectAccessible(page)
  await platform.stop()
})

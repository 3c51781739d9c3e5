import { signIn } from '@hikmah/contract/sign-in/endpoints'
import type { Page } from '@playwright/test'
import { codeIn, OWNER } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('a session that ends while a form is filled is renewed in place, and the form is saved', async ({
  page,
  platform,
  given,
}) => {
  const mine = await platform.signIn()
  await rememberSession(page, mine)
  const { orgId } = await given.organization()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('typed')
  await platform.call(signIn.logout, {}, mine.token)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(again).toContainText(OWNER.userName)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(again).toBeVisible()
  const before = platform.mail.received.length
  await again.getByLabel('Password', { exact: true }).fill('Mistyped-1')
  await page.keyboard.press('Enter')
  await expect(again.getByText('Incorrect email address or password')).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.keyboard.press('Enter')
  await again
    .getByLabel('Verification code')
    .fill(codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before)))
  await expect(again).toBeHidden()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}$`))
  await expect(page.getByText('typed', { exact: true }).first()).toBeVisible()
})

test('signing out in one tab signs out the other', async ({ browser, platform }) => {
  const context = await browser.newContext({ baseURL: platform.url })
  const [one, other] = [await context.newPage(), await context.newPage()]
  const { token } = await platform.signIn()
  await one.goto('/login')
  // Before the page has started, it would take the token and leave for the dashboard by itself.
  await expect(one.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await one.evaluate((it) => localStorage.setItem('authToken', it), token)
  await Promise.all([one, other].map((page) => page.goto('/dashboard')))
  await Promise.all([one, other].map((page) => expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()))
  await one.getByRole('button', { name: /Samira Haddad/ }).click()
  await one.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(one).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
  await context.close()
})

test('signing out in one tab keeps what is unsaved in another, behind a sign-in', async ({
  context,
  page,
  platform,
  given,
}) => {
  const mine = await platform.signIn()
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.evaluate(([token, name]) => Object.assign(localStorage, { authToken: token, userName: name }), [
    mine.token,
    mine.userName,
  ] as const)
  const { orgId } = await given.organization()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('unsaved')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: /Samira Haddad/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/login$/)
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(again).toContainText(OWNER.userName)
  const before = platform.mail.received.length
  await again.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.keyboard.press('Enter')
  const mail = await platform.mail.mailTo(OWNER.userName, /sign-in code/, before)
  await again.getByLabel('Verification code').fill(codeIn(mail))
  await expect(again).toBeHidden()
  await expect(page.getByLabel('Shortname')).toHaveValue('unsaved')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
})

test('a success message goes by itself after 8 seconds', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.clock.install()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('eight')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const message = page.getByText('Saved Successfully!')
  await expect(message).toBeVisible()
  // It waits while the pointer is on it.
  await page.mouse.move(0, 0)
  await page.clock.fastForward(5000)
  await expect(message).toBeVisible()
  await page.clock.fastForward(3500)
  await expect(message).toBeHidden({ timeout: 2000 })
})

test('without a server everything says so in place, keeps what was typed, and goes on with Retry', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId } = await given.organization()
  await page.goto('/admin-organization')
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('outage')
  const failed = page.getByRole('alert').filter({ hasText: 'Something is wrong please try again!' })
  await platform.outage(async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(failed).toBeVisible()
    await failed.getByRole('button', { name: 'Dismiss' }).click()
    await expect(failed).toBeHidden()
  })
  await expect(page.getByLabel('Shortname')).toHaveValue('outage')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()

  await page.goto('/admin-organization')
  const search = page.getByRole('searchbox')
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
  const broken = page.getByRole('alert').filter({ hasText: 'Organizations could not be loaded' })
  await platform.outage(async () => {
    await search.fill('nowhere to be found')
    await expect(broken).toContainText('Something is wrong please try again!')
    await broken.getByRole('button', { name: 'Retry' }).click()
    await expect(broken).toBeVisible()
  })
  await broken.getByRole('button', { name: 'Retry' }).click()
  await expect(broken).toBeHidden()
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
})

test('the frame says that the connection is gone, without a press, and no longer once it is back', async ({
  console: page,
  platform,
}) => {
  const line = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Last updated at \d{1,2}:\d\d [AP]M/ })
  await page.goto('/admin-organization')
  await expect(main(page).getByText('in all').first()).toBeAttached()
  await page.context().setOffline(true)
  await expect(line).toContainText('You are offline.')
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.mouse.wheel(0, 600)
    await expect(line).toBeInViewport({ ratio: 1 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, ['color-contrast'])
    }
  }
  await page.context().setOffline(false)
  await expect(line).toBeHidden()

  await platform.outage(async () => {
    await expect(line).toContainText('The server is not responding.')
  })
  await expect(line).toBeHidden()
})

import { codeIn, OWNER } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a staff member signs in with password and mailed code, and signs out again', async ({
  page,
  platform,
  consoleErrors,
}) => {
  await page.goto('/reviews')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-mail address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect email address or password')

  const before = platform.mail.received.length
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/otp$/)
  await expect(page.getByText(/verification code was sent to the e-mail address/i)).toBeVisible()
  await expect(page.getByText(OWNER.userName)).toBeVisible()
  await expectAccessible(page)

  const former = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before))
  const afterFirst = platform.mail.received.length
  await page.getByRole('button', { name: /resend/i }).click({ timeout: 40_000 })
  await expect(page.getByText('Code sent successfully')).toBeVisible()
  const code = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, afterFirst))
  if (former !== code) {
    await page.getByLabel('Verification code').fill(former)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/code is wrong or has expired/i)).toBeVisible()
  }
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page, 'the page that was asked for first').toHaveURL(/\/reviews$/)
  await expect(page.getByRole('banner').getByText('Samira Haddad')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('role'))).toBe('hikmah_owner')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard/)

  await page.getByRole('button', { name: /Samira Haddad/ }).click()
  await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  expect(consoleErrors.filter((text) => !/401/.test(text))).toEqual([])
})

test('a remembered browser signs in silently', async ({ page, platform }) => {
  const before = platform.mail.received.length
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/otp$/)
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before)))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard/)
})

test('too many wrong codes lock the screen', async ({ page, platform }) => {
  const staff = await platform.api('POST', '/hikmah/auth/authenticateWithPassword', { ...OWNER, checked: false })
  expect(staff.status).toBe(200)
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill('nobody@hikmah.example')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  for (let tries = 0; tries < 6; tries += 1) {
    const answered = page.waitForResponse(/authenticateWithPassword/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await answered
  }
  await expect(page.getByText('Login Attempts Exceeded')).toBeVisible()
  await expect(page.getByText('Incorrect email address or password')).toBeHidden()
  await expectAccessible(page)
})

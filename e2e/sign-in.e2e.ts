import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { codeIn, OWNER, startPlatform } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a staff member signs in with password and mailed code, and signs out again', { tag: '@walk' }, async ({
  page,
  platform,
  consoleErrors,
}) => {
  await page.goto('/reviews?sort=orgName')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email address'), 'the first that is wrong').toBeFocused()
  await page.getByLabel('Email address').fill(OWNER.userName)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Email address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect email address or password')

  const before = platform.mail.received.length
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/otp$/)
  await expect(page.getByText(/verification code was sent to the email address/i)).toBeVisible()
  await expect(page.getByText(OWNER.userName)).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  await page.getByRole('button', { name: 'Use another email address' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email address')).toBeFocused()
  await page.goForward()
  await page.getByLabel('Verification code').fill('12345')
  await page.reload()
  await expect(page.getByText(`A verification code was sent to the email address ${OWNER.userName}`)).toBeVisible()
  await expect(page.getByLabel('Verification code'), 'what was typed is kept nowhere').toHaveValue('')
  const code = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before))
  await page.getByLabel('Verification code').pressSequentially(code)
  await expect(page, 'where a link led before the sign-in').toHaveURL(/\/reviews\?sort=orgName$/)
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

test('a code sent again makes the former one void, and the message goes by itself', async ({ page, platform }) => {
  await page.clock.install()
  await page.goto('/login')
  const before = platform.mail.received.length
  await page.getByLabel('Email address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/otp$/)
  const former = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before))
  const afterFirst = platform.mail.received.length
  const resend = page.getByRole('button', { name: 'Resend' })
  await resend.click()
  await expect(page.getByText('Code sent successfully')).toBeVisible()
  await page.clock.fastForward(8500)
  await expect(page.getByText('Code sent successfully')).toBeHidden()
  const code = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, afterFirst))
  if (former !== code) {
    await page.getByLabel('Verification code').fill(former)
    await expect(page.getByText(/code is wrong or has expired/i)).toBeVisible()
  }
  await page.getByLabel('Verification code').fill(code)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a remembered browser signs in silently', async ({ page, platform }) => {
  const before = platform.mail.received.length
  await page.goto('/login')
  await page.getByLabel('Email address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/otp$/)
  await page
    .getByLabel('Verification code')
    .fill(codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before)))
  await expect(page).toHaveURL(/\/dashboard/)
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys).toEqual(expect.arrayContaining(['authToken', 'checkedToken', 'image', 'role', 'userName']))
  expect(await page.context().cookies(`${platform.url}/api/hikmah/auth`)).toContainEqual(
    expect.objectContaining({ name: 'rememberMe', httpOnly: true, sameSite: 'Strict' }),
  )
  // The dashboard, which finds itself without a token, goes to the sign-in too, so no one navigation is waited for.
  const signedInAgain = async (without: string, at: string, to: RegExp) => {
    const silently = page.waitForResponse(/authenticateWithRememberMe/)
    await page.evaluate(`${without}; setTimeout(() => location.assign('${at}'))`)
    expect((await silently).status()).toBe(200)
    await expect(page).toHaveURL(to)
  }
  await signedInAgain("localStorage.removeItem('authToken')", '/login', /\/dashboard/)
  await signedInAgain('localStorage.clear()', '/admin-organization', /\/admin-organization$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible()

  await page.getByRole('button', { name: /Samira Haddad/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  // The screen does not wait for the server, which takes the cookie back.
  const left = async () => (await page.context().cookies(`${platform.url}/api/hikmah/auth`)).map(({ name }) => name)
  await expect.poll(left).toEqual([])
})

test('too many wrong codes lock the screen', async ({ page, platform }) => {
  const staff = await platform.call(signIn.authenticateWithPassword, { body: { ...OWNER, checked: false } })
  expect(staff.status).toBe(200)
  await page.goto('/login')
  await page.getByLabel('Email address').fill('nobody@hikmah.example')
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

test('too many wrong codes lock the card, and the right password does not open it', async ({ page }) => {
  // A server of its own, because the lock stays on the account.
  const platform = await startPlatform({ AUTH_RESEND_WAIT_S: '45' })
  await page.goto(`${platform.url}/login`)
  const before = platform.mail.received.length
  await page.getByLabel('Email address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const right = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before))
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveAccessibleDescription(
    /A new code can be sent in 4\d s/,
  )
  const code = page.getByLabel('Verification code')
  const locked = page.getByRole('heading', { name: 'Login Attempts Exceeded' })
  for (let tries = 0; tries < 6 && !(await locked.isVisible()); tries += 1) {
    const answered = page.waitForResponse(/authenticate$/)
    if (tries === 0) await code.fill(right === '000000' ? '000001' : '000000')
    else await page.getByRole('button', { name: 'Verify' }).click()
    await answered
    await expect(locked.or(page.getByText(/code is wrong or has expired/i))).toBeVisible()
  }
  await expect(locked).toBeVisible()
  await expect(code).toBeHidden()
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await page.getByLabel('Email address').fill(OWNER.userName)
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(locked).toBeVisible()
  await expect(page.getByText('Incorrect email address or password')).toBeHidden()
  await platform.stop()
})

test('a link opened by somebody whose remembered login is dead leads there after the sign-in', async ({
  page,
  platform,
}) => {
  const enter = async () => {
    const before = platform.mail.received.length
    await page.getByLabel('Email address').fill(OWNER.userName)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const mail = await platform.mail.mailTo(OWNER.userName, /sign-in code/, before)
    await page.getByLabel('Verification code').fill(codeIn(mail))
  }
  await page.goto('/login')
  const session = { checkedToken: OWNER.userName, authToken: (await platform.signIn()).token }
  await platform.call(signIn.logout, {}, session.authToken)
  await page
    .context()
    .addCookies([{ name: 'rememberMe', value: 'rm1.dead.dead', url: `${platform.url}/api/hikmah/auth` }])
  await page.evaluate((kept) => Object.assign(localStorage, kept), session)
  await page.goto('/reviews?sort=orgName#content')
  await enter()
  await expect(page).toHaveURL(`${platform.url}/reviews?sort=orgName#content`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()

  // A path that reads as another host leads there no more than any other.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${platform.url}//elsewhere.example/x`)
  await expect(page).toHaveURL(/\/login$/)
  await enter()
  await expect(page).toHaveURL((url) => url.origin === platform.url && url.pathname !== '/otp')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  // Whoever opens the sign-in goes to the dashboard, also if a link led there before.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/reviews')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('about:blank')
  await page.goto('/login')
  await enter()
  await expect(page).toHaveURL(/\/dashboard/)
})

for (const [name, offMs] of [
  ['ahead', 2 * 86_400_000],
  ['behind', -2 * 86_400_000],
] as const) {
  test(`one signs in on a machine whose clock is two days ${name}`, async ({ page, platform }) => {
    await page.clock.install({ time: Date.now() + offMs })
    await page.goto('/login')
    const before = platform.mail.received.length
    await page.getByLabel('Email address').fill(OWNER.userName)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const code = codeIn(await platform.mail.mailTo(OWNER.userName, /sign-in code/, before))
    await page.getByLabel('Verification code').fill(code)
    await expect(page).toHaveURL(/\/dashboard/)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible()
    const day = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const
    const today = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'America/New_York' }).format()
    await expect(page.getByRole('banner')).toContainText(`${today}. Times in`)
  })
}

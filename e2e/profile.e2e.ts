import { signIn } from '@hikmah/contract/sign-in/endpoints'
import type { Page } from '@playwright/test'
import { picture } from './given.ts'
import { codeIn } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the profile shows the facts, a password that is never told, and the way to edit it', { tag: '@walk' }, async ({
  page,
  platform,
  given,
  consoleErrors,
}) => {
  const me = await given.staff('hikmah_manager', { name: 'Fatima Al Noor' })
  await rememberSession(page, await platform.signIn(me))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Fatima Al Noor/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/admin-profile$/)
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'preferences'])
  const facts = page.getByRole('region', { name: 'Profile' })
  await expect(facts).toContainText('Fatima Al Noor')
  await expect(facts).toContainText(me.userName)
  await expect(facts).toContainText('Manager')
  await expect(facts).toContainText('••••••••')
  await expect(facts.getByRole('link', { name: 'Change password' })).toHaveAttribute('href', '/change-password')
  await facts.getByRole('link', { name: 'My sessions' }).click()
  await expect(page).toHaveURL(/\/sessions$/)
  await page.goBack()

  await button(page, 'Edit').click()
  await expect(page).toHaveURL(/\/edit-profile$/)
  await expect(field(page, 'Email')).toHaveValue(me.userName)
  await expect(field(page, 'Email')).toHaveJSProperty('readOnly', true)
  const state = field(page, 'State')
  await expect(state).toHaveValue('NY')
  await expect(state.getByRole('option').first()).toHaveText('New York')
  await expect(state.getByRole('option')).toHaveCount(59)
  await expect(state.getByRole('option', { name: 'Guam' })).toHaveCount(1)
  await expect(button(page, 'Save Changes')).toBeDisabled()

  await field(page, 'First name').fill('')
  await field(page, 'First name').blur()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()
  await field(page, 'First name').fill('Maryam')
  await field(page, 'Last name').fill('Noor Al Amin')
  await field(page, 'Phone').fill('12')
  await field(page, 'Phone').blur()
  await expect(page.getByText('Enter valid phone number')).toBeVisible()
  await field(page, 'Phone').fill('5105550142')
  await field(page, 'Address line 1').fill('12 Peralta Blvd')
  await field(page, 'Address line 2').fill('Apt 3')
  await field(page, 'City').fill('Fremont')
  await state.selectOption('California')
  await field(page, 'Postal code').fill('94536')
  await field(page, 'Country').fill('United States')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Upload Photo').click()
  await (await chooser).setFiles(await picture('me.png'))
  await expect(page.getByRole('img', { name: 'Photo' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'My profile' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Save Changes').click()
  await expect(page.getByText('Profile Updated Successfully!', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin-profile$/)
  await expect(facts).toContainText('(510) 555-0142')
  await expect(facts).toContainText('12 Peralta Blvd')
  await expect(facts).toContainText('Fremont, CA 94536')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: /Maryam Noor Al Amin/ })).toBeVisible()
  await expect(header.locator('img')).toHaveAttribute('src', /\/api\/media\//)
  await page.reload()
  await expect(header.locator('img')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('a profile that was changed in another tab is not overwritten unseen', async ({ page, platform, given }) => {
  await rememberSession(page, await platform.signIn(await given.staff('hikmah_manager')))
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/edit-profile')
    await expect(field(tab, 'City')).toBeVisible()
  }
  await field(other, 'City').fill('Fremont')
  await field(other, 'Address line 1').fill('12 Peralta Blvd')
  await button(other, 'Save Changes').click()
  await expect(other.getByText('Profile Updated Successfully!')).toBeVisible()

  await field(page, 'City').fill('Albany')
  await button(page, 'Save Changes').click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('listitem')).toHaveText(['Address line 1: 12 Peralta Blvd'])
  await conflict.getByRole('radio', { name: 'City, yours' }).check()
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Profile Updated Successfully!')).toBeVisible()
  const facts = page.getByRole('region', { name: 'Profile' })
  await expect(facts).toContainText('Albany')
  await expect(facts).toContainText('12 Peralta Blvd')
})

test('preferences are chosen by topic and kept', async ({ page, platform, given }) => {
  await rememberSession(page, await platform.signIn(await given.staff('hikmah_admin')))
  await page.goto('/admin-profile')
  await page.getByRole('tab', { name: 'preferences' }).click()
  await expect(page).toHaveURL(/tab=1/)
  // Save is the one green button of the page.
  await expect(button(page, 'Edit')).toHaveAttribute('data-variant', 'default')
  const topic = (name: string) => page.getByRole('radiogroup', { name })
  const topics = [
    'Tax documents submitted',
    'Record of an approved organization changed',
    'Decisions against the record',
    'Disputed payments',
    'Failed renewals',
    'Payment methods lost or expired',
    'New demo requests',
    'New contact inquiries',
    'Invites accepted',
  ]
  await expect(page.getByRole('radiogroup')).toHaveCount(topics.length)
  for (const name of topics) {
    await expect(topic(name).getByRole('radio')).toHaveCount(3)
    await expect(topic(name).getByRole('radio', { name: 'Daily digest' })).toBeChecked()
  }
  await expect(button(page, 'Save')).toBeDisabled()
  await topic('Tax documents submitted').getByRole('radio', { name: 'Right away' }).check()
  await topic('Invites accepted').getByRole('radio', { name: 'Off' }).check()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await page.getByRole('tab', { name: 'preferences' }).click()
  await expect(topic('Invites accepted').getByRole('radio', { name: 'Off' })).toBeChecked()
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await button(page, 'Save').click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  expect(sent).toEqual([{ 'tax-papers': 'each', 'accepted-invites': 'off' }])
  await page.reload()
  await expect(topic('Tax documents submitted').getByRole('radio', { name: 'Right away' })).toBeChecked()
  await expect(topic('Invites accepted').getByRole('radio', { name: 'Off' })).toBeChecked()
  await expect(topic('New demo requests').getByRole('radio', { name: 'Daily digest' })).toBeChecked()
})

test('a signed-in person changes the password without a token, and signs in anew', async ({
  page,
  platform,
  given,
}) => {
  const me = await given.staff('hikmah_manager')
  await rememberSession(page, await platform.signIn(me))
  const chosen = 'My-Very-Own-3'
  await page.goto('/admin-profile')
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/change-password$/)
  await expect(field(page, 'Email address')).toHaveValue(me.userName)
  await expect(field(page, 'Email address')).toHaveJSProperty('readOnly', true)
  const change = button(page, 'Change password')
  const sent: { headers: Record<string, string>; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/changePassword')) {
      sent.push({ headers: request.headers(), body: request.postDataJSON() })
    }
  })
  await field(page, 'Current Password').fill('weak')
  await field(page, 'New Password').fill('weaker')
  await field(page, 'Confirm Password').fill('other')
  await change.click()
  await expect(field(page, 'Current Password')).toHaveAccessibleDescription(/At least 8 characters/)
  await expect(field(page, 'New Password')).toHaveAccessibleDescription(/At least 8 characters/)
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription(/not the same/)
  await expectAccessible(page)
  expect(sent).toEqual([])

  await field(page, 'Current Password').fill('Wrong-Password-1')
  await field(page, 'New Password').fill(chosen)
  await field(page, 'Confirm Password').fill(chosen)
  await change.click()
  await expect(page.getByRole('alert')).toContainText('Incorrect email address or password')
  await field(page, 'Current Password').fill(me.password)
  sent.length = 0
  await change.dblclick()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Password changed successfully', { exact: true })).toBeVisible()
  expect(sent).toEqual([
    {
      headers: expect.not.objectContaining({ token: expect.anything() }),
      body: { userName: me.userName, oldPassword: me.password, newPassword: chosen },
    },
  ])
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()

  const { token } = await platform.signIn({ userName: me.userName, password: chosen })
  const current = await platform.call(signIn.getCurrentUser, {}, token)
  expect(current).toMatchObject({ data: { passwordSetByOther: false } })
})

test('what the server refused of a password goes with the first key, and the rule shows', async ({
  page,
  given,
  platform,
}) => {
  const me = await given.staff('hikmah_manager')
  await page.goto(`${platform.url}/change-password`)
  await field(page, 'Email address').fill(me.userName)
  await field(page, 'Current Password').fill(me.password)
  const [chosen, again] = [field(page, 'New Password'), field(page, 'Confirm Password')]
  for (const one of [chosen, again]) await one.fill(me.password)
  await button(page, 'Change password').click()
  await expect(chosen).toHaveAccessibleDescription(/^Choose a password other than your current one/)
  await chosen.fill('short')
  await expect(chosen).toHaveAccessibleDescription(/^At least 8 characters/)
})

test('who is not signed in changes the password with email and the old one', async ({ page, given, platform }) => {
  const me = await given.staff('hikmah_manager')
  await page.clock.install()
  await page.goto(`${platform.url}/change-password`)
  await button(page, 'Change password').click()
  await expect(page.getByText('Enter valid email address')).toBeVisible()
  await expect(field(page, 'Email address')).toBeFocused()
  await field(page, 'Email address').fill(me.userName)
  await field(page, 'Current Password').fill(me.password)
  await field(page, 'New Password').fill('My-Very-Own-3')
  await field(page, 'Confirm Password').fill('My-Very-Own-3')
  await button(page, 'Change password').click()
  const done = page.getByText('Password changed successfully', { exact: true })
  await expect(done).toBeVisible()
  await page.clock.fastForward(8500)
  await expect(done).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('signing out everywhere ends signed out, with nothing of it in the browser', async ({ page, platform, given }) => {
  const me = await given.staff('hikmah_manager')
  await page.goto('/login')
  const before = platform.mail.received.length
  await field(page, 'Email address').fill(me.userName)
  await field(page, 'Password').fill(me.password)
  await page.getByLabel('Remember me').check()
  await button(page, 'Sign in').click()
  await field(page, 'Verification code').fill(codeIn(await platform.mail.mailTo(me.userName, /sign-in code/, before)))
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/sessions')
  await button(page, 'Sign out everywhere').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // How far the server's clock is ahead is no secret, and the next sign-in needs it.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'serverAhead'))).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

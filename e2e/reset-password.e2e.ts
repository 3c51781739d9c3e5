import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { staff } from '@hikmah/contract/staff'
import { codeIn } from './platform.ts'
import { button, field, rowOf } from './staff-pages.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the owner resets a password with the code from the email; it signs in and asks for an own one', {
  tag: '@walk',
}, async ({ console: page, browserOf, platform, given }) => {
  const { id, name, userName, password: old } = await given.staff('hikmah_manager')
  const chosen = 'Another-Password-2'
  await page.goto(`/edit-finance-team-member/${id}`)
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  const before = platform.mail.received.length
  await button(page, 'Send reset code').click()
  await expect(page).toHaveURL(new RegExp(`/team-members/reset-password-cod\\?id=${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Enter Code for ${name}`)
  const code = codeIn(await platform.mail.mailTo(userName, /reset code/, before))
  await expect(page.getByText("Enter the 6-digit code sent to the user's email")).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(`/edit-finance-team-member/${id}$`))
  await page.goBack()
  const box = field(page, 'Enter Code')
  const next = button(page, 'Continue')
  await box.pressSequentially(code.slice(0, 5))
  await expect(next).toBeDisabled()
  await box.pressSequentially(`${code.slice(5)}12`)
  await expect(box).toHaveValue(code)
  await expect(next).toBeEnabled()
  await next.click()
  await expect(page).toHaveURL(new RegExp(`/team-members/reset-password\\?id=${id}$`))
  expect(page.url()).not.toContain(code)

  await page.reload()
  await expect(page).toHaveURL(/reset-password-cod/)
  await box.fill(code === '000000' ? '000001' : '000000')
  await next.click()
  await expect(box).toHaveAccessibleDescription(/The code is wrong or has expired/)
  await expect(page).toHaveURL(/reset-password-cod/)
  await box.fill(code)
  await next.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reset Password of ${name}`)
  const reset = button(page, 'RESET PASSWORD')
  await expect(reset).toBeDisabled()
  await field(page, 'New Password').fill('weak')
  await field(page, 'Confirm Password').fill('weak')
  await expect(reset).toBeDisabled()
  await field(page, 'New Password').fill(chosen)
  await expect(reset).toBeDisabled()
  await field(page, 'Confirm Password').blur()
  await expect(page.getByText('The two passwords are not the same')).toBeVisible()
  await field(page, 'Confirm Password').fill(chosen)
  await expectAccessible(page)
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  await reset.click()
  await expect(page.getByText('Password changed successfully!', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/edit-finance-team-member/${id}$`))
  expect(sent).toEqual([{ code, newPassword: chosen, userName }])

  const former = await platform.call(signIn.authenticateWithPassword, { body: { userName, password: old } })
  expect(former.status).toBe(401)
  const theirs = await browserOf({ userName, password: chosen })
  await theirs.goto('/dashboard')
  await expect(theirs.getByText('Somebody else chose your password')).toBeVisible()
})

test('a code that has expired meanwhile leads back to entering another; GO BACK leaves the reset', async ({
  console: page,
  platform,
  owner,
  given,
}) => {
  const { id, userName } = await given.staff('hikmah_manager')
  await page.goto(`/edit-finance-team-member/${id}`)
  const before = platform.mail.received.length
  await button(page, 'Send reset code').click()
  const code = codeIn(await platform.mail.mailTo(userName, /reset code/, before))
  await field(page, 'Enter Code').fill(code)
  await button(page, 'Continue').click()
  await field(page, 'New Password').fill('Another-Password-2')
  await field(page, 'Confirm Password').fill('Another-Password-2')
  const spent = await platform.call(
    staff.resetPassword,
    {
      body: { code, newPassword: 'Third-Password-3', userName },
    },
    owner.token,
  )
  expect(spent.status).toBe(200)
  await button(page, 'RESET PASSWORD').click()
  await expect(page.getByRole('alert')).toContainText(/code is wrong or has expired/i)
  await page.getByRole('link', { name: 'Enter another code' }).click()
  await expect(field(page, 'Enter Code')).toHaveValue('')
  await page.goBack()
  await button(page, 'GO BACK').click()
  await expect(page).toHaveURL(/\/team-members$/)
})

test('the owner unlocks a locked account and signs somebody out everywhere', async ({
  console: page,
  browserOf,
  platform,
  given,
}) => {
  const { name, userName, password } = await given.staff('hikmah_manager')
  const theirs = await browserOf({ userName, password })
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const attempt = (with_: string) =>
    platform.call(signIn.authenticateWithPassword, { body: { userName, password: with_ } })
  for (let tries = 0; tries < 6; tries += 1) await attempt('Wrong-Password-1')
  expect((await attempt(password)).status).toBe(429)

  await page.goto('/dashboard')
  await expect(await rowOf(page, userName)).toContainText('Locked')
  await page.getByRole('link', { name: `Edit, ${name}` }).click()
  await expect(page.getByText('Locked', { exact: true })).toBeVisible()
  await button(page, 'Unlock').click()
  await expect(page.getByText(`${name} is unlocked`)).toBeVisible()
  await expect(button(page, 'Unlock')).toBeHidden()
  expect((await attempt(password)).status).toBe(200)

  await button(page, 'Sign out everywhere').click()
  const question = page.getByRole('dialog', { name: `Sign ${name} out everywhere?` })
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText(`${name} is signed out everywhere`)).toBeVisible()
  await theirs.getByRole('link', { name: 'Team Members' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
})

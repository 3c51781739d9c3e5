import { profile } from '@hikmah/contract/profile/calls'
import { signIn } from '@hikmah/contract/sign-in/calls'
import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { codeIn } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
/** The member's row of the list, found by the e-mail: the list may be longer than a page. */
async function rowOf(page: Page, userName: string) {
  await expect(page).not.toHaveURL(/\/(edit-finance-team-member|verify-team-member-code)/)
  await page.goto(`/team-members?q=${encodeURIComponent(userName)}`)
  return page.getByRole('row', { name: new RegExp(userName) })
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the list shows everybody with role, access and status, and is searched, narrowed and sorted in the address', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const mark = unique()
  const admin = await given.staff('hikmah_admin', { name: `Aisha ${mark}` })
  const manager = await given.staff('hikmah_manager', { name: `Zaid ${mark}`, isVerified: false })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Team Members' }).click()
  await expect(page).toHaveURL(/\/team-members$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Team Members')
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Name',
    'Email',
    'Role',
    'Access',
    'Status',
    'Added',
    'Action',
  ])
  const owner = page.getByRole('row', { name: /owner@hikmah\.example/ })
  await expect(owner).toContainText('Owner')
  await expect(owner.getByRole('cell').nth(3).locator('svg')).toBeVisible()

  await page.getByRole('searchbox').fill(mark)
  await expect(page).toHaveURL(new RegExp(`q=${mark}`))
  await expect(page.getByRole('row')).toHaveCount(3)
  const zaid = page.getByRole('row', { name: new RegExp(manager.userName) })
  await expect(zaid).toContainText('Manager')
  await expect(zaid).toContainText('Unverified')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('row').nth(1)).toContainText('Aisha')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Zaid')

  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Active \d+$/ })
    .click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(admin.userName) })).toContainText('Admin')
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(3)
  await zaid.getByRole('link', { name: /^Enter code of/ }).click()
  await expect(page).toHaveURL(/\/verify-team-member-code\?userName=/)
  await page.goBack()
  await page.getByRole('link', { name: /^Edit, Aisha/ }).click()
  await expect(page).toHaveURL(new RegExp(`/edit-finance-team-member/${admin.id}$`))
  expect(consoleErrors).toEqual([])
})

test('a member is added, the mailed code is entered, and the first sign-in asks for an own password', async ({
  console: page,
  platform,
  browserOf,
  consoleErrors,
}) => {
  const userName = `${unique()}@hikmah.example`
  const password = 'Chosen-For-You-1'
  await page.goto('/team-members')
  await button(page, 'Invite New').click()
  await expect(page).toHaveURL(/\/add-finance-team-member$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Add Team Member' })).toBeVisible()
  const next = button(page, 'Continue')
  const role = page.getByRole('radiogroup', { name: 'Role' })
  await expect(role.getByRole('radio')).toHaveCount(2)
  await expect(role).toContainText('The highest access after Owner')
  await expect(role).toContainText('Best for employees who create, manage and publish content')
  await expect(role.getByRole('radio', { name: 'Owner' })).toHaveCount(0)
  await expect(next).toBeDisabled()

  await field(page, 'Full name').focus()
  await field(page, 'Email').focus()
  await expect(field(page, 'Full name')).toHaveAccessibleDescription(/^Required/)
  await field(page, 'Password').focus()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/^Required/)
  await field(page, 'Email').fill('not an address')
  await field(page, 'Email').blur()
  await expect(page.getByText('Enter valid email address', { exact: true })).toBeVisible()

  await field(page, 'Full name').fill('Abdul Rahman Al Amin')
  await field(page, 'Email').fill(userName)
  await role.getByRole('radio', { name: 'Manager' }).check()
  for (const weak of ['Short-1', 'no-upper-case-1', 'NO-LOWER-CASE-1', 'No-Digit-Here']) {
    await field(page, 'Password').fill(weak)
    await expect(next).toBeDisabled()
    await expect(next).toHaveAccessibleDescription('Continue needs a valid password')
  }
  await field(page, 'Password').fill(password)
  await expect(next).toBeEnabled()
  await expectAccessible(page)

  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  const access = page.getByRole('switch', { name: 'Access' })
  await access.uncheck()
  await next.click()
  await expect(page.getByText('Turn access on to add the team member')).toBeVisible()
  expect(sent).toEqual([])
  await access.check()
  await next.dblclick()
  await expect(page).toHaveURL(/\/verify-team-member-code\?userName=/)
  expect(sent).toEqual([
    {
      name: { firstName: 'Abdul', lastName: 'Rahman Al Amin' },
      userName,
      role: [{ application: 'HIKMAH', roles: 'hikmah_manager' }],
      access: 'active',
      password,
    },
  ])
  const first = await platform.call(signIn.authenticateWithPassword, { body: { userName, password } })
  expect(first.status).toBe(401)

  await page.reload()
  await expect(page.getByText(userName)).toBeVisible()
  await expect(page.getByText('Enter the 6 digit code sent to the email address', { exact: true })).toBeVisible()
  const box = field(page, 'Enter Code')
  const confirm = button(page, 'Confirm')
  const code = codeIn(await platform.mail.mailTo(userName, /verification code/))
  await box.fill(code.slice(0, 5))
  await expect(confirm).toBeDisabled()
  await box.fill(code === '000000' ? '000001' : '000000')
  await confirm.click()
  await expect(page.getByRole('alert')).toContainText(/code is wrong or has expired/i)
  await expectAccessible(page)
  await box.fill('')
  await box.pressSequentially(`${code}9`)
  await expect(box).toHaveValue(code)
  await confirm.click()
  await expect(page).toHaveURL(/\/team-members$/)
  await expect(await rowOf(page, userName)).toContainText('Active')
  expect(consoleErrors.filter((text) => !/401/.test(text))).toEqual([])

  const theirs = await browserOf({ userName, password })
  await theirs.goto('/dashboard')
  const notice = theirs.getByRole('region', { name: 'Your password' })
  await expect(notice).toContainText('Somebody else chose your password')
  await expectAccessible(theirs)
  await notice.getByRole('link', { name: 'Change it' }).click()
  await expect(theirs).toHaveURL(/\/change-password$/)
})

test('a code sent again makes the former one void', async ({ console: page, given, platform }) => {
  const { userName, code: former } = await given.staff('hikmah_manager', { isVerified: false })
  await page.goto(`/verify-team-member-code?userName=${encodeURIComponent(userName)}`)
  const before = platform.mail.received.length
  await button(page, 'Resend code').click()
  await expect(page.getByText('Code sent successfully')).toBeVisible()
  const code = codeIn(await platform.mail.mailTo(userName, /verification code/, before))
  if (former !== code) {
    await field(page, 'Enter Code').fill(former)
    await button(page, 'Confirm').click()
    await expect(page.getByRole('alert').filter({ hasText: /code is wrong or has expired/i })).toBeVisible()
  }
  await field(page, 'Enter Code').fill(code)
  await button(page, 'Confirm').click()
  await expect(page).toHaveURL(/\/team-members$/)
})

test('an address that is taken is refused under its field', async ({ console: page, given }) => {
  const { userName } = await given.staff('hikmah_admin')
  await page.goto('/add-finance-team-member')
  await field(page, 'Full name').fill('Layla Again')
  await field(page, 'Email').fill(userName)
  await page.getByRole('radio', { name: 'Admin' }).check()
  await field(page, 'Password').fill('Chosen-For-You-1')
  await button(page, 'Continue').click()
  await expect(page.getByText(/already/i)).toBeVisible()
  await expect(page).toHaveURL(/\/add-finance-team-member$/)
  await expect(field(page, 'Full name')).toHaveValue('Layla Again')
})

test('the access of the owner is refused with its reason for five seconds, by pointer and by keyboard', async ({
  console: page,
  platform,
  owner,
}) => {
  const { data } = await platform.call(signIn.getCurrentUser, {}, owner.token)
  await page.clock.install()
  await page.goto(`/edit-finance-team-member/${data._id}`)
  await expect(page.getByText('Everything, and the only one who resets passwords')).toBeVisible()
  const access = page.getByRole('switch', { name: 'Access' })
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeHidden()
  await access.click({ force: true })
  await expect(tooltip).toHaveText('You cannot change owner access')
  await expect(page.getByRole('alert').filter({ hasText: 'You cannot change owner access' })).toHaveCount(1)
  await expect(access).toBeChecked()
  await page.clock.fastForward(4500)
  await expect(tooltip).toBeVisible()
  await page.mouse.move(900, 700)
  await page.clock.fastForward(1000)
  await page.clock.runFor(1000)
  await expect(tooltip).toBeHidden()

  await access.focus()
  await page.keyboard.press('Space')
  await expect(tooltip).toHaveText('You cannot change owner access')
  await expect(access).toBeChecked()
  await expect(button(page, 'Save')).toBeDisabled()
})

test('role and access are changed; name and e-mail stay; a failed load says why and is tried again', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, name, userName } = await given.staff('hikmah_manager')
  await page.goto('/edit-finance-team-member/00000000-0000-4000-8000-000000000000')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The team member could not be loaded')
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()

  await platform.outage(async () => {
    await page.evaluate(`history.pushState(null, '', '/edit-finance-team-member/${id}')`)
    await expect(alert.filter({ hasText: 'The team member could not be loaded' })).toBeVisible()
    await expect(alert.filter({ hasText: 'Something is wrong please try again!' })).toBeVisible()
  })
  await alert.filter({ hasText: 'The team member could not be loaded' }).getByRole('button', { name: 'Retry' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Edit Team Member' })).toBeVisible()
  await expect(field(page, 'Full name')).toHaveValue(name)
  await expect(field(page, 'Full name')).toHaveJSProperty('readOnly', true)
  await expect(field(page, 'Email')).toHaveValue(userName)
  await expect(field(page, 'Email')).toHaveJSProperty('readOnly', true)
  const save = button(page, 'Save')
  await expect(save).toBeDisabled()
  await page.getByRole('radio', { name: 'Admin' }).check()
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await save.click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/team-members/)
  expect(sent).toEqual([
    { role: [{ application: 'HIKMAH', roles: 'hikmah_admin' }], access: 'active', version: expect.any(Number) },
  ])
  await expect(await rowOf(page, userName)).toContainText('Admin')
})

test('two people change the same member: the later one chooses', async ({ console: page, colleague, given }) => {
  const { id, userName } = await given.staff('hikmah_manager')
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-finance-team-member/${id}`)))
  await colleague.getByRole('radio', { name: 'Admin' }).check()
  await button(colleague, 'Save').click()
  await expect(colleague.getByText('Saved Successfully!')).toBeVisible()

  await page.getByRole('switch', { name: 'Access' }).uncheck({ force: true })
  await button(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await conflict.getByRole('radio', { name: 'Role, theirs' }).check()
  await conflict.getByRole('radio', { name: 'Access, yours' }).check()
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  const row = await rowOf(page, userName)
  await expect(row).toContainText('Admin')
  await expect(row).toContainText('Revoked')
})

test('access that somebody else revoked meanwhile is not given back by whoever saves later', async ({
  console: page,
  colleague,
  given,
}) => {
  const { id, userName } = await given.staff('hikmah_manager')
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-finance-team-member/${id}`)))
  await colleague.getByRole('switch', { name: 'Access' }).uncheck({ force: true })
  await button(colleague, 'Save').click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(colleague.getByText('Saved Successfully!')).toBeVisible()

  await page.getByRole('radio', { name: 'Admin' }).check()
  await button(page, 'Save').click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('radio', { name: 'Role, yours' })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: 'Access, theirs' })).toBeChecked()
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  const row = await rowOf(page, userName)
  await expect(row).toContainText('Admin')
  await expect(row).toContainText('Revoked')
})

test('that the member changes their own profile meanwhile is no conflict', async ({
  console: page,
  platform,
  given,
}) => {
  const member = await given.staff('hikmah_manager')
  const { token } = await platform.signIn(member)
  await page.goto(`/edit-finance-team-member/${member.id}`)
  await page.getByRole('radio', { name: 'Admin' }).check()
  await given.asked(profile.updateProfile, { params: { id: member.id }, body: { phoneNo: '(510) 555-0142' } }, token)
  await button(page, 'Save').click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(await rowOf(page, member.userName)).toContainText('Admin')
})

test('revoking somebody ends the session of their open tab at their next act', async ({
  console: page,
  browserOf,
  platform,
  given,
}) => {
  const { id, name, userName, password } = await given.staff('hikmah_manager')
  const theirs = await browserOf({ userName, password })
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.goto(`/edit-finance-team-member/${id}`)
  await page.getByRole('switch', { name: 'Access' }).uncheck({ force: true })
  await button(page, 'Save').click()
  const question = page.getByRole('dialog', { name: `Revoke the access of ${name}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/edit-finance-team-member/)
  await button(page, 'Save').click()
  await question.getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()

  await theirs.getByRole('link', { name: 'Team Members' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await expect(theirs.getByText(userName).first()).toBeVisible()
  const again = await platform.call(signIn.authenticateWithPassword, { body: { userName, password } })
  expect(again).toMatchObject({ status: 401, message: 'Incorrect email address or password' })
})

test('the owner resets a password with the mailed code; it signs in and asks for an own one', async ({
  console: page,
  browserOf,
  platform,
  given,
}) => {
  const { id, userName, password: old } = await given.staff('hikmah_manager')
  const chosen = 'Another-Password-2'
  await page.goto(`/edit-finance-team-member/${id}`)
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  const before = platform.mail.received.length
  await button(page, 'Send reset code').click()
  await expect(page).toHaveURL(new RegExp(`/team-members/reset-password-cod\\?id=${id}$`))
  const code = codeIn(await platform.mail.mailTo(userName, /reset code/, before))
  await expect(page.getByText("Enter the 6-digit code sent to the user's e-mail")).toBeVisible()
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
  await reset.click()
  await expect(page.getByRole('alert')).toContainText(/code is wrong or has expired/i)
  await page.getByRole('link', { name: 'Enter another code' }).click()
  await box.fill(code)
  await next.click()
  await field(page, 'New Password').fill(chosen)
  await field(page, 'Confirm Password').fill(chosen)
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

test('GO BACK leaves the reset for the team members', async ({ console: page, given }) => {
  const { id } = await given.staff('hikmah_manager')
  await page.goto(`/team-members/reset-password-cod?id=${id}`)
  await field(page, 'Enter Code').fill('123456')
  await button(page, 'Continue').click()
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

test('an admin changes managers, neither peers nor themselves, and resets no password', async ({
  page,
  platform,
  given,
}) => {
  const me = await given.staff('hikmah_admin')
  const peer = await given.staff('hikmah_admin')
  const manager = await given.staff('hikmah_manager')
  await rememberSession(page, await platform.signIn(me))
  // What the browser keeps is no permission.
  await page.addInitScript(() => localStorage.setItem('role', 'hikmah_owner'))
  const save = button(page, 'Save')
  await page.goto(`/edit-finance-team-member/${peer.id}`)
  await expect(save).toHaveAccessibleDescription('Only an owner changes an admin')
  await expect(page.getByRole('radio', { name: 'Manager' })).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeHidden()
  await page.goto(`/edit-finance-team-member/${me.id}`)
  await expect(save).toHaveAccessibleDescription('You cannot change your own role and access')
  await page.goto(`/team-members/reset-password-cod?id=${manager.id}`)
  await field(page, 'Enter Code').fill('123456')
  await expect(button(page, 'Continue')).toHaveAccessibleDescription('Only an owner resets passwords')

  await page.goto(`/edit-finance-team-member/${manager.id}`)
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeHidden()
  await expect(button(page, 'Sign out everywhere')).toBeHidden()
  await page.getByRole('switch', { name: 'Access' }).uncheck({ force: true })
  await save.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(await rowOf(page, manager.userName)).toContainText('Revoked')
})

test('Manage Roles shows who may do what, read from the server', async ({ console: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Manage Roles' }).click()
  await expect(page).toHaveURL(/\/roles$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Roles' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Permission', 'Owner', 'Admin', 'Manager'])
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
  await expect(row('Reset the password of a team member')).toHaveText([/yes/, /no/, /no/])
  await expect(row('Invite and verify admins and managers')).toHaveText([/yes/, /yes/, /no/])
  await expect(row('See the dashboard')).toHaveText([/yes/, /yes/, /yes/])
  const words = page.getByRole('list', { name: 'Roles' })
  await expect(words).toContainText('The highest access after Owner')
  await expect(words).toContainText('Best for employees who create, manage and publish content')
})

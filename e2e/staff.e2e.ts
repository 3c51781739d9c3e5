import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { unique } from './given.ts'
import { codeIn } from './platform.ts'
import { button, field, rowOf } from './staff-pages.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the list shows everybody with role, access and status, and is searched, narrowed and sorted in the address', {
  tag: '@walk',
}, async ({ console: page, given, consoleErrors }) => {
  const mark = unique()
  const admin = await given.staff('hikmah_admin', { name: `Aisha ${mark}` })
  const manager = await given.staff('hikmah_manager', { name: `Zaid ${mark}`, isVerified: false })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Team Members' }).click()
  await expect(page).toHaveURL(/\/team-members$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Team Members')
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Name', 'Email', 'Role', 'Access', 'Added', 'Action'])
  const owner = page.getByRole('row', { name: /owner@hikmah\.example/ })
  await expect(owner).toContainText('Owner')
  await expect(owner.getByRole('cell').nth(2).locator('svg')).toBeVisible()

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
  await zaid.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Enter code' }).click()
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
    await expect(next).toHaveAccessibleDescription('Still needed: a valid password')
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify Abdul Rahman Al Amin')
  await expect(page.getByText(userName), 'the email stands once').toHaveCount(1)
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
  await page.goto(`/verify-team-member-code?userName=${encodeURIComponent(userName)}`)
  await expect(page.getByText('Abdul Rahman Al Amin is already verified')).toBeVisible()
  await expect(field(page, 'Enter Code')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Go to the team members' })).toBeVisible()

  const theirs = await browserOf({ userName, password })
  await theirs.goto('/dashboard')
  const notice = theirs.getByRole('region', { name: 'Your password' })
  await expect(notice).toContainText('Somebody else chose your password')
  await expectAccessible(theirs)
  await notice.getByRole('link', { name: 'Change it' }).click()
  await expect(theirs).toHaveURL(/\/change-password$/)
})

test('a code sent again makes the former one void', async ({ console: page, given, platform }) => {
  const { id, userName, code: former } = await given.staff('hikmah_manager', { isVerified: false })
  await page.goto(`/edit-finance-team-member/${id}`)
  // It may have expired long ago.
  await expect(page.getByText(/^The code that was emailed to .* has not been entered yet\./)).toBeVisible()
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

test('Manage Roles shows who may do what, read from the server', async ({ console: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Manage Roles' }).click()
  await expect(page).toHaveURL(/\/roles$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Roles' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Permission', 'Owner', 'Admin', 'Manager'])
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
  await expect(row('Reset a team member’s password')).toHaveText([/yes/, /no/, /no/])
  await expect(row('Invite and verify admins and managers')).toHaveText([/yes/, /yes/, /no/])
  await expect(row('View the dashboard')).toHaveText([/yes/, /yes/, /yes/])
  const reading = page.getByRole('columnheader', { name: 'Manager' })
  await row('Export the audit trail').first().scrollIntoViewIfNeeded()
  await expect(reading, 'the roles stay in view').toBeInViewport()
  const table = page.getByRole('table', { name: 'Permissions by role' })
  expect((await table.boundingBox())!.width, 'no far way from words to checks').toBeLessThanOrEqual(760)
  await expect(table.getByRole('rowheader', { name: 'Account and dashboard' })).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(reading, 'a letter is drawn, the word is read out').toBeInViewport()
  expect((await reading.boundingBox())!.width).toBeLessThanOrEqual(44)
  await expectAccessible(page)
  const words = page.getByRole('list', { name: 'Roles' })
  await expect(words).toContainText('The highest access after Owner')
  await expect(words).toContainText('Best for employees who create, manage and publish content')
})

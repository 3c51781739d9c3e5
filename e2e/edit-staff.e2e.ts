import { profile } from '@hikmah/contract/profile/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { button, field, rowOf } from './staff-pages.ts'
import { expect, rememberSession, test } from './test.ts'

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

test('role and access are changed; name and email stay; a failed load says why and is tried again', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, name, userName } = await given.staff('hikmah_manager')
  await page.goto('/edit-finance-team-member/00000000-0000-4000-8000-000000000000')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The team member could not be loaded')
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.goto('/edit-finance-team-member/nobody')
  await expect(page.getByRole('heading', { name: 'There is no such team member' })).toBeVisible()

  await platform.outage(async () => {
    await page.evaluate(`history.pushState(null, '', '/edit-finance-team-member/${id}')`)
    await expect(alert.filter({ hasText: 'The team member could not be loaded' })).toBeVisible()
    await expect(alert.filter({ hasText: 'Something is wrong please try again!' })).toBeVisible()
  })
  await alert.filter({ hasText: 'The team member could not be loaded' }).getByRole('button', { name: 'Retry' }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Edit Team Member ${name}` })).toBeVisible()
  await expect(page).toHaveTitle(`Edit Team Member ${name} - Hikmah Console`)
  await expect(field(page, 'Full name')).toHaveValue(name)
  await expect(field(page, 'Full name')).toHaveJSProperty('readOnly', true)
  await expect(field(page, 'Email')).toHaveValue(userName)
  await expect(page.getByRole('link', { name: 'Activity' })).toHaveAttribute(
    'href',
    `/audit?actor=${encodeURIComponent(userName)}`,
  )
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

test('two people change the same member: what each changed stays', async ({ console: page, colleague, given }) => {
  const { id, userName } = await given.staff('hikmah_manager')
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-finance-team-member/${id}`)))
  await colleague.getByRole('radio', { name: 'Admin' }).check()
  await button(colleague, 'Save').click()
  await expect(colleague.getByText('Saved Successfully!')).toBeVisible()

  await page.getByRole('switch', { name: 'Access' }).uncheck({ force: true })
  await button(page, 'Save').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  // Nothing was changed by both, so there is nothing to choose.
  await expect(conflict.getByRole('radio')).toHaveCount(0)
  await expect(conflict.getByRole('listitem')).toHaveText(['Role: Admin'])
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
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
  await expect(conflict.getByRole('listitem')).toHaveText(['Access: Revoked'])
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
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
  await expect(save).toHaveAccessibleDescription('Only an owner can change an admin')
  await expect(page.getByRole('radio', { name: 'Manager' })).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeHidden()
  await page.goto(`/edit-finance-team-member/${me.id}`)
  await expect(save).toHaveAccessibleDescription('You cannot change your own role and access')
  await page.goto(`/team-members/reset-password-cod?id=${manager.id}`)
  await field(page, 'Enter Code').fill('123456')
  await expect(button(page, 'Continue')).toHaveAccessibleDescription('Only an owner can reset passwords')

  await page.goto(`/edit-finance-team-member/${manager.id}`)
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeHidden()
  await expect(button(page, 'Sign out everywhere')).toBeHidden()
  await page.getByRole('switch', { name: 'Access' }).uncheck({ force: true })
  await save.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(await rowOf(page, manager.userName)).toContainText('Revoked')
})

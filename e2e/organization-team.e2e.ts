import { acceptInvite } from '@hikmah/contract/accept-invite'
import { memberSignIn } from '@hikmah/contract/member-sign-in'
import { unique } from './given.ts'
import { codeIn } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a member is added with a role, and what a new pair replaces is said before', { tag: '@walk' }, async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName } = await given.organization()
  const email = `${unique()}@team.example`
  await page.goto(`/organization-detail-${orgId}?tab=1`)
  await page.getByRole('button', { name: 'INVITE NEW' }).click()
  await expect(page).toHaveURL(new RegExp(`/add-team-member-${orgId}$`))
  const addNow = page.getByRole('button', { name: 'Add Now' })
  const addRole = page.getByRole('button', { name: 'Add role' })
  const pairs = page.getByRole('group', { name: 'Applications and roles' })
  const application = page.getByLabel('Application', { exact: true })
  const role = page.getByLabel('Role', { exact: true })
  const choose = async (one: string, other: string) => {
    await application.selectOption(one)
    await role.selectOption(other)
  }
  await expect(page.getByRole('switch', { name: 'Console access' })).toBeChecked()
  await expect(application.getByRole('option')).toHaveText(['Choose', 'DEENFUND', 'DEENKIOSK', 'Others'])
  await expect(role.getByRole('option')).toHaveText(['Choose', 'Owner/Super Admin', 'Admin', 'Editor'])
  await expect(addNow).toBeDisabled()
  await expect(addNow).toHaveAccessibleDescription('Still needed: a name, a valid email and a role in an application')

  await page.getByLabel('Name', { exact: true }).fill('Abdul Rahman Al Amin')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Enter valid email address')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await expect(addNow).toHaveAccessibleDescription('Still needed: a role in an application')
  await application.selectOption('DEENFUND')
  await expect(addRole).toBeDisabled()
  await role.selectOption('Admin')
  await addRole.click()
  await choose('DEENKIOSK', 'Editor')
  await addRole.click()
  await expect(pairs.getByRole('listitem')).toContainText(['DEENFUND · Admin', 'DEENKIOSK · Editor'])
  await choose('DEENKIOSK', 'Admin')
  await expect(pairs.getByRole('status')).toHaveText(
    'Adding DEENKIOSK · Admin replaces DEENFUND · Admin and DEENKIOSK · Editor.',
  )
  await addRole.click()
  await expect(pairs.getByRole('listitem')).toHaveCount(1)
  await choose('Others', 'Editor')
  await addRole.click()
  await page.getByRole('button', { name: 'Delete DEENKIOSK · Admin' }).click()
  await expect(pairs.getByRole('listitem')).toContainText(['Others · Editor'])
  await expectAccessible(page)

  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  await addNow.dblclick()
  await expect(page).toHaveURL(/\/admin-organization$/)
  expect(sent).toEqual([
    {
      firstName: 'Abdul',
      lastName: 'Rahman Al Amin',
      userName: email,
      role: [{ application: 'Others', roles: 'Editor' }],
      orgId,
      consoleAccess: true,
    },
  ])
  expect((await platform.mail.mailTo(email, /./)).text).toContain(orgName)

  await page.goto(`/organization-detail-${orgId}?tab=1`)
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Image', 'Name', 'Email', 'Role', 'Access', 'Action'])
  const row = page.getByRole('row', { name: /Abdul Rahman Al Amin/ })
  await expect(row).toContainText(email)
  await expect(row).toContainText('Others · Editor')
  await expect(row).toContainText('Inactive')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row).toContainText(`${email} Others · Editor`, { useInnerText: true })
  expect(consoleErrors).toEqual([])
})

test('an address that the team has already is refused in the form', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  const { userName } = await given.member(orgId, 'Maryam Amin', { application: 'DEENFUND', roles: 'Editor' })
  await page.goto(`/add-team-member-${orgId}`)
  await page.getByLabel('Name', { exact: true }).fill('Maryam Again')
  await page.getByLabel('Email').fill(userName)
  await page.getByLabel('Application').selectOption('Others')
  await page.getByLabel('Role', { exact: true }).selectOption('Admin')
  // What is chosen counts, also without Add role.
  await page.getByRole('button', { name: 'Add Now' }).click()
  await expect(page.getByText(/already|in the team/i)).toBeVisible()
  const pairs = page.getByRole('group', { name: 'Applications and roles' })
  await expect(pairs.getByRole('listitem')).toContainText(['Others · Admin'])
  await expect(page).toHaveURL(new RegExp(`/add-team-member-${orgId}$`))
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Maryam Again')
})

test('a member who is locked out of the applications is unlocked', async ({ console: page, platform, given }) => {
  const { orgId } = await given.organization()
  const { userName, memberId } = await given.member(orgId, 'Maryam Amin', { application: 'DEENFUND', roles: 'Editor' })
  const attempt = () =>
    platform.call(memberSignIn.authenticateMemberWithPassword, { body: { userName, password: 'Wrong-Password-1' } })
  for (let tries = 0; tries < 5; tries += 1) expect((await attempt()).status).toBe(401)
  expect((await attempt()).status).toBe(429)
  await page.goto(`/edit-team-member-${memberId}`)
  const signIn = page.getByRole('region', { name: 'Sign-in' })
  await expect(signIn).toContainText('Locked after too many failed sign-ins')
  await expectAccessible(page)
  await signIn.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('Maryam Amin is unlocked')).toBeVisible()
  await expect(signIn).toBeHidden()
  expect((await attempt()).status).toBe(401)
})

test('an invited member is mailed again, confirms, is edited and removed', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId, orgName } = await given.organization()
  const first = await given.member(orgId, 'Maryam Amin', { application: 'DEENFUND', roles: 'Editor' })
  await page.goto(`/organization-detail-${orgId}?tab=1`)
  const row = page.getByRole('row', { name: /Maryam/ })
  const before = platform.mail.received.length
  await row.getByRole('button', { name: 'Resend invite to Maryam Amin' }).click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  const code = codeIn(await platform.mail.mailTo(first.userName, /./, before))
  const join = (with_: string) =>
    platform.call(acceptInvite.acceptTeamInvite, {
      body: { code: with_, email: first.userName, password: 'Blue-Lantern-4-Rivers' },
    })
  expect((await join(first.code)).status).not.toBe(200)
  expect((await join(code)).status).toBe(200)
  await page.reload()
  await expect(row).toContainText('Active')
  await expect(row.getByRole('button', { name: /Resend/ })).toBeHidden()

  await row.getByRole('link', { name: 'Edit Maryam Amin' }).click()
  await expect(page).toHaveURL(new RegExp(`/edit-team-member-${first.memberId}$`))
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('Email')).toHaveJSProperty('readOnly', true)
  await page.getByLabel('Application').selectOption('Others')
  await expect(save).toHaveAccessibleDescription('Still needed: a role in Others')
  await page.getByLabel('Role', { exact: true }).selectOption('Admin')
  await expect(save).toBeEnabled()
  await page.getByLabel('Name', { exact: true }).fill('Maryam Al Amin')
  const access = page.getByRole('switch', { name: 'Console access' })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const track = page.locator('[role="switch"] + *')
  await expect(track).toHaveCSS('border-style', 'solid')
  const on = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('[role="switch"] + *')).backgroundColor`,
  )
  await access.uncheck()
  await expect(track, 'off looks unlike on').not.toHaveCSS('background-color', on)
  await page.emulateMedia({ forcedColors: 'none' })
  await expect(page.getByText('Revoked: the member cannot sign in')).toBeVisible()
  await save.click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}\\?tab=1$`))
  await expect(row).toContainText('Maryam Al Amin')
  await expect(row).toContainText('Others · Admin')
  await expect(row).toContainText('Console access Revoked')

  await row.getByRole('button', { name: 'Delete Maryam Al Amin' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Maryam Al Amin?' })
  await expect(question).toContainText(orgName)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete Maryam Al Amin' }).click()
  await question.getByRole('button', { name: 'Remove member' }).click()
  await expect(row).toBeHidden()
  await expect(page.getByText('Maryam Al Amin was removed')).toBeVisible()
})

test('the last owner can be neither removed nor demoted, and one learns why', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.clock.install()
  await page.goto(`/organization-detail-${orgId}?tab=1`)
  const row = page.getByRole('row', { name: /Owner\/Super Admin/ })
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: /Owner\/Super Admin/ })
  await expect(refusal).toBeVisible()
  await expect(row).toBeVisible()
  // What failed stays until it is dismissed, however late one looks.
  await page.clock.runFor(60_000)
  await expect(refusal).toBeVisible()
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(refusal).toBeHidden()

  await row.getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('Application').selectOption('DEENFUND')
  await page.getByLabel('Role', { exact: true }).selectOption('Editor')
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(refusal).toBeVisible()
  await expect(page).toHaveURL(/\/edit-team-member-/)
  await page.reload()
  await expect(page.getByRole('group', { name: 'Applications and roles' }).getByRole('listitem')).toContainText([
    'DEENFUND · Owner/Super Admin',
  ])
})

test('two people edit the same member: the later one chooses', async ({ console: page, colleague, given }) => {
  const { orgId } = await given.organization()
  const { memberId } = await given.member(orgId, 'Bilal Chaudhry', { application: 'DEENFUND', roles: 'Editor' })
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-team-member-${memberId}`)))
  await colleague.getByLabel('Name', { exact: true }).fill('Bilal Theirs')
  await colleague.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(colleague.getByText('Saved Successfully!')).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Bilal Mine')
  await page.getByRole('switch', { name: 'Console access' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  const name = conflict.getByRole('row', { name: /Name/ })
  await expect(name).toContainText('Bilal Mine')
  await expect(name).toContainText('Bilal Theirs')
  // What only one of them changed is nothing to choose.
  await expect(conflict.getByRole('radio')).toHaveCount(2)
  await conflict.getByRole('radio', { name: 'Name, theirs' }).check()
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  const row = page.getByRole('row', { name: /Bilal Theirs/ })
  await expect(row).toContainText('Console access Revoked')
})

test('access that somebody else revoked meanwhile is not given back by whoever saves later', async ({
  console: page,
  colleague,
  given,
}) => {
  const { orgId } = await given.organization()
  const { memberId } = await given.member(orgId, 'Hafsa Idris', { application: 'DEENFUND', roles: 'Editor' })
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-team-member-${memberId}`)))
  await colleague.getByRole('switch', { name: 'Console access' }).uncheck()
  await colleague.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(colleague.getByText('Saved Successfully!')).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Hafsa Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('listitem')).toHaveText(['Console access: Revoked'])
  await conflict.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: /Hafsa Mine/ })).toContainText('Console access Revoked')
})

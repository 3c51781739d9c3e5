import { invites } from '@hikmah/contract/invites/endpoints'
import { startPlatform } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

test('a new console says what it still needs, finds out what is done, and leads to the next step', async ({ page }) => {
  const platform = await startPlatform({ STRIPE_SANDBOX: 'false' }, { isNew: true })
  const owner = await platform.signIn()
  await rememberSession(page, owner)
  await page.goto(`${platform.url}/dashboard`)
  const setup = page.getByRole('region', { name: 'Set up Hikmah Console' })
  await expect(setup).toContainText('2 of 7 done')
  const steps = setup.getByRole('listitem')
  await expect(steps).toHaveCount(7)
  await expect(steps.filter({ hasText: 'Done' })).toHaveText([/Sign in with a code/, /Email goes out/])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  await page.goto(`${platform.url}/reviews`)
  await expect(page.getByRole('status').filter({ hasText: 'No IRS files are in place' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open the IRS registry' }).click()
  await expect(page).toHaveURL(/\/irs-registry$/)

  await page.goto(`${platform.url}/dashboard`)
  await setup.getByRole('link', { name: 'Invite organization' }).click()
  await expect(page).toHaveURL(/\/invite-organization$/)
  const phoneFax = { primaryPhone: '(510) 555-0142' }
  const body = { orgName: 'Masjid Quba', orgAdmin: 'Yusuf Rahmani', orgEmail: 'yusuf@quba.example', phoneFax }
  await platform.call(invites.inviteOrganization, { body }, owner.token)
  await page.goto(`${platform.url}/dashboard`)
  await expect(setup).toContainText('3 of 7 done')
  await setup.getByRole('button', { name: 'Hide until tomorrow' }).click()
  await expect(setup).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible()
  await expect(setup).toBeHidden()
  await platform.stop()
})

test('a console with organizations shows no list of first steps', async ({ console: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible()
  await expect(page.getByText('Set up Hikmah Console')).toBeHidden()
})

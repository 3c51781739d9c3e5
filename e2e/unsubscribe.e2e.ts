import { profile } from '@hikmah/contract/profile/endpoints'
import { expect, expectFitting, rememberSession, test } from './test.ts'

test('the link of a notice opens a page without signing in, and its button turns these notices off', async ({
  page,
  platform,
  given,
  consoleErrors,
}) => {
  const me = await given.staff('hikmah_manager')
  const signedIn = await platform.signIn(me)
  await platform.call(profile.updatePreferences, { body: { 'demo-requests': 'each' } }, signedIn.token)
  const after = platform.mail.received.length
  await given.demoRequest()
  const mail = await platform.mail.mailTo(me.userName, /demo request/i, after)
  const path = /\/unsubscribe\/[\w.-]+/.exec(mail.text!)![0]
  const choice = async () => (await platform.call(profile.readPreferences, {}, signedIn.token)).data?.['demo-requests']

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Turn off these notifications?' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText(['New demo requests'])
  await page.reload()
  await expectFitting(page)
  expect(await choice(), 'opening the link changes nothing').toBe('each')

  await page.getByRole('button', { name: 'Turn off notifications' }).click()
  await expect(page.getByRole('heading', { name: 'These notifications are off' })).toBeVisible()
  expect(await choice()).toBe('off')
  await expectFitting(page)
  expect(consoleErrors).toEqual([])

  await page.goto(path.slice(0, -3))
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  await expectFitting(page)
  await rememberSession(page, signedIn)
  await page.getByRole('link', { name: 'Open my preferences' }).click()
  await expect(
    page.getByRole('radiogroup', { name: 'New demo requests' }).getByRole('radio', { name: 'Off' }),
  ).toBeChecked()
})

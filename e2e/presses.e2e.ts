import type { Locator, Page } from '@playwright/test'
import { unique } from './given.ts'
import { expect, rememberSession, test } from './test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
/** A link in some forms, and a button in others. */
const cancel = (page: Page) =>
  page.getByRole('link', { name: 'Cancel' }).or(page.getByRole('button', { name: 'Cancel' }))

async function middleOf(on: Locator) {
  await on.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await on.boundingBox())!
  return [x + width / 2, y + height / 2] as const
}

/** As a hand presses: between press and release the page may change. */
async function press(page: Page, on: Locator) {
  await page.mouse.move(...(await middleOf(on)))
  await page.mouse.down()
  await page.waitForTimeout(90)
  await page.mouse.up()
}

test('the first press counts, though the field that is left shows its error', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  for (const { path, left } of [
    { path: '/invite-organization', left: 'Organization Name' },
    { path: `/add-team-member-${orgId}`, left: 'Email' },
    { path: '/add-hardware', left: 'MAC address' },
  ]) {
    await test.step(path, async () => {
      await page.goto(path)
      await field(page, left).focus()
      await press(page, cancel(page))
      await expect(page).not.toHaveURL(new RegExp(path))
    })
  }

  await page.goto('/add-finance-team-member')
  await field(page, 'Full name').focus()
  const manager = page.getByRole('radio', { name: /Manager/ })
  await press(page, manager)
  await expect(manager).toBeChecked()
  await expect(field(page, 'Full name'), 'it shows after the press').toHaveAccessibleDescription(/Required/)
  await field(page, 'Password').fill('weak')
  const access = page.getByRole('switch')
  const wasOn = await access.isChecked()
  await press(page, access)
  await expect(access).toBeChecked({ checked: !wasOn })
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/At least 8 characters/)
})

test('the first tap counts too, and a field left by the keyboard shows its error at once', async ({
  browser,
  platform,
  owner,
}) => {
  const page = await browser.newPage({ baseURL: platform.url, hasTouch: true, viewport: { width: 390, height: 844 } })
  await rememberSession(page, owner)
  await page.goto('/invite-organization')
  await field(page, 'Organization Name').focus()
  await page.keyboard.press('Tab')
  await expect(field(page, 'Organization Name')).toHaveAccessibleDescription(/^Required/)
  await cancel(page).tap()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.close()
})

test('a double press on a confirmation reaches nothing beneath it', async ({ console: page, given }) => {
  const mark = unique()
  for (let i = 0; i < 9; i += 1) await given.invite(`Masjid ${mark} ${i}`)
  const more = page.getByRole('table').getByRole('button', { name: /^More for Masjid/ })
  await page.goto(`/dashboard?tab=1&status=Invite+Sent&q=${mark}`)
  await more.first().click()
  await page.getByRole('menuitem', { name: 'Revoke the invite' }).click()
  const at = await middleOf(page.getByRole('dialog').getByRole('button', { name: 'Revoke invite' }))
  await page.mouse.click(...at)
  // The window is gone by then.
  await page.waitForTimeout(60)
  await page.mouse.click(...at)
  await expect(more).toHaveCount(8)
  await expect(more.first(), 'the focus is back').toBeFocused()
})

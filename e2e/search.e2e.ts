import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { expect, expectAccessible, expectFitting, test } from './test.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const chosen = (page: Page) => page.locator('[role="option"][aria-selected="true"]')

async function openBox(page: Page) {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
}

test('Ctrl+K finds anything from any page without the mouse, and remembers what was opened', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const name = `Masjid Findable ${unique()}`
  const { orgId: id } = await given.organization(name)
  await page.goto('/hardware')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  // Nobody waits for the box before they type on.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  await expect(box(page)).toHaveValue(name)
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('group', { name: 'Organizations' }).getByRole('option')).toContainText([name])
  await expectAccessible(page)
  await expect(chosen(page)).toHaveText(new RegExp(name))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${id}$`))
  await expect(box(page)).toBeHidden()

  await openBox(page)
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText([name])
  await expect(chosen(page)).toHaveText(new RegExp(name))
  await page.keyboard.press('End')
  await expect(chosen(page)).not.toHaveText(new RegExp(name))
  await page.keyboard.press('Home')
  await expect(chosen(page)).toHaveText(new RegExp(name))
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText('Invite organization')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText(new RegExp(name))
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await chosen(page).getAttribute('id'))!)
  expect(consoleErrors).toEqual([])
})

test('a result is one line with its state, what was typed is marked, and a group says how many it has', async ({
  console: page,
  given,
}) => {
  const word = unique()
  for (const number of [1, 2, 3, 4]) await given.device({ name: `Hall ${word} ${number}` })
  await page.goto('/dashboard')
  await openBox(page)
  await box(page).fill(word.toUpperCase())
  const devices = page.getByRole('group', { name: 'Devices 4', exact: true }).getByRole('option')
  await expect(devices).toHaveCount(4)
  await expect(devices.first().getByText('Available')).toBeVisible()
  await expect(devices.first().locator('mark')).toHaveText([word])
  expect((await devices.first().boundingBox())!.height).toBeLessThan(40)
  await expectFitting(page)
  await given.device({ name: `Hall ${word} 5` })
  await box(page).fill(word)
  await expect(page.getByRole('group', { name: 'Devices 5+', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close Esc' }).click()
  await expect(box(page)).toBeHidden()
})

test('Enter may come before the answer: what is found first is opened', async ({ console: page, given }) => {
  const { orgId: id } = await given.organization()
  await page.goto('/dashboard')
  await openBox(page)
  await box(page).fill(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${id}$`))
})

test('a pasted link of this console is opened, and an action goes by its name', async ({ console: page, given }) => {
  const { orgId: id } = await given.organization()
  await page.goto('/dashboard')
  await openBox(page)
  await box(page).fill(new URL(`/organization-detail-${id}?tab=2`, page.url()).href)
  await expect(page.getByRole('option', { name: 'Open this page' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${id}\\?tab=2$`))
  await openBox(page)
  await box(page).fill('invite org')
  await expect(chosen(page)).toHaveText('Invite organization')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invite-organization$/)
})

test('Escape leaves and gives the focus back', async ({ console: page }) => {
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  await box(page).fill('nothing is called like this')
  await expect(page.getByRole('status').getByText(/^No results for/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('whoever may not see an EIN finds nothing by it', async ({ console: page, given, browserOf }) => {
  const { orgName, taxIdEin } = await given.review(`Masjid Reviewed ${unique()}`)
  const digits = taxIdEin.replace('-', '')
  await page.goto('/dashboard')
  await openBox(page)
  await box(page).fill(digits)
  await expect(page.getByRole('group', { name: 'Tax reviews' })).toContainText(orgName)
  await expect(page.getByRole('group', { name: 'Tax reviews' }).locator('mark')).toContainText([taxIdEin])

  const manager = await browserOf(await given.staff('hikmah_manager'))
  await manager.goto('/dashboard')
  await openBox(manager)
  await box(manager).fill(digits)
  await expect(manager.getByRole('status').getByText(/^No results for/)).toBeVisible()
  await box(manager).fill(orgName)
  await expect(manager.getByRole('group', { name: 'Tax reviews' })).toContainText(orgName)
})

import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { confirmByKeys, notOnThePage } from './keyboard.ts'
import { expect, test } from './test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** What the buttons of a list are called, in the order in which they stand. */
const inOrder = (page: Page, name: RegExp) =>
  button(page, name).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

test('a removed member, device or invite hands the focus to the same action of the next row', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization()
  const mark = unique()
  for (const name of ['Amina Zaki', 'Bilal Yusuf']) {
    await given.member(orgId, name, { application: 'DEENFUND', roles: 'Editor' })
    await given.assigned(orgId, name)
    await given.invite(`Masjid ${mark} of ${name}`)
  }
  const lists = [
    { path: `/organization-detail-${orgId}?tab=1`, action: /^Delete (Amina|Bilal)/ },
    { path: `/assign-hardware/${orgId}`, action: /^Remove / },
    { path: `/dashboard?tab=1&q=${mark}`, action: /^More for Masjid/, item: 'Revoke the invite' },
  ]
  for (const { path, action, item } of lists) {
    const act = async () => {
      await page.keyboard.press('Enter')
      if (item) await page.getByRole('menuitem', { name: item }).press('Enter')
      await confirmByKeys(page)
    }
    await test.step(path, async () => {
      await page.goto(path)
      await expect(button(page, action)).toHaveCount(2)
      const [upper = '', lower = ''] = await inOrder(page, action)
      await button(page, upper).focus()
      await act()
      await expect(button(page, upper)).toHaveCount(0)
      await expect(button(page, lower)).toBeFocused()
      await act()
      await expect(button(page, lower)).toHaveCount(0)
      await notOnThePage(page)
    })
  }
})

test('a message is reached by F6, stays while it is pointed at or has the focus, and gives the focus back', async ({
  console: page,
  given,
}) => {
  const { id, name } = await given.demoRequest()
  await page.clock.install()
  await page.goto(`/request-details-${id}`)
  await button(page, 'Delete').focus()
  await page.keyboard.press('Enter')
  await confirmByKeys(page)
  const heading = page.getByRole('heading', { level: 1, name: /^Demo Requests/ })
  await expect(heading).toBeFocused()

  const undo = button(page, 'Undo')
  await undo.hover()
  await page.clock.fastForward(20_000)
  await expect(undo).toBeVisible()
  await page.mouse.move(700, 300)
  await page.keyboard.press('F6')
  await expect(undo).toBeFocused()
  await page.clock.fastForward(20_000)
  await expect(undo).toBeFocused()
  await page.keyboard.press('F6')
  await expect(heading).toBeFocused()
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Demo request restored')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(heading).toBeFocused()
  await expect(page.getByRole('row', { name })).toBeVisible()

  await page.clock.fastForward(7_000)
  await expect(page.getByText('Demo request restored')).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(page.getByText('Demo request restored')).toHaveCount(0)
  await expect(heading).toBeFocused()
})

test('messages cover neither the pager nor, on a telephone, the foot of the screen', async ({
  console: page,
  given,
}) => {
  const { id } = await given.inquiry()
  await page.goto(`/communication/contact-us-details?id=${id}`)
  await button(page, 'Delete').click()
  await confirmByKeys(page)
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(button(page, 'Undo')).toBeVisible()
  await button(page, 'Undo').focus()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Demo Request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Demo Requests/ })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await pager.scrollIntoViewIfNeeded()
  const [message, pages] = [await messages.boundingBox(), await pager.boundingBox()]
  expect(message!.x + message!.width).toBeLessThan(pages!.x)

  await page.setViewportSize({ width: 390, height: 844 })
  const onTelephone = await messages.boundingBox()
  expect(onTelephone!.y + onTelephone!.height).toBeLessThan(300)
})

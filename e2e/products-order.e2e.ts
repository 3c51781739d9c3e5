import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import type { Page } from '@playwright/test'
import { createProducts } from './product-pages.ts'
import { expect, expectAccessible, test } from './test.ts'

const handleOf = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
/** What a screen reader is told. */
const said = (page: Page, text: string | RegExp) =>
  expect(page.locator('[role="status"][aria-live="assertive"]').filter({ hasText: text })).toHaveCount(1)

test('fifty rows are put in order by the keys, and each move is told', async ({ console: page, given }) => {
  const { application, listed } = createProducts(given)
  const names = await listed('applications')
  while (names.length < 50) names.push((await application()).displayName)
  const [last = '', first = ''] = [names.at(-1), names[0]]
  await page.goto('/admin-products?limit=100')
  await expect(page.getByRole('row')).toHaveCount(51)

  const handle = handleOf(page, last)
  await handle.focus()
  await expect(handle).toHaveAccessibleDescription(/^Space lifts it, the arrow keys/)
  await page.keyboard.press('Space')
  await said(page, `${last} is lifted at position 50 of 50.`)
  await page.keyboard.press('Home')
  await said(page, `${last} is at position 1 of 50.`)
  await expect(handle).toBeFocused()
  await expect(handle).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await said(page, `${last} is at position 3 of 50.`)
  await page.keyboard.press('ArrowUp')
  await said(page, `${last} is at position 2 of 50.`)
  await expect(page.getByText(`${last} is at position 2 of 50, was 50. Drop to save.`)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await said(page, `The order is saved. ${last} is at position 2 of 50.`)
  await expect.poll(async () => (await listed('applications')).slice(0, 2)).toEqual([first, last])
  await expect(handle).toBeFocused()

  // Escape puts back, and nothing is saved.
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await said(page, `${last} is at position 50 of 50.`)
  await expect(handle).toBeInViewport()
  await page.keyboard.press('Escape')
  await said(page, `${last} moved back to position 2 of 50.`)
  await expect(handle).toBeFocused()
  expect((await listed('applications'))[1]).toBe(last)
})

test('a row is dragged by the mouse, and moved by its menu', async ({ console: page, given }) => {
  const { listed } = createProducts(given)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin-products')
  const [one = '', two = '', three = ''] = await listed('applications')
  const handle = handleOf(page, one)
  await expect(handle).toHaveAttribute('data-drags', '')
  const [from, to] = [await handle.boundingBox(), await handleOf(page, three).boundingBox()]
  await page.mouse.move(from!.x + 12, from!.y + 12)
  await page.mouse.down()
  await page.mouse.move(from!.x + 12, from!.y + 30)
  await page.mouse.move(to!.x + 12, to!.y + 20, { steps: 8 })
  await said(page, `${one} is at position 3`)
  await expectAccessible(page, ['color-contrast'])
  await page.mouse.up()
  await said(page, `The order is saved. ${one} is at position 3`)
  expect((await listed('applications')).slice(0, 3)).toEqual([two, three, one])

  await page.getByRole('button', { name: `More for ${one}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await said(page, `The order is saved. ${one} is at position 2`)
  expect((await listed('applications')).slice(0, 3)).toEqual([two, one, three])
})

test('the keys take an integration from one page to the other', async ({ console: page, given }) => {
  const { listed } = createProducts(given)
  const [, second = ''] = await listed('integrations')
  await page.goto('/admin-products?tab=integrations')
  const handle = handleOf(page, second)
  await handle.press('Space')
  await page.keyboard.press('End')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await said(page, 'The order is saved.')
  expect((await listed('integrations')).at(-1)).toBe(second)
})

test('what others changed meanwhile stays', async ({ console: page, given }) => {
  const { application, listed } = createProducts(given)
  const { displayName: mine } = await application()
  await page.goto('/admin-products?limit=100')
  const handle = handleOf(page, mine)
  await handle.press('Space')
  await page.keyboard.press('Home')

  const rows = await given.asked(applications.listApplications, { query: {} })
  const [a, b, ...rest] = rows.map(({ _id }) => _id)
  const sortedList = [b!, a!, ...rest].map((_id, order) => ({ _id, order }))
  await given.asked(applications.sortApplications, { body: { sortedList } })
  const { displayName: theirs } = await application()
  await page.keyboard.press('Space')
  await said(page, 'The order is saved.')

  const [first, second] = rows.map(({ displayName }) => displayName)
  const order = await listed('applications')
  expect(order.slice(0, 3)).toEqual([mine, second, first])
  expect(order.at(-1)).toBe(theirs)
})

test('a row that somebody deletes while it is held is gone when it is dropped', async ({ console: page, given }) => {
  const { application, listed } = createProducts(given)
  const { _id, displayName } = await application()
  await page.goto('/admin-products?limit=100')
  await handleOf(page, displayName).press('Space')
  await page.keyboard.press('Home')
  await said(page, `${displayName} is at position 1`)
  const others = (await listed('applications')).filter((name) => name !== displayName)
  await given.asked(applications.deleteApplication, { params: { id: _id } })
  await page.keyboard.press('Space')
  await said(page, `${displayName} has been deleted.`)
  await expect(handleOf(page, displayName)).toBeHidden()
  expect(await listed('applications')).toEqual(others)
})

test('an order that is not saved is put back, said quietly, and saved by Retry', async ({ console: page, given }) => {
  const { listed } = createProducts(given)
  await page.goto('/admin-products?tab=integrations')
  const before = await listed('integrations')
  const [one = '', two = ''] = before
  await expect(handleOf(page, one)).toBeVisible()
  await page.context().setOffline(true)
  await handleOf(page, one).press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('The order was not saved', { exact: true })).toBeVisible()
  await expect(page.getByText(`${one} moved back to position 1.`)).toBeVisible()
  await said(page, `${one} moved back.`)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText(one)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await said(page, 'The order is saved.')
  expect(await given.asked(integrations.listIntegrations, { query: {} })).toMatchObject([
    { name: two },
    { name: one },
    ...before.slice(2).map((name) => ({ name })),
  ])
})

import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** As a keyboard of that layout sends it. */
const press = (page: Page, key: string, code: string, held: object = {}) =>
  page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ key, code, ...held, bubbles: true, cancelable: true })}))`,
  )

test('keys of the console work on Arabic, Russian and French keyboards', async ({ console: page }) => {
  await page.goto('/reviews')
  await expect(page.getByRole('table', { name: 'Reviews' })).toBeVisible()
  const found = page.getByRole('dialog', { name: 'Find anything' })
  for (const key of ['ن', 'л']) {
    await press(page, key, 'KeyK', { ctrlKey: true })
    await expect(found).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(found).toBeHidden()
  }
  await press(page, '؟', 'Slash', { shiftKey: true })
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, 'ظ', 'Slash')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'п', 'KeyG')
  await press(page, 'к', 'KeyR')
  await expect(page.getByRole('form', { name: 'Decision' })).toBeVisible()
  const first = page.url()
  await press(page, 'о', 'KeyJ')
  await expect(page).not.toHaveURL(first)
  await press(page, 'ن', 'KeyK')
  await expect(page).toHaveURL(first)
  const navigation = page.getByRole('button', { name: /navigation/i }).first()
  await expect(navigation).toHaveAttribute('aria-expanded', 'false')
  await press(page, '[', 'Digit5', { ctrlKey: true, altKey: true })
  await expect(navigation).toHaveAttribute('aria-expanded', 'true')
})

/** What Chrome does to a page that it translates: each text goes into elements of its own. */
const translate = (page: Page) =>
  page.evaluate(`{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement.closest('[translate="no"], script, style')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }`)

test('counts and names follow on a page that the browser translates', async ({ console: page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto('/reviews')
  await page.getByRole('table', { name: 'Reviews' }).getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('form', { name: 'Decision' })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await translate(page)
  const place = page.getByRole('navigation', { name: 'Place in the queue' }).getByRole('link').first()
  await expect(place).toHaveText(/^1 of \d+$/)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await page.keyboard.press('j')
  await expect(place).toHaveText(/^2 of \d+$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(name)

  await page.goto('/admin-organization')
  await expect(page.getByRole('table', { name: 'Organizations' })).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/^11 to 20 of \d+$/)).toBeVisible()
})

test('a machine whose time zone no table knows has its dashboard, statistics and finance', async ({
  console: page,
}) => {
  const zones: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/') && searchParams.has('tz')) zones.push(searchParams.get('tz'))
  })
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
  })
  for (const path of ['/dashboard?tab=0', '/dashboard?tab=1', '/finance']) {
    await page.goto(path)
    await expect(page.getByRole('list', { name: 'Summary' }).first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  expect(zones.length).toBeGreaterThan(2)
  expect(zones.every((zone) => /^[+-]\d\d:\d\d$/.test(zone ?? ''))).toBe(true)
})

test('short fields of a long form stand in pairs, and Save stays in view', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/edit-organization-detail-${orgId}`)
  const place = async (label: string) => (await page.getByLabel(label).boundingBox())!
  const save = page.getByRole('button', { name: 'Save Changes' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  const [name, short] = [await place('Organization Name'), await place('Shortname')]
  expect(short.y).toBe(name.y)
  await expect(save).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await place('Shortname')).y).toBeGreaterThan((await place('Organization Name')).y + 40)
  await expect(save).toBeInViewport()
})

test('a list has the whole width of a large screen, and ages are read aloud in words', async ({ console: page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/admin-organization')
  const table = page.getByRole('table', { name: 'Organizations' })
  await expect(table).toMatchAriaSnapshot(`
    - table:
      - rowgroup
      - rowgroup:
        - row /(day|hour|minute|now)s?/
  `)
  const { x, width } = (await table.boundingBox())!
  expect(1920 - x - width).toBeLessThan(40)
})

import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

const rows = (page: Page) => page.getByRole('table').first().locator('tbody').getByRole('row')
const heads = (page: Page) => page.getByRole('columnheader')

/** What the documents call the way to a row: as it is read, and whether it is written beside the arrow. */
const lists: [path: string, word: string, isWritten: boolean][] = [
  ['/admin-organization', 'see details', true],
  ['/order', 'See details', true],
  ['/admin-products', 'edit', true],
  ['/dashboard?tab=1&status=Invite+Sent', 'Resend', false],
  ['/hardware', 'see details', false],
  ['/communication', 'see details', false],
  ['/communication/contact-us', 'see details', false],
  ['/reviews', 'Review', false],
  ['/reviews?view=decided', 'Review', false],
  ['/campaign', 'See details', false],
  ['/team-members', 'Edit', false],
  ['/finance-invoices', 'See details', false],
]

test('every list calls its rows by name and ends them in one way, by an arrow that is grey until the row is reached', async ({
  console: page,
}) => {
  for (const [path, word, isWritten] of lists) {
    await test.step(path, async () => {
      await page.goto(path)
      const row = rows(page).first()
      await expect(row.getByRole('rowheader')).toHaveCount(1)
      const link = row.getByRole('link', { name: word }).last()
      await expect(link).toHaveAccessibleName(new RegExp(`^${word}\\b.+`))
      await expect(link).toContainText(new RegExp(`^${word}$`, 'i'))
      const box = await link.boundingBox()
      expect(box!.width > 40).toBe(isWritten)

      await page.mouse.move(0, 0)
      const color = () => page.evaluate<string>(`getComputedStyle(document.querySelector('[data-row-link]')).color`)
      const grey = await color()
      await row.hover()
      await expect.poll(color).not.toBe(grey)
      const url = page.url()
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(url)
    })
  }
})

test('a list of money shows one column of links, which leads to its rows', async ({ console: page }) => {
  for (const path of ['/order', '/finance-invoices']) {
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    const colored = `[...document.querySelectorAll('tbody tr:first-child a')]
      .filter((link) => getComputedStyle(link).color === getComputedStyle(document.querySelector('[aria-current="page"]')).color).length`
    expect(await page.evaluate<number>(colored), path).toBeLessThanOrEqual(1)
  }
})

test('what else can be done with a row stands in its menu', async ({ console: page, given }) => {
  const { orgName } = await given.invite()
  await page.goto(`/dashboard?tab=1&q=${encodeURIComponent(orgName)}`)
  const more = page.getByRole('button', { name: `More for ${orgName}` })
  await more.click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Revoke the invite' }).click()
  await expect(page.getByRole('dialog', { name: `Revoke the invite for ${orgName}?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await more.boundingBox())!.height).toBe(44)

  await page.goto('/admin-products')
  const [handle, name] = [
    page.getByRole('button', { name: /^Move / }).first(),
    rows(page).first().getByRole('rowheader'),
  ]
  await expect.poll(async () => (await name.boundingBox())!.x - (await handle.boundingBox())!.x).toBeLessThan(100)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/campaign')
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Campaign' })).toBeVisible()
})

test('a column that says the same of every row leaves its room to the others', async ({ console: page, given }) => {
  const mark = unique()
  const { orgId } = await given.organization()
  for (const name of ['One', 'Two']) await given.assigned(orgId, `${name} ${mark}`)
  const stream = heads(page).filter({ hasText: 'App stream' })
  await page.goto('/hardware')
  await expect(stream).toBeVisible()
  await page.goto(`/hardware?q=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(stream, 'nothing else says it').toBeVisible()
  await page.goto(`/hardware?q=${mark}&appStream=DEENKIOSK`)
  await expect(rows(page)).toHaveCount(2)
  await expect(stream).toHaveCount(0)
  await page.goto(`/hardware?q=${mark}&appStream=DEENKIOSK&sort=appStream`)
  await expect(stream, 'it says by what they are sorted').toBeVisible()
  for (const name of ['Amina', 'Bilal']) await given.inquiry(`${name} ${mark}`)
  await page.goto(`/communication/contact-us?q=${mark}`)
  await expect(rows(page)).toHaveCount(2)
  await expect(heads(page).filter({ hasText: 'Assignee' }), 'nobody is assigned').toHaveCount(0)
  await expect(heads(page).filter({ hasText: 'Status' })).toBeVisible()
  await page.goto(`/communication/contact-us?q=${mark}&status=New`)
  await expect(rows(page)).toHaveCount(2)
  await expect(heads(page).filter({ hasText: 'Status' })).toHaveCount(0)
  // What the documents name as a column stays.
  await page.goto('/admin-organization?status=onboarding')
  await expect(heads(page).filter({ hasText: 'Status' })).toBeVisible()
})

test('screen readers get ages in words, and with each item and tab how many are behind it', async ({
  console: page,
  given,
}) => {
  await given.inquiry()
  for (const path of [
    '/hardware?status=Active&sort=-lastActive',
    '/communication/contact-us',
    '/reviews?view=papers',
  ]) {
    await page.goto(path)
    await expect(rows(page).first(), path).toHaveAccessibleName(/now|\d+ (day|hour|minute)s?\b/)
    await expect(rows(page).first(), path).not.toHaveAccessibleName(/\d+ (d|h|min)\b/)
  }
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Orders', exact: true })).toHaveAccessibleDescription(/^[\d,]+ in all$/)
  await expect(main.getByRole('link', { name: 'Reviews', exact: true })).toHaveAccessibleDescription(/^\d+ waiting$/)
  await page.goto('/admin-products')
  await expect(page.getByRole('tab', { name: 'INTEGRATIONS', exact: true })).toHaveAccessibleDescription(/^\d+ in all$/)
})

test('a status that is stored in small letters begins with a capital', async ({ console: page }) => {
  await page.goto('/dashboard?tab=1&status=onboarding')
  const first = (words: string) => page.evaluate<string>(`getComputedStyle(${words}, '::first-letter').textTransform`)
  await expect(rows(page).first().getByText('onboarding', { exact: true })).toBeVisible()
  expect(await first(`document.querySelector('tbody [data-tone] span')`)).toBe('uppercase')
  expect(await first(`document.querySelector('nav[aria-label="Status"] a:nth-child(3) span')`)).toBe('uppercase')
})

test('no list cuts what it says, on a desk, a small and a large one, and a telephone', async ({ console: page }) => {
  for (const path of ['/order', '/finance-invoices', '/communication/contact-us', '/admin-products', '/irs-registry']) {
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [1920, 1080],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const cut = `[...document.querySelectorAll('tbody :is(td, th), tbody :is(td, th) *')].filter((part) =>
        part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible').map((part) => part.innerText)`
      await expect.poll(() => page.evaluate<string[]>(cut), `${path} at ${width}`).toEqual([])
    }
  }
})

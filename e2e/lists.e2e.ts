import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Locator, Page } from '@playwright/test'
import { unique } from './given.ts'
import { chip, filterBy } from './list-page.ts'
import { expect, expectAccessible, test } from './test.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Status' }).getByRole('link')
const said = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

test('a search is told in the title, the tabs and to a screen reader', async ({ console: page, given }) => {
  const mark = unique()
  for (const name of ['One', 'Two', 'Three']) await given.organization(`${name} ${mark}`)
  await page.goto('/admin-organization')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^Organization\d+$/)
  const whole = /\d+/.exec(await title.innerText())?.[0]

  await page.getByRole('searchbox').fill(mark)
  await expect(title).toHaveText(`Organization3 of ${whole}`)
  await expect(tabs(page)).toHaveText(['All3', 'Approved0', 'Onboarding3', 'Blocked0'])
  await expect(page.getByText(/^1 to /), 'there is no footer where all fit').toHaveCount(0)
  await expect(said(page, /^3 organizations$/)).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('searchbox').fill(`${mark} nobody`)
  await expect(said(page, /^No organizations$/)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(title).toHaveText(`Organization${whole}`)
  await expect(page.getByRole('searchbox')).toBeFocused()

  await page.goto(`/dashboard?q=${mark}`)
  await expect(page.getByRole('tab', { name: 'ORGANIZATION', exact: false }).first()).toContainText(`3 of ${whole}`)
})

test('the arrows and Enter lead from the search through the rows', async ({ console: page, given }) => {
  const mark = unique()
  for (const name of ['A', 'B']) await given.organization(`${name} ${mark}`)
  await page.goto('/admin-organization?sort=orgName')
  const link = (name: string) => page.getByRole('link', { name: `see details of ${name} ${mark}` })
  const search = page.getByRole('searchbox')
  await search.fill(mark)
  // Before the rows have come: the focus follows them.
  await search.press('Enter')
  await expect(link('A')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link('B')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(link('B')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/organization-detail-/)
})

test('a page past the end leads to the last one', async ({ console: page, given }) => {
  const mark = unique()
  await given.organization(`Only ${mark}`)
  await page.goto(`/admin-organization?q=${mark}&page=7`)
  await expect(page.getByText(`Only ${mark}`)).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)

  await page.goto('/order?page=999')
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page).not.toHaveURL(/page=999/)
})

test('without the server the rows and the counts stay, with the time they are from', async ({
  console: page,
  given,
  platform,
}) => {
  const mark = unique()
  for (let i = 10; i < 21; i += 1) await given.invite(`Masjid ${mark} ${i}`)
  await page.goto(`/dashboard?tab=1&q=${mark}&sort=orgName`)
  await expect(page.getByText(`${mark} 19`)).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Invited organizations could not be loaded' })
  await platform.outage(async () => {
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(alert).toContainText(/The server is not responding\. Last updated at \d{1,2}:\d\d [AP]M\./)
    await expect(page.getByText(`${mark} 19`)).toBeVisible()
    await expect(tabs(page).first()).toHaveText('All11')
  })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(`${mark} 20`)).toBeVisible()
  await expect(alert).toBeHidden()
})

test('beside every date of a list stands how long ago that was, and its actions are plain words', async ({
  console: page,
  given,
}) => {
  await given.demoRequest()
  await given.inquiry()
  await given.device()
  await given.invite()
  for (const path of [
    '/communication',
    '/communication/contact-us',
    '/team-members',
    '/dashboard?tab=1',
    '/admin-organization',
  ]) {
    await page.goto(path)
    await expect(page.locator('tbody tr').first()).toContainText(/ · (now|\d+ (min|h|d|y))/)
    const actions = page.locator('tbody tr').first().locator('td').last().locator('a, button')
    expect(await actions.count()).toBeGreaterThan(0)
    for (const action of await actions.all()) await expect(action).toHaveCSS('border-top-width', '0px')
  }
  // Drawn light, since it is seldom used.
  const rows = page.getByLabel('Rows')
  await expect(rows).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  expect((await rows.boundingBox())!.height).toBe(28)
  // Amber while we wait for an organization; of an invite the documents color only what is sent and accepted.
  for (const [path, tone] of [
    ['/admin-organization?status=onboarding', 'warning'],
    ['/dashboard?tab=1&status=onboarding', 'discontinued'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('tbody [data-tone]').first()).toHaveAttribute('data-tone', tone)
  }
})

test('invites are filtered by what is the matter with them', async ({ console: page, given }) => {
  const { orgName } = await given.invite()
  await page.goto(`/dashboard?tab=1&q=${encodeURIComponent(orgName)}`)
  await expect(page.getByRole('row', { name: orgName })).toBeVisible()
  await filterBy(page, 'Expired')
  await expect(page).toHaveURL(/trouble=expired/)
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
  await filterBy(page, 'Email failed')
  await chip(page, 'Email failed').click()
  await expect(page.getByRole('row', { name: orgName })).toBeVisible()
})

test('the team and the agreements of an organization are searched and counted', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  const names = Array.from({ length: 11 }, (_, i) => `Maryam ${['Noor', 'Amin'][i % 2]} ${i}`)
  for (const name of names) await given.member(orgId, name, { application: 'DEENFUND', roles: 'Editor' })
  await page.goto(`/organization-detail-${orgId}?tab=1`)
  await expect(page.getByText('1 to 10 of 12', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('amin')
  await expect(tabs(page)).toHaveText(['All5', 'Active0', 'Inactive5'])
  await expect(page.getByText(/^1 to /)).toHaveCount(0)
  await page.getByRole('tab', { name: /LOGS/ }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await page.setViewportSize({ width: 1024, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1024)
  await tabs(page).filter({ hasText: 'terms' }).click()
  const log = page.getByRole('table', { name: 'Agreements log' })
  await expect(log.getByRole('row')).toHaveCount(2)
  // No cell runs into the next one.
  await expect(log.getByRole('cell').first()).toHaveCSS('padding-right', '16px')
})

test('a long name without a space does not widen a list', async ({ console: page, given }) => {
  const name = `Masjid${unique()}`.padEnd(50, 'x')
  await given.organization(name)
  const { orgId } = await given.organization()
  await given.assigned(orgId, name)
  await given.inquiry(name)
  const assigned = `/assign-hardware/${orgId}`
  for (const [path, width] of [
    ['/admin-organization', 1024],
    ['/dashboard?tab=1&', 1024],
    // The names of devices have no room on a smaller screen.
    ['/hardware', 1280],
    [assigned, 1024],
    ['/communication/contact-us', 1024],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${path}${path.includes('?') ? '' : '?'}q=${name}`)
    await expect(page.getByRole('main').getByText(name)).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
})

test('an organization without a name is told as one wherever its name would stand', async ({
  console: page,
  given,
}) => {
  const [{ orgId }, orgEmail] = [await given.review(), `office@${unique()}.example`]
  await given.asked(organizations.updateOrganization, { params: { id: orgId }, body: { orgName: '', orgEmail } })
  const nameless = 'Organization without a name'
  await page.goto(`/admin-organization?q=${orgEmail}`)
  await expect(page.getByRole('link', { name: `see details of ${nameless}` })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: nameless, exact: true })).toBeVisible()
  await page.goto(`/add-team-member-${orgId}`)
  await expect(page.getByText(`To ${nameless}`)).toBeVisible()
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByRole('heading', { level: 1, name: nameless })).toBeVisible()
})

test('on a telephone the cards carry the MAC address and what can be done with a row', async ({
  console: page,
  given,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/hardware?status=Pending')
  await expect(page.getByRole('link', { name: /^Pending/ }), 'the chosen status').toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('scrollY')).toBe(0)
  const device = await given.device()
  await page.goto(`/hardware?q=${device.deviceId}`)
  await expect(page.getByRole('row').filter({ hasText: device.macAddress })).toBeVisible()
  expect((await page.getByRole('searchbox').boundingBox())?.height).toBe(40)
  const first = await page.getByText(device.deviceId, { exact: true }).boundingBox()
  expect(first?.y).toBeLessThan(300)

  const { orgName } = await given.invite()
  await page.goto(`/dashboard?tab=1&q=${encodeURIComponent(orgName)}`)
  await page.getByRole('button', { name: `More for ${orgName}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke the invite' }).click()
  await expect(page.getByRole('dialog', { name: `Revoke the invite for ${orgName}?` })).toBeVisible()

  const { orgId } = await given.organization()
  await given.member(orgId, 'Amina Zaki', { application: 'DEENFUND', roles: 'Editor' })
  await page.goto(`/organization-detail-${orgId}?tab=1`)
  // In the order of a card, without a void: the name, who it is, and at the foot what can be done.
  const card = page.getByRole('row').filter({ hasText: 'Amina Zaki' })
  const parts = ['Amina Zaki', /@team\.example/, 'DEENFUND · Editor', 'Console access Enabled']
  const foot = ['Resend invite to Amina Zaki', 'Delete Amina Zaki']
  await expect(card).toBeVisible()
  await expect(page.locator('[aria-label^="Loading "]')).toHaveCount(0)
  const top = async (part: Locator) => (await part.boundingBox())!.y
  const tops: number[] = []
  for (const part of parts) tops.push(await top(card.getByText(part).filter({ visible: true }).first()))
  for (const name of foot) tops.push(await top(card.getByRole('button', { name })))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(tops[4]).toBe(tops[5])
  expect(tops[3]! - tops[0]!).toBeLessThan(80)
})

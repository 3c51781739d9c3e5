import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

const TELEPHONE = { width: 390, height: 844 }
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
interface Drawn {
  ownerDocument: { defaultView: { getComputedStyle: (element: Drawn) => Record<'outlineStyle' | 'boxShadow', string> } }
}
/** As the browser draws it. */
const styleOf = (locator: Locator, property: 'outlineStyle' | 'boxShadow') =>
  locator.evaluate((element: unknown, name) => {
    const drawn = element as Drawn
    return drawn.ownerDocument.defaultView.getComputedStyle(drawn)[name]
  }, property)

test('what is chosen is told by a line or weight, and keeps a line in forced colours', async ({
  console: page,
  given,
}) => {
  const { id } = await given.inquiry()
  const { orgId } = await given.organization()
  await page.emulateMedia({ forcedColors: 'active' })
  const expectMarked = async (chosen: Locator, other: Locator) => {
    await expect(chosen).toBeVisible()
    expect(await styleOf(chosen, 'outlineStyle')).toBe('solid')
    expect(await styleOf(other, 'outlineStyle')).toBe('none')
  }
  await page.goto(`/communication/contact-us-respond?id=${id}`)
  const statuses = page.getByRole('radiogroup', { name: 'Status' }).locator('label')
  await page.getByRole('heading', { level: 1 }).focus()
  await expectMarked(statuses.filter({ hasText: 'New' }), statuses.filter({ hasText: 'Closed' }))
  const item = (name: string) => main(page).getByRole('link', { name })
  await expectMarked(item('Contact Us'), item('Demo Request'))
  await page.goto(`/organization-detail-${orgId}`)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expectMarked(tab(/ORG DETAIL/), tab(/LOGS/))
  await page.goto('/admin-organization?status=approved')
  const filter = (name: RegExp) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })
  await expectMarked(filter(/^approved/i), filter(/^All/))

  await page.emulateMedia({ forcedColors: 'none' })
  expect(await styleOf(filter(/^approved/i), 'boxShadow')).toContain('inset')
  await page.goto(`/communication/contact-us-respond?id=${id}`)
  expect(await styleOf(statuses.filter({ hasText: 'New' }), 'boxShadow')).toContain('inset')
})

test('on a telephone the drawer leaves the page in sight and is closed by its Close', async ({ console: page }) => {
  await page.setViewportSize(TELEPHONE)
  await page.goto('/dashboard')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  // What is painted at the right of it is the page.
  const painted = 'getComputedStyle(document.elementFromPoint(370, 400)).backgroundColor'
  expect(await page.evaluate<string>(painted)).toMatch(/rgba\(|color\(/)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  await expect(menu).toBeFocused()
})

test('on a telephone the chosen tab is in view, and the edge with more behind it fades', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization()
  await page.setViewportSize(TELEPHONE)
  await page.goto(`/organization-detail-${orgId}?tab=3`)
  const logs = page.getByRole('tab', { name: /LOGS/ })
  await expect(logs).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tablist')).toHaveAttribute('data-more-before')
  await page.getByRole('tab', { name: /ORG DETAIL/ }).press('Enter')
})

test('every form begins at its first field, has one Cancel, and is saved by Ctrl+Enter', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization()
  const { memberId } = await given.member(orgId, 'Amina Zaki', { application: 'DEENFUND', roles: 'Editor' })
  const forms: [string, string][] = [
    ['/invite-organization', 'Organization Name'],
    [`/edit-organization-detail-${orgId}`, 'Organization Name'],
    [`/add-team-member-${orgId}`, 'Name'],
    [`/edit-team-member-${memberId}`, 'Name'],
    ['/add-finance-team-member', 'Full name'],
    ['/add-hardware', 'App stream'],
    [`/select-hardware/${orgId}`, 'App stream'],
    ['/edit-profile', 'First name'],
  ]
  for (const [path, label] of forms) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByLabel(label, { exact: true }).first()).toBeFocused()
      const cancel = page.getByRole('link', { name: 'Cancel' })
      await expect(cancel).toHaveCount(1)
      await expect(cancel).toHaveAttribute('data-variant', 'default')
    })
  }
  for (const path of ['/accept-invite', '/accept-team-invite']) {
    await page.goto(path)
    await expect(page.getByLabel('Invite code')).toBeFocused()
  }

  await page.goto(`/edit-team-member-${memberId}`)
  await expect(main(page).getByRole('link', { name: 'Org Overview' })).toHaveAttribute('aria-current', 'true')
  await page.getByLabel('Name', { exact: true }).fill('Amina Zakariya')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}\\?tab=1$`))
  await expect(page.getByText('Amina Zakariya').first()).toBeVisible()
})

test('a save that fails says so beside the button, in sight', async ({ console: page, platform, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('out of sight')
  await platform.outage(async () => {
    await page.keyboard.press('Control+Enter')
    const alert = page.getByRole('alert').filter({ hasText: 'The server does not answer.' })
    await expect(alert).toBeInViewport({ ratio: 1 })
    const save = await page.getByRole('button', { name: 'Save Changes' }).boundingBox()
    const said = await alert.boundingBox()
    expect(save!.y - said!.y - said!.height).toBeLessThan(40)
  })
})

test('content ends at one edge on wide screens, and an organization that is not there has no name box', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization()
  const { id } = await given.demoRequest()
  const { _id } = await given.device()
  await page.setViewportSize({ width: 1920, height: 1000 })
  const rails: number[] = []
  for (const path of [`/organization-detail-${orgId}`, `/request-details-${id}`, `/hardware-details/${_id}`]) {
    await page.goto(path)
    const rail = page.getByRole('heading', { level: 2, name: /^(Activity|Timeline)$/ })
    await expect(rail).toBeVisible()
    rails.push((await rail.boundingBox())!.x)
  }
  expect(new Set(rails).size).toBe(1)
  await page.goto('/admin-organization')
  const table = (await page.getByRole('table', { name: 'Organizations' }).boundingBox())!
  expect(table.width).toBeLessThanOrEqual(1440)

  await page.goto(`/organization-detail-${orgId}`)
  await expect(main(page).getByRole('link', { name: 'Hardware 0' })).toBeVisible()
  await page.goto('/organization-detail-01999999-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Organization not found' })).toBeVisible()
  await expect(main(page)).toHaveText(/^Hikmah ConsoleOrganizationsOrg Overview/)
})

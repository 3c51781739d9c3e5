import type { Locator, Page } from '@playwright/test'
import manifest from '../package.json' with { type: 'json' }
import { expect, test } from './test.ts'

const TELEPHONE = { width: 390, height: 844 }
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
type Style =
  | 'outlineStyle'
  | 'outlineOffset'
  | 'boxShadow'
  | 'borderTopLeftRadius'
  | 'color'
  | 'backgroundColor'
  | 'borderTopColor'
interface Element {
  clientWidth: number
}
interface Drawn {
  ownerDocument: { defaultView: { getComputedStyle: (element: Drawn) => Record<Style, string> } }
}
/** How light a colour is, as WCAG reckons it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** As the browser draws it. */
const styleOf = (locator: Locator, property: Style) =>
  locator.evaluate((element: unknown, name) => {
    const drawn = element as Drawn
    return drawn.ownerDocument.defaultView.getComputedStyle(drawn)[name]
  }, property)

test('the account menu says which version runs', async ({ console: page }) => {
  await page.goto('/admin-organization')
  await page.getByRole('button', { name: /^Samira Haddad/ }).click()
  await expect(page.getByText(`Version ${manifest.version}`)).toBeVisible()
})

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

/** What stands below the heading, line by line as it is broken. */
const LINES = `(() => {
  const texts = document.createTreeWalker(document.querySelector('main h1 ~ p, main div:has(h1) + p'), NodeFilter.SHOW_TEXT)
  const lines = new Map()
  const range = document.createRange()
  while (texts.nextNode()) {
    for (let i = 0; i < texts.currentNode.length; i += 1) {
      range.setStart(texts.currentNode, i)
      range.setEnd(texts.currentNode, i + 1)
      const { top } = range.getBoundingClientRect()
      lines.set(top, (lines.get(top) ?? '') + range)
    }
  }
  return [...lines.values()].map((line) => line.trim()).filter(Boolean)
})()`

test('on a telephone an email that does not fit is broken at its @ and dots', async ({ console: page }) => {
  await page.setViewportSize(TELEPHONE)
  await page.goto(
    '/verify-team-member-code?userName=abdurrahman.siddiqui@zakatfoundationofgreaterirvineandtustin.example',
  )
  await expect(page.getByText('Enter the code we emailed to')).toBeVisible()
  // Until its font is there, it is written in a wider one.
  await expect
    .poll(async () => (await page.evaluate<string[]>(LINES)).slice(-2))
    .toEqual([expect.stringMatching(/abdurrahman\.siddiqui@$/), 'zakatfoundationofgreaterirvineandtustin.example'])
})

test('the ring of a tab stands round its words and is round like those of buttons', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization()
  await page.goto(`/organization-detail-${orgId}`)
  const tab = page.getByRole('tab', { name: /TEAM MEMBERS/ })
  await page.getByRole('tab', { name: /ORG DETAIL/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab).toBeFocused()
  expect(await styleOf(tab, 'outlineStyle')).toBe('solid')
  expect(await styleOf(tab, 'outlineOffset')).toBe('-2px')
  expect(await styleOf(tab, 'borderTopLeftRadius')).toBe('6px')
  const [ring, words] = [(await tab.boundingBox())!, (await tab.getByText(/team members/i).boundingBox())!]
  expect(words.x - ring.x).toBeGreaterThanOrEqual(6)
})

test('every form begins at its first field, has one Cancel, and is saved by Ctrl+Enter', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization()
  const { memberId } = await given.member(orgId, 'Amina Zaki', { application: 'DEENFUND', roles: 'Editor' })
  const unverified = await given.staff('hikmah_manager', { isVerified: false })
  const forms: [string, string][] = [
    ['/invite-organization', 'Organization Name'],
    [`/edit-organization-detail-${orgId}`, 'Organization Name'],
    [`/add-team-member-${orgId}`, 'Name'],
    [`/edit-team-member-${memberId}`, 'Name'],
    ['/add-finance-team-member', 'Full name'],
    ['/add-hardware', 'App stream'],
    [`/select-hardware/${orgId}`, 'App stream'],
    ['/edit-profile', 'First name'],
    [`/verify-team-member-code?userName=${unverified.userName}`, 'Enter Code'],
  ]
  for (const [path, label] of forms) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByLabel(label, { exact: true }).first()).toBeFocused()
      const cancel = page.getByRole('button', { name: 'Cancel' })
      await expect(cancel).toHaveCount(1)
      await expect(cancel).toHaveAttribute('data-variant', 'default')
      const arrows = page.locator(':is(select, input[aria-haspopup="listbox"]) ~ [data-position="right"] svg')
      const widths = await arrows.evaluateAll((all) => all.map((one) => (one as unknown as Element).clientWidth))
      expect(new Set([...widths, 12])).toEqual(new Set([12]))
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

test('in the dark a button that cannot be pressed is still seen and read', async ({ console: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/invite-organization')
  const send = page.getByRole('button', { name: 'Send invite' })
  await expect(send).toBeDisabled()
  const [words, ground, line] = [
    luminance(await styleOf(send, 'color')),
    luminance(await styleOf(send, 'backgroundColor')),
    luminance(await styleOf(send, 'borderTopColor')),
  ]
  expect((words + 0.05) / (ground + 0.05)).toBeGreaterThan(4.5)
  expect(line).toBeGreaterThan(ground)
})

test('a save that fails says so beside the button, in sight', async ({ console: page, platform, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('out of sight')
  await platform.outage(async () => {
    await page.keyboard.press('Control+Enter')
    const alert = page.getByRole('alert').filter({ hasText: 'The server is not responding.' })
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
  const { _id } = await given.device()
  await page.setViewportSize({ width: 1920, height: 1000 })
  const rails: number[] = []
  for (const path of [`/organization-detail-${orgId}`, `/hardware-details/${_id}`]) {
    await page.goto(path)
    const rail = page.getByRole('heading', { level: 2, name: /^(Activity|Timeline)$/ })
    await expect(rail).toBeVisible()
    rails.push((await rail.boundingBox())!.x)
  }
  expect(new Set(rails).size).toBe(1)
  await page.goto('/admin-organization')
  const table = (await page.getByRole('table', { name: 'Organizations' }).boundingBox())!
  expect(table.width).toBeLessThanOrEqual(1656)

  await page.goto(`/organization-detail-${orgId}`)
  const hardware = main(page).getByRole('link', { name: 'Hardware', exact: true })
  await expect(hardware, 'the count is no part of the name').toHaveAccessibleDescription('0 in all')
  const team = page.getByRole('tab', { name: 'TEAM MEMBERS', exact: true })
  await expect(team).toHaveAccessibleDescription('1 in all')
  await page.goto('/order')
  const title = page.getByRole('heading', { name: 'Orders', exact: true })
  await expect(title).toHaveAccessibleDescription(/^\d+$/)
  await page.goto('/organization-detail-01999999-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Organization not found' })).toBeVisible()
  await expect(main(page)).toHaveText(/^Hikmah ConsoleOrganizationsOrg Overview/)
})

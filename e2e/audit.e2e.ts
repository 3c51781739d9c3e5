import { readFileSync } from 'node:fs'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Locator } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { unique } from './given.ts'
import { startPlatform } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

test('the trail says who did what, before and after, and is narrowed in the address', { tag: '@walk' }, async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const mark = unique()
  const { orgId, orgName } = await given.organization(`Masjid ${mark}`)
  const admin = await given.staff('hikmah_admin', { name: `Omar ${mark}` })
  const { token } = await platform.signIn(admin)
  const params = { id: orgId }
  for (const referredBy of ['Noor Hall', 'Salam Hall']) {
    await given.asked(organizations.updateOrganization, { params, body: { referredBy } }, token)
  }

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page).toHaveURL(/\/audit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`Referred By Noor Hall → Salam Hall *${orgName}`) })
  await expect(entry).toContainText(`Omar ${mark}`)
  const change = entry.getByRole('row', { name: 'Referred By Noor Hall Salam Hall' })
  await expect(change).toBeHidden()
  await entry.getByRole('button').click()
  await expect(change).toBeVisible()
  for (const head of ['Changed', 'Before', 'After']) {
    await expect(entry.getByRole('columnheader', { name: head })).toBeVisible()
  }

  const person = page.getByLabel('Person')
  await person.pressSequentially(`Omar ${mark}`)
  await expect(page, 'it follows what is typed').toHaveURL(/actor=/)
  await person.fill(admin.userName)
  await person.press('Enter')
  await expect(page).toHaveURL(/actor=/)
  await expect(entry.first()).toBeVisible()
  await expect(page.getByText('Invite accepted')).toBeHidden()
  await page.getByLabel('About').selectOption('Organizations')
  await expect(page).toHaveURL(/entity=organization/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed in' })).toHaveCount(0)
  await page.reload()
  await expect(person).toHaveValue(admin.userName)
  await expect(entry.first()).toBeVisible()

  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription('2')
  const kinds = page.getByRole('navigation', { name: 'Action' }).getByRole('link')
  await expect(kinds).toHaveText(['All2', 'Decided0', 'Status changed0', 'Edited2', /^Money0/, /^Signed in0/, /./, /./])
  await page.getByRole('link', { name: 'Status changed' }).click()
  await expect(page).toHaveURL(/kind=status/)
  await expect(entry).toBeHidden()
  await page.getByRole('navigation', { name: 'Action' }).getByRole('link', { name: 'Edited' }).click()
  await expect(entry.first()).toBeVisible()
  await page.getByRole('button', { name: 'Against the record' }).click()
  await expect(page).toHaveURL(/against=1/)
  await expect(entry).toBeHidden()
  await page.getByRole('button', { name: 'Against the record' }).click()

  // A day of the last week is two presses away.
  await page.getByRole('link', { name: 'Yesterday' }).click()
  await expect(page).toHaveURL(/days=yesterday/)
  await expect(entry).toBeHidden()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(entry.first()).toBeVisible()
  await page.getByRole('button', { name: 'Pick days' }).click()
  const days = page.getByRole('group', { name: 'One day' }).getByRole('button')
  await expect(days).toHaveCount(7)
  await days.nth(2).click()
  await expect(page).toHaveURL(/from=([\d-]+)&to=\1/)
  await expect(page).not.toHaveURL(/days=/)
  await expect(page.getByRole('navigation', { name: 'Days' }).locator('[aria-current=true]')).toHaveCount(0)
  await expect(entry).toBeHidden()
  await days.nth(2).click()
  await expect(page).not.toHaveURL(/from=/)

  await page.getByLabel('To, time').fill('23:59')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(
    await page.evaluate("new Date().toLocaleDateString('sv')"),
  )
  await expect(entry.first()).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('2026-01-01')
  await page.getByLabel('From, time').fill('08:30')
  await expect(page).toHaveURL(/from=2026-01-01T08%3A30/)
  await page.getByLabel('To', { exact: true }).fill('2026-01-02')
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2025-12-31')
  await expect(page.getByText('The end must not be before the start.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/audit$/)

  await entry.first().getByRole('button').click()
  await expect(entry.first().getByText('Request', { exact: true })).toBeHidden()
  await entry.first().getByText('Technical details').click()
  await expect(entry.first().getByText('Request', { exact: true })).toBeVisible()
  await page.reload()
  await entry.first().getByRole('button').click()
  await expect(entry.first().getByText('Request', { exact: true }), 'the choice is remembered').toBeVisible()
  await expectAccessible(page)
  await entry
    .first()
    .getByRole('link', { name: `All about ${orgName}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`id=${orgId}`))
  await expect(page.getByRole('listitem').filter({ hasText: orgName }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter: Only/ }).click()
  await expect(page).not.toHaveURL(/id=/)
  expect(consoleErrors).toEqual([])
})

test('older entries are shown below, and Back returns to them', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  for (let edits = 0; edits < 51; edits += 1) {
    await given.asked(organizations.updateOrganization, {
      params: { id: orgId },
      body: { referredBy: `Friend ${edits}` },
    })
  }
  await page.goto(`/audit?entity=organization&id=${orgId}`)
  const entries = page.getByRole('listitem').filter({ hasText: 'Referred By' })
  await expect(entries).toHaveCount(50)
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(entries).toHaveCount(51)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goBack()
  await expect(entries).toHaveCount(51)
})

test('the trail is verified, and exported by the owner alone', async ({ console: page, browserOf, given }) => {
  const { orgName, orgId } = await given.organization()
  await page.goto(`/audit?entity=organization&id=${orgId}`)
  const verify = page.getByRole('button', { name: 'Check integrity' })
  await expect(verify).toHaveAccessibleDescription(/^Recomputes the chain of all entries .* changed or removed/)
  await verify.focus()
  await expect(page.getByRole('tooltip')).toContainText('Recomputes the chain')
  await verify.click()
  await expect(page.getByRole('status').filter({ hasText: /entries, unbroken/ })).toBeVisible()

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe('audit.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.slice(1).every((line) => line.includes(orgName))).toBe(true)

  const admin = await given.staff('hikmah_admin')
  const theirs = await browserOf(admin)
  await theirs.goto('/audit')
  const exporting = theirs.getByRole('button', { name: 'Export CSV' })
  await expect(exporting).toBeDisabled()
  await expect(exporting).toHaveAccessibleDescription('Only an owner can export the audit trail')
  await theirs.getByRole('button', { name: 'Check integrity' }).click()
  await expect(theirs.getByText(/entries, unbroken/)).toBeVisible()
})

test('a trail that somebody wrote into past the server names the first broken entry', async ({ page }) => {
  // A server of its own, because its trail stays broken.
  const platform = await startPlatform()
  const owner = await platform.signIn()
  await onServer(platform.databaseUrl, [
    'alter table audit_entries disable trigger user',
    "update audit_entries set actor_name = 'Somebody else' where seq = 2",
    'alter table audit_entries enable trigger user',
  ])
  await rememberSession(page, owner)
  await page.goto(`${platform.url}/audit`)
  await page.getByRole('button', { name: 'Check integrity' }).click()
  await expect(page.getByRole('alert')).toHaveText('Entry 2 is the first broken one: it was changed or is missing')
  await expectAccessible(page)
  await platform.stop()
})

test('an Arabic name that became another stands before the arrow, and the new one behind it', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.organization('مسجد الهدى')
  await given.asked(organizations.updateOrganization, { params: { id: orgId }, body: { orgName: 'مسجد النور' } })
  await page.goto(`/audit?entity=organization&id=${orgId}`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Organization Name' }).first()
  const left = async (part: Locator) => (await part.boundingBox())!.x
  await entry.getByRole('button').click()
  const [before, after] = ['مسجد الهدى', 'مسجد النور'].map((name) => entry.getByRole('cell', { name }))
  expect(await left(before!)).toBeLessThan(await left(after!))
  await expect(entry.getByRole('button')).toContainText(
    'Organization Name \u2068مسجد الهدى\u2069 → \u2068مسجد النور\u2069',
  )
})

test('the same act on many things is one row, which unfolds to each of them', async ({ console: page, given }) => {
  const mark = unique()
  for (const name of ['One', 'Two']) await given.invite(`${name} ${mark}`)
  await page.goto('/audit?entity=invite')
  const row = page
    .getByRole('listitem')
    .filter({ hasText: /Invite sent\d+\+? invites/ })
    .first()
  await row.getByRole('button').first().click()
  await expect(row.getByRole('button', { name: `Invite Two ${mark}` })).toBeVisible()
  await expect(row.getByRole('button', { name: `Invite One ${mark}` })).toBeVisible()
})

test('beside the trail stands how long each kind of data is kept, and why', async ({ console: page }) => {
  await page.goto('/audit')
  await page.getByRole('link', { name: 'Data retention' }).click()
  await expect(page).toHaveURL(/\/retention$/)
  const row = (name: string) => page.getByRole('row', { name }).getByRole('cell')
  await expect(row('Connections of devices')).toContainText([
    '396 days after the month in which they happen',
    'To compare uptime',
  ])
  await expect(row('Audit trail')).toContainText(['Permanently', 'Proof of who did what'])
  await expectAccessible(page)
})

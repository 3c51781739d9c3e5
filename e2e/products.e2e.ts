import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { createProducts } from './product-pages.ts'
import { expect, expectAccessible, test } from './test.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function askToDelete(page: Page, name: string) {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'delete' }).click()
}

test('the page has the stated labels, and each card opens just the rows that it counts', { tag: '@walk' }, async ({
  console: page,
}) => {
  await page.goto('/admin-products')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Products')
  await expect(page.getByRole('tab')).toHaveText([/^CORE APPLICATIONS/, /^INTEGRATIONS/])
  await expect(page.getByRole('button', { name: 'ADD APPLICATION' })).toHaveAttribute('href', '/add-product')
  const cards = page.getByRole('list', { name: 'Summary' }).getByRole('listitem')
  for (const [place, label] of [
    'Applications',
    'Available applications',
    'New applications',
    'Integrations',
    'Available integrations',
  ].entries()) {
    await page.goto('/admin-products')
    const figure = cards.nth(place)
    await expect(figure.getByText(/vs 30 days ago/)).toBeVisible()
    const count = Number(/^\D*(\d+)/.exec(await figure.innerText())![1])
    await figure.getByRole('link', { name: label, exact: true }).click()
    const kind = place < 3 ? 'Applications' : 'Integrations'
    const said = page.getByRole('status').filter({ hasText: new RegExp(count === 0 ? '^No ' : `${count} (app|int)`) })
    await expect(said, label).toHaveCount(1)
    const shown = Math.min(count, 10)
    if (count > 0) await expect(page.getByRole('table', { name: kind }).getByRole('row')).toHaveCount(shown + 1)
  }
})

test('integrations come ten a page, by the tab, by a link and by the step "integration"', async ({ console: page }) => {
  await page.goto('/admin-products')
  await page.getByRole('tab', { name: /INTEGRATIONS/ }).click()
  await expect(page).toHaveURL(/\?tab=integrations$/)
  await expect(page.getByRole('button', { name: 'ADD INTEGRATION' })).toHaveAttribute('href', '/add-integration')
  const rows = page.getByRole('table', { name: 'Integrations' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText('11')
  const edit = rows.nth(1).getByRole('link', { name: /^edit / })
  await expect(edit).toHaveAttribute('href', /^\/edit-integration\/[\da-f-]{36}$/)
  await expectAccessible(page)

  // As a link with this state leaves it in the history.
  await page.evaluate(`history.replaceState({ step: 'integration' }, '', '/admin-products')`)
  await page.reload()
  await expect(page).toHaveURL(/tab=integrations/)
  await page.getByRole('tab', { name: /CORE APPLICATIONS/ }).click()
  await expect(page.getByRole('table', { name: 'Applications' })).toBeVisible()
})

test('search and status are in the address, and the handles then say why they rest', async ({
  console: page,
  given,
}) => {
  const { displayName } = await createProducts(given).application()
  await page.goto(`/admin-products?q=${encodeURIComponent(displayName)}&status=Coming+Soon`)
  await expect(page.getByRole('row')).toHaveCount(2)
  const handle = page.getByRole('button', { name: `Move ${displayName}` })
  await expect(handle).toHaveAttribute('aria-disabled', 'true')
  await expect(handle).toHaveAccessibleDescription('Clear the search and the status to change the order')
  await handle.press('Space')
  await expect(handle).toHaveAttribute('aria-pressed', 'false')
})

test('an application nobody uses is deleted, and the focus goes to the next row', async ({ console: page, given }) => {
  const { application } = createProducts(given)
  const { displayName: name } = await application()
  const { displayName: next } = await application()
  await page.goto('/admin-products?limit=100')
  await askToDelete(page, name)
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this application?' })
  await expect(dialog).toContainText(`${name} is removed from the catalogue for everyone. Nobody uses it`)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, name)).toBeVisible()

  await askToDelete(page, name)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Application Deleted Successfully!')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: `More for ${next}`, exact: true })).toBeFocused()
})

test('an application in use is archived, found among the archived, and restored', async ({ console: page, given }) => {
  const { application, integration } = createProducts(given)
  const { _id, displayName } = await application()
  const { name } = await integration(undefined, { compatibleWith: [{ application: _id }] })
  await page.goto('/admin-products?limit=100')
  await askToDelete(page, displayName)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`1 integration (${name}) uses it, so it is archived and can be restored.`)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(rowOf(page, displayName)).toHaveCount(0)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Archived' }).click()
  await expect(page).toHaveURL(/archived=true/)
  await expect(rowOf(page, displayName)).toBeVisible()
  await page.goto('/admin-products?archived=true')
  await expect(rowOf(page, displayName), 'by an address that somebody sends').toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Restore ${displayName}` }).click()
  await expect(page.getByText('Application restored')).toBeVisible()
  await page.goto('/admin-products?limit=100')
  await expect(rowOf(page, displayName)).toBeVisible()
})

test('an integration is deleted in the stated words', async ({ console: page, given }) => {
  const { name } = await createProducts(given).integration()
  await page.goto(`/admin-products?tab=integrations&q=${encodeURIComponent(name)}`)
  await askToDelete(page, name)
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this integration?' })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Integration Deleted Successfully!')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('what is subscribed to says so: an application is archived, an integration stays on the plans', async ({
  console: page,
  given,
  platform,
}) => {
  const { provider, customerOf, price } = await platform.sandbox()
  const { application, integration } = createProducts(given)
  const { orgId, orgName } = await given.organization()
  const [kiosk, salah] = [await price('Kiosk', 3600), await price('Salah', 1200)]
  const { displayName } = await application(undefined, { stripeProductId: String(kiosk.product) })
  const { _id: id, name } = await integration(undefined, { stripeProductId: String(salah.product) })
  const customer = await customerOf({ id: orgId, name: orgName, email: `pays-${unique()}@masjid.example` })
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: kiosk.id }, { price: salah.id }] })
  await expect
    .poll(() => given.asked(integrations.readIntegrationUsage, { params: { id } }))
    .toEqual({ organizations: 1, subscriptions: 1 })

  await page.goto(`/admin-products?q=${encodeURIComponent(displayName)}`)
  await askToDelete(page, displayName)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 organization and 1 active subscription use it, so it is archived')
  await page.goto(`/admin-products?tab=integrations&q=${encodeURIComponent(name)}`)
  await askToDelete(page, name)
  await expect(dialog).toContainText('1 organization keeps it on the plan until the plan ends.')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.goto(`/plans/${orgId}`)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})

test('a deletion that fails is said in a quiet line, and done by Retry', async ({ console: page, given, platform }) => {
  const { name } = await createProducts(given).integration()
  await page.goto(`/admin-products?tab=integrations&q=${encodeURIComponent(name)}`)
  await askToDelete(page, name)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('status')).toContainText(`${name} was not deleted.`)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(platform.url + new URL(page.url()).pathname + new URL(page.url()).search)
})

test('what is new for too long says so, and is made Available in one press', async ({ console: page, browserOf }) => {
  await page.goto('/admin-products?tab=integrations&status=New')
  const row = rowOf(page, 'Sponsor notices')
  await expect(row).toContainText('New· 25 d')
  await expect(row).toContainText('over 21 days')
  await expect(rowOf(page, 'Plan subscriptions')).toContainText(/until \w{3} \d+, \d{4}/)
  await expect(rowOf(page, 'Plan subscriptions').getByRole('button', { name: /Make Available/ })).toHaveCount(0)

  const manager = await browserOf({ userName: 'fatima.noor@hikmah.example', password: 'Bismillah-2026' })
  await manager.goto('/admin-products?tab=integrations')
  await manager.getByRole('searchbox').fill('Sponsor')
  await expect(rowOf(manager, 'Sponsor notices')).toContainText('over 21 days')
  await expect(manager.getByRole('button', { name: /Make Available|More for/ })).toHaveCount(0)
  await expect(manager.getByRole('button', { name: 'Move Sponsor notices' })).toHaveAccessibleDescription(
    'Only owners and admins can change the order',
  )

  await row.getByRole('button', { name: 'Make Available: Sponsor notices' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: /^Available \d/ }).click()
  await expect(rowOf(page, 'Sponsor notices')).toContainText('Available')
})

test('an open menu keeps its place while the list is drawn anew, and stands where it can be seen', async ({
  console: page,
  given,
}) => {
  const { application } = createProducts(given)
  await page.goto('/admin-products?limit=100')
  const more = page.getByRole('button', { name: /^More for/ })
  await more.first().press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const second = page.getByRole('menuitem').nth(1)
  await expect(second).toBeFocused()
  const { displayName } = await application()
  await expect(page.getByRole('row', { name: displayName })).toHaveCount(1)
  await expect(second).toBeFocused()
  await page.keyboard.press('Escape')

  await more.last().scrollIntoViewIfNeeded()
  await more.last().click()
  for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 })
})

test('the list shows what somebody else does, the navigation counts it and the search finds it', async ({
  console: page,
  given,
}) => {
  const { application } = createProducts(given)
  await page.goto('/admin-products?limit=100')
  await page.waitForResponse(/navigation\/counts/)
  const item = page.getByRole('navigation', { name: /./ }).getByRole('link', { name: /^Products/ })
  const before = Number(/\d+/.exec(await item.innerText())![0])
  const { _id, displayName } = await application(`Seen ${unique()}`)
  await expect(rowOf(page, displayName)).toBeVisible()
  await expect(item).toContainText(String(before + 1))

  await page.getByRole('button', { name: `More for ${displayName}`, exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Activity' })).toHaveAttribute(
    'href',
    `/audit?entity=application&id=${_id}`,
  )
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(displayName)
  await expect(page.getByRole('option', { name: displayName })).toBeVisible()
  await page.keyboard.press('Escape')
  await given.asked(applications.deleteApplication, { params: { id: _id } })
  await expect(rowOf(page, displayName)).toHaveCount(0)
})

test('an address of an organization with the id of an integration leads to the integration', async ({
  console: page,
  given,
}) => {
  const { _id } = await createProducts(given).integration()
  await page.goto(`/organization-detail-${_id}`)
  await expect(page).toHaveURL(new RegExp(`/edit-integration/${_id}$`))
})

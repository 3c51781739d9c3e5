import type { Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { newEin, unique } from './given.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectAccessible, expectFitting, test } from './test.ts'

const record = (page: Page) => page.getByRole('table', { name: 'Facts and IRS record' })
const fact = (page: Page, field: string) => record(page).getByRole('row', { name: new RegExp(`^${field}`) })
const rows = (page: Page) => record(page).getByRole('rowheader')

test('what differs comes first and is marked, what agrees is one line, and the rest folds into one that opens', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()} of Salem`]
  await importRegistry(
    platform,
    [listed(number, name.replace('of', 'of West'), { ZIP: '94563-2217', RULING: '200106' })],
    [],
  )
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(rows(page)).toHaveText(['Legal name', 'ZIP code', 'Tax ID/EIN', 'Street', 'City, state', 'Subsection'])
  await expect(page.getByText('2 differ, 3 the same')).toBeVisible()

  const named = fact(page, 'Legal name')
  await expect(named.getByRole('term')).toHaveText(['Sent', 'IRS'])
  await expect(named.getByRole('definition').first()).toHaveText(name)
  await expect(named.locator('ins')).toHaveText('West')
  await expect(named.locator('del')).toHaveCount(0)
  await expect(named, 'a sentence says it to who does not see the mark').toContainText(
    '1 word only in the IRS record. Only in the IRS record: West.',
  )
  await expect(named.getByTitle(`IRS record: ${name.replace('of', 'of West').toUpperCase()}`)).toHaveText(
    name.replace('of', 'of West'),
  )
  await expect(fact(page, 'ZIP code').locator('del')).toHaveText('36')
  await expect(fact(page, 'ZIP code').locator('ins')).toHaveText('63')
  await expect(fact(page, 'City, state')).toContainText('Same in both')
  await expect(fact(page, 'Street')).toContainText('4212 Peralta Blvd · not in this list')

  const fold = page.getByText('IRS only:')
  await expect(page.getByText('church 170(b)(1)(A)(i) · deductible · ruling Jun 2001 · 2 more')).toBeVisible()
  const status = page.getByText('Unconditional exemption, code 01')
  await expect(status).toBeHidden()
  await fold.locator('xpath=ancestor::summary').focus()
  await page.keyboard.press('Enter')
  await expect(status).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(status).toBeHidden()
  await expect(page.getByText(/^IRS files of /)).toBeVisible()
  await expect(page.getByText('Nothing changed since')).toBeVisible()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('link', { name: 'Facts 2 differ' })).toBeVisible()
    await expectFitting(page)
    await expectAccessible(page)
  }
  expect(consoleErrors).toEqual([])
})

test('the same name in other spelling, or in another order, is said so and not marked', async ({
  console: page,
  platform,
  given,
}) => {
  const [spelled, turned, it] = [newEin(), newEin(), unique()]
  await importRegistry(platform, [listed(spelled, `Muhammad Nur ${it}`), listed(turned, `Fremont ${it} Masjid`)], [])
  for (const [number, name, says] of [
    [spelled, `Mohammed Noor ${it}`, 'Same name, other spelling'],
    [turned, `Masjid Fremont ${it}`, 'Same words, other order'],
  ] as const) {
    const { orgId } = await submitted(given, name, number)
    await page.goto(`/varify-ein/${orgId}`)
    await expect(fact(page, 'Legal name')).toContainText(says)
    await expect(record(page).locator('del, ins')).toHaveCount(0)
    await expect(page.getByText('5 of 5 the same')).toBeVisible()
  }
})

test('a revoked exemption is the first row, with what the list does not have said beside what was sent', async ({
  console: page,
  platform,
  given,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  const revoked = { ein: number.replace('-', ''), name: name.toUpperCase(), on: '15-MAY-2025' }
  await importRegistry(platform, [listed(newEin(), 'Another one')], [revoked])
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(rows(page).first()).toHaveText('Exemption')
  await expect(fact(page, 'Exemption')).toContainText(
    'Revoked May 15, 2025No returns filed for three years. Not reinstated, not on any current list.',
  )
  await expect(fact(page, 'City, state')).toContainText('Fremont, CA · not in this list')
  await expect(page.getByText('1 against, 2 the same')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Decision' }).getByText('In IRS file', { exact: true })).toBeVisible()
  await expect(page.getByText('found in: Automatic revocations')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'Facts 1 against' })).toBeVisible()
})

test('who is not listed reads that this is no reason to reject', async ({ console: page, platform, given }) => {
  await importRegistry(platform, [listed(newEin(), 'Another one')], [])
  const { orgId } = await submitted(given, `Masjid ${unique()}`, newEin())
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByText('not listed', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(record(page).getByText('Same in both')).toHaveCount(0)
  await page.getByText('A mosque need not be listed.').click()
  await expect(page.getByText(/A house of worship is exempt without applying/).first()).toBeVisible()
})

test('a name in two scripts reads in its own order in each line', async ({ console: page, platform, given }) => {
  const [number, it] = [newEin(), unique()]
  await importRegistry(platform, [listed(number, `Masjid West ${it}`)], [])
  const name = `مسجد النور Masjid ${it}`
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  const sent = fact(page, 'Legal name').getByRole('definition').first().locator('bdi')
  await expect(sent).toHaveText(name)
  await expect(sent).toHaveCSS('direction', 'rtl')
  await expect(fact(page, 'Legal name').locator('del')).toHaveText('مسجد النور')
})

test('an EIN that was not checked says so, and can be checked now', async ({ console: page, platform, given }) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  const { orgId } = await submitted(given, name, number)
  await importRegistry(platform, [listed(number, name)], [])
  // As in the minute until all organizations are compared with a new file.
  await onServer(platform.databaseUrl, [`delete from tax_verdicts where organization_id = '${orgId}'`])
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByText('This EIN has not been checked with the IRS files.')).toBeVisible()
  await expect(page.getByText('not checked', { exact: true }).filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('5 of 5 the same')).toBeVisible()
})

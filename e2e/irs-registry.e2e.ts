import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { generate } from '../server/irs/generate.ts'
import { onServer } from '../server/test/cluster.ts'
import { expect, expectAccessible, expectFitting, test } from './test.ts'

// One after the other: there is one registry.
test.describe.configure({ mode: 'serial' })

const folder = mkdtempSync(join(tmpdir(), 'hikmah-irs-'))
test.afterAll(() => rmSync(folder, { recursive: true }))

async function chooseFiles(page: Page, ...files: string[]) {
  await page.getByRole('button', { name: 'Import files' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import IRS files' })
  await dialog.locator('input[type=file]').setInputFiles(files)
  return dialog
}

const imports = (page: Page) => page.getByRole('table', { name: 'Imports' })
const inPlace = (page: Page) => page.getByRole('table', { name: 'Files in place' })

test('an owner uploads files of the IRS and sees them in place, with their age', async ({
  console: page,
  platform,
  consoleErrors,
}) => {
  await onServer(platform.databaseUrl, ['truncate irs_organizations, irs_deductibles, irs_sources, irs_imports'])
  const bmf = await generate('eo-bmf', 20_000, 1, folder)
  const pub78 = await generate('pub78', 2000, 1, folder)
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'IRS registry' }).click()
  await expect(inPlace(page).getByText('Not imported yet')).toHaveCount(3)
  const dialog = await chooseFiles(page, bmf, pub78)
  await expect(dialog.getByText(/eo\.csv, data-download-pub78\.txt, \d/)).toBeVisible()
  await expectFitting(page)
  await dialog.getByLabel('Published on').fill('2020-01-15')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText(/^Sending 2 files, \d+%/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(imports(page).getByText('20,000 exempt')).toBeVisible({ timeout: 60_000 })
  const row = inPlace(page).getByRole('row', { name: /EO BMF/ })
  await expect(row).toContainText('Jan 15, 2020')
  await expect(row).toContainText(/days, over 45/)
  await expect(row).toContainText('20,000')
  await expect(page.getByRole('note')).toContainText('A file is over 45 days old')
  await expectFitting(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row).toContainText('20,000 rows')
  await onServer(platform.databaseUrl, ['update irs_sources set snapshot_on = current_date'])
  await page.reload()
  await expect(page.getByRole('note')).toContainText('Import what is missing: Automatic revocations')
  // Two lines for each file.
  expect((await row.boundingBox())!.height).toBeLessThan(70)
  expect(consoleErrors).toEqual([])
})

test('a file that is none of the IRS is refused with its line and what to do', async ({ console: page }) => {
  const path = join(folder, 'eo1.csv')
  writeFileSync(path, '<!DOCTYPE html>\n<html><body>Service unavailable</body></html>')
  await page.goto('/irs-registry')
  const dialog = await chooseFiles(page, path)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const line = imports(page).getByRole('row', { name: /Refused/ })
  await expect(line).toContainText('eo1.csv, line 1: this is a web page', { timeout: 60_000 })
  await expect(line).toContainText('Download the file again.')
  await expect(inPlace(page).getByRole('row', { name: /EO BMF/ })).toContainText('20,000')
})

test('an import is cancelled while it runs, and what was in place stays', async ({ console: page }) => {
  // So many that it still runs once the page was looked at.
  const path = await generate('eo-bmf', 800_000, 2, folder)
  await page.goto('/irs-registry')
  const dialog = await chooseFiles(page, path)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  const running = page.getByRole('region', { name: 'Import under way' })
  await expect(running).toContainText(/rows read/, { timeout: 60_000 })
  await expectAccessible(page)
  await running.getByRole('button', { name: 'Cancel import' }).click()
  const question = page.getByRole('dialog', { name: /^Cancel the import of/ })
  await expect(question).toContainText('The previous data is kept.')
  await question.getByRole('button', { name: 'Cancel import' }).click()
  await expect(running).toBeHidden({ timeout: 60_000 })
  await expect(imports(page).getByRole('row', { name: /Canceled/ })).toContainText('the previous data was kept')
  await expect(inPlace(page).getByRole('row', { name: /EO BMF/ })).toContainText('20,000')
})

test('who sends files may stop sending them', async ({ console: page }) => {
  const path = await generate('eo-bmf', 150_000, 3, folder)
  await page.goto('/irs-registry')
  const dialog = await chooseFiles(page, path)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText(/^Sending/)).toBeHidden()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(
    imports(page)
      .getByRole('row', { name: /Canceled/ })
      .first(),
  ).toBeVisible()
})

test('an admin sees what is in place and imports nothing', async ({ given, browserOf }) => {
  const page = await browserOf(await given.staff('hikmah_admin'))
  await page.goto('/irs-registry')
  await expect(inPlace(page)).toContainText('20,000')
  await expect(page.getByRole('button', { name: 'Import files' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Only owners can import IRS files')).toBeAttached()
})

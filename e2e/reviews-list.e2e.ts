import { readFileSync } from 'node:fs'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { newEin, unique } from './given.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectFitting, type Given, test } from './test.ts'

const REASON = 'Both are places of one organization, which has one EIN.'
const BOTH_APPROVED = { taxIdEinDetail: { status: 'Approved' }, taxExemptDetail: { status: 'Approved' } } as const

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const records = (page: Page) => page.getByRole('navigation', { name: 'IRS record' })
const row = (page: Page, orgName: string) => page.getByRole('row').filter({ hasText: orgName })
const toggle = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const find = (page: Page, orgName: string, rest = '') => page.goto(`/reviews?q=${encodeURIComponent(orgName)}${rest}`)

/** Two organizations with one EIN, the first of them approved all the same. */
async function approvedAgainst(given: Given) {
  const mark = unique()
  const first = await given.review(`Masjid Bilal ${mark}`)
  const second = await given.review(`Masjid Hamza ${mark}`, undefined, first.taxIdEin)
  await given.asked(taxVerification.decideTaxReview, {
    params: { orgId: first.orgId },
    body: { ...BOTH_APPROVED, againstRecord: { codes: ['EIN_OF_ANOTHER'], reason: REASON } },
  })
  return { first, second, mark }
}

test('reviews stand in three lists with their counts, and earlier addresses still open them', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const mark = unique()
  const [waits, asked, decided] = [
    await given.review(`Masjid Waiting ${mark}`),
    await given.review(`Masjid Asked ${mark}`),
    await given.review(`Masjid Decided ${mark}`),
  ]
  await given.asked(taxVerification.decideTaxReview, {
    params: { orgId: asked.orgId },
    body: { askForNewSubmission: true, missing: ['determination-letter'] },
  })
  await given.asked(taxVerification.decideTaxReview, { params: { orgId: decided.orgId }, body: BOTH_APPROVED })

  await find(page, mark)
  for (const name of ['WAITING', 'DECIDED', 'WAITING FOR PAPERS'])
    await expect(tab(page, name)).toHaveAccessibleDescription('1')
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    /^Name/,
    'Tax ID/EIN',
    'IRS record',
    'To decide',
    'Papers',
    /^Waiting since/,
    'Claimed by',
    'Action',
  ])
  await expect(row(page, waits.orgName)).toContainText('EIN, exemption')
  await expect(row(page, waits.orgName)).toContainText('Nobody')
  await given.asked(taxVerification.claimTaxReview, { params: { orgId: waits.orgId }, body: {} })
  await page.reload()
  await expect(row(page, waits.orgName)).toContainText('Samira Haddad')

  await tab(page, 'WAITING FOR PAPERS').click()
  await expect(page).toHaveURL(/view=papers/)
  await expect(row(page, asked.orgName)).toContainText(/[A-Z][a-z]{2} \d+, \d{4} · in 14 d/)
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(1)

  await tab(page, 'DECIDED').click()
  await expect(page).toHaveURL(/view=decided/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    /^Name/,
    'Tax ID/EIN',
    'IRS record then',
    'EIN status',
    'Exemption status',
    /^Decided/,
    'Action',
  ])
  await expect(row(page, decided.orgName)).toContainText('Samira Haddad')
  await expect(row(page, decided.orgName).getByText('Approved')).toHaveCount(2)

  for (const [address, to] of [
    ['status=decided', 'view=decided'],
    ['status=papers', 'view=papers'],
    ['status=revoked', 'record=revoked'],
    ['status=resubmitted', 'status=resubmitted'],
    ['status=changed', 'status=changed'],
  ] as const) {
    await page.goto(`/reviews?${address}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/reviews\\?${to}$`))
  }
  expect(consoleErrors).toEqual([])
})

test('what was decided against the record is marked, counted and listed with its reason', async ({
  console: page,
  browserOf,
  given,
}) => {
  const { first, second, mark } = await approvedAgainst(given)
  const other = await given.review(`Masjid Usual ${mark}`)
  await given.asked(taxVerification.decideTaxReview, { params: { orgId: other.orgId }, body: BOTH_APPROVED })
  await find(page, mark, '&view=decided')
  await expect(toggle(page, 'Against the record')).toHaveText(/ 1$/)
  await expect(row(page, first.orgName)).toContainText('against')
  await expect(row(page, first.orgName).getByTitle(REASON)).toBeVisible()
  await expect(row(page, other.orgName)).not.toContainText('against')

  await toggle(page, 'Against the record').click()
  await expect(page).toHaveURL(/against=1/)
  await expect(toggle(page, 'Against the record')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(1)
  await expectFitting(page)
  await toggle(page, 'Against the record').click()
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(2)

  const manager = await browserOf(await given.staff('hikmah_manager'))
  await find(manager, mark, '&view=decided')
  await expect(row(manager, first.orgName).getByTitle(REASON)).toBeVisible()
  await tab(page, 'WAITING').click()
  await expect(row(page, second.orgName)).toBeVisible()
})

test('the record is a filter of its own in every list, as it was when it was decided', async ({
  console: page,
  platform,
  given,
}) => {
  // What an import changes is looked up within the minute.
  test.setTimeout(240_000)
  const mark = unique()
  const [number, waiting] = [newEin(), newEin()]
  const orgName = `Masjid Noor ${mark}`
  await importRegistry(platform, [listed(number, orgName), listed(waiting, `Masjid Rahma ${mark}`)], [])
  const { orgId } = await submitted(given, orgName, number)
  await submitted(given, `Masjid Rahma ${mark}`, waiting)
  await given.asked(taxVerification.decideTaxReview, { params: { orgId }, body: BOTH_APPROVED })

  await find(page, mark)
  await records(page)
    .getByRole('link', { name: /^Match ?1$/ })
    .click()
  await expect(row(page, 'Masjid Rahma'), 'without the column that the filter says already').not.toContainText('Match')
  await tab(page, 'DECIDED').click()
  await expect(page, 'the record stays as the list changes').toHaveURL(/record=match/)
  await expect(row(page, orgName)).toBeVisible()
  await records(page)
    .getByRole('link', { name: /^Revoked ?0$/ })
    .click()
  await expect(page.getByText(/^No .+ match/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/reviews\?view=decided$/)

  const revoked = { ein: number.replace('-', ''), name: orgName, on: '15-MAY-2026' }
  await importRegistry(platform, [listed(waiting, `Masjid Rahma ${mark}`)], [revoked])
  await expect(async () => {
    await find(page, mark, '&view=decided&changed=1')
    await expect(row(page, orgName)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(row(page, orgName)).toContainText('Match')
  await expect(row(page, orgName)).toContainText('now Revoked')
  await expect(toggle(page, 'Record changed since')).toHaveAttribute('aria-pressed', 'true')
  await expect(records(page).getByRole('link', { name: /^Revoked ?1$/ })).toBeVisible()
  await expect(records(page).getByRole('link', { name: /^Match ?0$/ })).toBeVisible()
  await expectFitting(page)
  await find(page, mark, '&status=changed')
  await expect(row(page, orgName), 'it waits for another look').toContainText('IRS record changed')
})

test('a blocked organization and one without papers are marked', async ({ console: page, given }) => {
  const mark = unique()
  const [blocked, bare] = [await given.review(`Masjid Blocked ${mark}`), await given.review(`Masjid Bare ${mark}`, [])]
  await given.asked(organizations.changeOrganizationStatus, {
    params: { id: blocked.orgId },
    body: { status: 'blocked' },
  })
  await find(page, mark)
  await expect(row(page, blocked.orgName).getByText('Blocked', { exact: true })).toBeVisible()
  await expect(row(page, bare.orgName).getByRole('cell', { name: 'None', exact: true })).toBeVisible()
  await expectFitting(page)
})

test('the oldest review opens from the list, in the queue of its filter', async ({ console: page, given }) => {
  await given.review()
  await page.goto('/reviews?sort=-waitingSince&record=not-listed')
  await expect(page.getByRole('table', { name: 'Reviews' }).getByRole('link').first()).toBeVisible()
  await page.goto('/reviews')
  const oldest = page
    .getByRole('table', { name: 'Reviews' })
    .getByRole('link', { name: /^Review / })
    .first()
  const name = (await oldest.getAttribute('aria-label'))!.replace('Review ', '')
  await page.goto('/reviews?sort=-waitingSince')
  await page.getByRole('button', { name: 'Open oldest' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('what waits is narrowed to mine, without a paper and long waiting, and the desk keeps all of it', async ({
  console: page,
  given,
}) => {
  const mark = unique()
  const [bare, other, own] = [
    await given.review(`Masjid Bare ${mark}`, []),
    await given.review(`Masjid Empty ${mark}`, []),
    await given.review(`Masjid Own ${mark}`),
  ]
  for (const { orgId } of [bare, own])
    await given.asked(taxVerification.claimTaxReview, { params: { orgId }, body: {} })
  await find(page, mark)
  await expect(toggle(page, 'Over 5 days'), 'of what is searched').toHaveText(/ 0$/)
  await toggle(page, 'No paper').click()
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(2)
  await toggle(page, 'Mine').click()
  await expect(page).toHaveURL(/noPaper=1.*mine=1|mine=1.*noPaper=1/)
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(1)
  await records(page)
    .getByRole('link', { name: /^Not listed/ })
    .click()
  await toggle(page, 'Mine').click()
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(2)

  await page.getByRole('link', { name: `Review ${bare.orgName}` }).click()
  const queue = page.getByRole('navigation', { name: 'Reviews waiting' })
  await expect(queue.getByRole('link')).toHaveText([new RegExp(bare.orgName), new RegExp(other.orgName)])
  await expect(queue.getByLabel('IRS record of the queue')).toHaveValue('not-listed')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: other.orgName })).toBeVisible()
  await queue.getByRole('button', { name: 'Remove filter: No paper' }).click()
  await expect(queue.getByRole('link')).toHaveCount(3)
  await expect(queue.getByRole('button', { name: `Remove filter: “${mark}”` })).toBeVisible()
  await expectFitting(page)
})

test('G and R open the oldest of what the list shows, and are among the shortcuts', async ({
  console: page,
  given,
}) => {
  const { orgName } = await given.review(`Masjid Keys ${unique()}`)
  await find(page, orgName)
  await expect(row(page, orgName)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('G ROpen oldest')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await page.getByRole('searchbox', { name: 'Search name, EIN, city' }).pressSequentially('gr')
  await expect(page).toHaveURL(/\/reviews/)
  await find(page, orgName)
  await expect(row(page, orgName)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { level: 1, name: orgName })).toBeVisible()
})

test('what a list shows is saved as a file for a spreadsheet', async ({ console: page, given }) => {
  const { first, mark } = await approvedAgainst(given)
  const arabic = await given.review(`مسجد النور ${mark}`)
  const saved = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    return readFileSync(await file.path(), 'utf8')
  }
  await find(page, mark)
  const waiting = await saved()
  expect(waiting).toContain(arabic.orgName)
  expect(waiting).not.toContain(first.orgName)
  await find(page, mark, '&view=decided&against=1')
  const decided = await saved()
  expect(decided.startsWith('\ufeff"Organization"')).toBe(true)
  expect(decided).toContain(REASON)
  expect(decided).toContain('Samira Haddad')
  expect(decided).not.toContain(arabic.orgName)
})

test('a decision against the record stands in the history and on the page of its organization', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { first } = await approvedAgainst(given)
  const unseen = await given.review()
  await given.asked(taxVerification.decideTaxReview, {
    params: { orgId: unseen.orgId },
    body: { ...BOTH_APPROVED, withoutPaper: true },
  })

  await page.goto(`/varify-ein/${first.orgId}?part=history`)
  const event = page.getByRole('region', { name: 'History' }).getByRole('listitem').first()
  await expect(event).toContainText('Tax exemptions Approved against the record')
  await expect(event).toContainText('Samira Haddad')
  await expect(event).toContainText('EIN of another organization')
  await expect(event).toContainText(`Reason kept: ${REASON}`)
  await expect(event).toContainText('IRS record then: Not listed')

  await page.goto(`/organization-detail-${first.orgId}?tab=2`)
  const panel = page.getByRole('region', { name: 'Org Tax ID/EIN' })
  await expect(panel.getByRole('row', { name: /^Tax Exemption/ })).toContainText('against')
  await expect(panel).toContainText('Tax ID/EIN and Tax Exemption Approved against the record by Samira Haddad')
  await expect(panel.getByText(REASON)).toHaveCount(1)
  await expect(panel).toContainText('IRS record then: Not listed')
  await expectFitting(page)

  await page.goto(`/organization-detail-${unseen.orgId}?tab=2`)
  await expect(panel.getByText('Decided without seeing the paper')).toHaveCount(2)
  await expect(panel).not.toContainText('against')

  await page.goto('/audit')
  const entry = (orgName: string) =>
    page.getByRole('listitem').filter({ hasText: 'exemption approved' }).filter({ hasText: orgName }).first()
  await expect(entry(first.orgName)).toContainText('exemption approved, against the record')
  await entry(first.orgName).getByRole('button').click()
  await expect(entry(first.orgName).getByRole('row', { name: /Against the record/ })).toContainText(
    'EIN of another organization',
  )
  await expect(entry(first.orgName)).toContainText(REASON)
  await entry(unseen.orgName).getByRole('button').click()
  await expect(entry(unseen.orgName).getByRole('row', { name: /Paper not seen/ })).toContainText('yes')
  await page.getByRole('button', { name: /^Against the record/ }).click()
  await expect(entry(first.orgName)).toBeVisible()
  await expect(entry(unseen.orgName)).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('a first start shows what was decided with the record of its time, against it, changed since, and awaited', async ({
  console: page,
}) => {
  await page.goto('/reviews?view=decided')
  await expect(page.getByRole('link', { name: /^Review / }).first()).toBeVisible()
  await page.goto('/reviews?view=decided&against=1&limit=100')
  await expect(page.getByTitle(/^Its treasurer says/)).toBeVisible()
  await page.goto('/reviews?view=decided&changed=1&limit=100')
  // Other tests may have brought in other files since.
  await expect(row(page, 'Masjid Al-Falah')).toContainText(/Match.*now /)
  await page.goto('/reviews?view=papers')
  await expect(row(page, 'Masjid Al-Birr').getByText(/· in \d+ d$/)).toBeVisible()
})

test('whoever decides finds their own decisions', async ({ console: page, browserOf, given }) => {
  const mark = unique()
  const mine = await given.review(`Masjid Mine ${mark}`)
  await given.asked(taxVerification.decideTaxReview, { params: { orgId: mine.orgId }, body: BOTH_APPROVED })
  await find(page, mark, '&view=decided')
  await expect(toggle(page, 'Decided by me')).toHaveText(/ \d+$/)
  await toggle(page, 'Decided by me').click()
  await expect(row(page, mine.orgName)).toBeVisible()
  await expect(tab(page, 'DECIDED')).toHaveAccessibleDescription('1')
  await expect(tab(page, 'WAITING')).toHaveAccessibleDescription('')
  const other = await browserOf(await given.staff('hikmah_admin'))
  await find(other, mark, '&view=decided&mine=1')
  await expect(other.getByText(/^No .+ match/)).toBeVisible()
  const manager = await browserOf(await given.staff('hikmah_manager'))
  await find(manager, mark, '&view=decided')
  await expect(toggle(manager, 'Against the record')).toBeVisible()
  await expect(toggle(manager, 'Decided by me')).toBeHidden()
})

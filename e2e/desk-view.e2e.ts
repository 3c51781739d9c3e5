import type { Locator, Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { decision, einStatus, exemption, expectLastAct, openNext, whyKept } from './desk.ts'
import { newEin, unique } from './given.ts'
import { letterOf } from './pdf.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectAccessible, test } from './test.ts'

// What stands in one view of the desk, without scrolling, for each kind of verdict.

const paper = (page: Page) => page.getByRole('region', { name: /^Pages of/ })
const rowsThatDiffer = (page: Page) =>
  page
    .getByRole('table', { name: 'Facts and IRS record' })
    .getByRole('row')
    .filter({ has: page.locator('dl, [class*=result]') })
const inView = (part: Locator, what: string) => expect(part, what).toBeInViewport({ ratio: 1 })
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not drawn`)
  return box
}

const letterTo = (name: string, ein: string) =>
  letterOf([
    'Department of the Treasury',
    'Internal Revenue Service',
    'P.O. Box 2508',
    'Cincinnati OH 45201',
    '',
    name.toUpperCase(),
    '4212 PERALTA BLVD',
    'FREMONT CA 94536',
    '',
    `Employer Identification Number: ${ein}`,
    'Contribution deductibility: Yes',
    '',
    'Dear Applicant:',
    'We are pleased to inform you that upon review of your application for tax-exempt status we have',
    'determined that you are exempt from federal income tax under section 501(c)(3) of the Internal',
    'Revenue Code. Contributions to you are deductible under section 170 of the Code.',
    ...Array.from({ length: 14 }, () => 'Please see the enclosed Publication for some helpful information about it.'),
    'Sincerely,',
    'L. Whitfield',
  ])

interface Kind {
  verdict: string
  irs?: (name: string) => Record<string, string> & { NAME: string }
  isRevoked?: boolean
  isForgotten?: boolean
  /** Rows that differ or contradict, at least. */
  differing: number
}

const kinds: Kind[] = [
  { verdict: 'Match', irs: (name) => ({ NAME: name }), differing: 0 },
  { verdict: 'Name is similar', irs: (name) => ({ NAME: name.replace('of', 'of West'), ZIP: '94501' }), differing: 2 },
  {
    verdict: 'Different name',
    irs: () => ({ NAME: 'BAKERS OF RHO', CITY: 'TOLEDO', STATE: 'OH', ZIP: '43604' }),
    differing: 3,
  },
  { verdict: 'Revoked', isRevoked: true, differing: 1 },
  {
    verdict: 'Not deductible',
    irs: (name) => ({ NAME: name, SUBSECTION: '07', DEDUCTIBILITY: '2', FOUNDATION: '00' }),
    differing: 1,
  },
  { verdict: 'Not listed', differing: 0 },
  { verdict: 'Not checked', isForgotten: true, differing: 0 },
]

test('for each kind of verdict one view holds the head, the verdict, what differs, the upper half of the paper and the decision', async ({
  console: page,
  platform,
  given,
}) => {
  test.setTimeout(300_000)
  const made = kinds.map((kind) => ({ ...kind, ein: newEin(), name: `Islamic Center of ${unique()} Town` }))
  await importRegistry(
    platform,
    [
      listed(newEin(), 'Another one'),
      ...made.flatMap(({ irs, ein, name }) => (irs ? [listed(ein, irs(name).NAME, irs(name))] : [])),
    ],
    made.flatMap(({ isRevoked, ein, name }) =>
      isRevoked ? [{ ein: ein.replace('-', ''), name: name.toUpperCase(), on: '15-MAY-2025' }] : [],
    ),
  )
  const sizes = [
    { width: 1440, height: 900, columns: [224, 352, 304] },
    { width: 1366, height: 768, columns: [204, 336, 296] },
    { width: 1720, height: 1000, columns: [248, 376, 320] },
  ]
  for (const { verdict, name, ein, isForgotten, differing } of made) {
    const { orgId } = await submitted(given, name, ein, letterTo(name, ein))
    if (isForgotten)
      await onServer(platform.databaseUrl, [`delete from tax_verdicts where organization_id = '${orgId}'`])
    for (const { width, height, columns } of sizes)
      await test.step(`${verdict}, ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        await page.goto(`/varify-ein/${orgId}?sort=-waitingSince`)
        await inView(page.getByRole('heading', { level: 1, name }), 'the head')
        await inView(page.getByRole('button', { name: 'Claim' }), 'the claim')
        await inView(decision(page).getByText(verdict, { exact: true }), 'the verdict')
        await inView(einStatus(page), 'the first question')
        await inView(page.getByLabel('Tax ID/EIN'), 'the EIN')
        await inView(exemption(page), 'the second question')
        await inView(openNext(page), 'the button')
        await inView(decision(page).getByText('A approve'), 'the end of the foot')
        const rows = rowsThatDiffer(page)
        expect(await rows.count()).toBeGreaterThanOrEqual(differing)
        for (const row of await rows.all()) await inView(row, 'what differs')
        const page1 = paper(page).locator('canvas').first()
        await expect(page1).toBeVisible()
        const [top, sheet] = [await boxOf(paper(page)), await boxOf(page1)]
        expect(sheet.y + sheet.height / 2, 'the upper half of the paper').toBeLessThanOrEqual(height)
        expect(top.y).toBeLessThan(200)
        expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), 'nothing scrolls').toBe(0)

        const [queue, facts, answer] = columns
        expect((await boxOf(page.getByRole('navigation', { name: 'Reviews waiting' }))).width).toBe(queue)
        const [beside, right] = [
          await boxOf(page.locator('header').filter({ has: page.locator('h1') })),
          await boxOf(decision(page)),
        ]
        expect(beside.width).toBe(facts)
        expect(Math.round(right.width)).toBe(answer! - 1)
        expect(top.x, 'the paper stands beside the facts').toBeGreaterThanOrEqual(beside.x + beside.width)
        expect(top.x + top.width).toBeLessThanOrEqual(right.x)
      })
  }
})

test('a choice against the record keeps its block, its reason and the button in view', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(
    platform,
    [listed(newEin(), 'Another one')],
    [{ ein: ein.replace('-', ''), name, on: '15-MAY-2025' }],
  )
  const { orgId } = await submitted(given, name, ein, letterTo(name, ein))
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/varify-ein/${orgId}`)
    await expect(einStatus(page)).toBeVisible()
    await page.keyboard.press('Shift+A')
    await inView(page.getByRole('alert').filter({ hasText: 'The IRS record says otherwise' }), 'what it contradicts')
    await inView(decision(page).getByRole('button', { name: 'Ask for the reinstatement letter' }), 'the better act')
    await inView(whyKept(page), 'the reason')
    await inView(decision(page).getByText('Revoked, and you chose Approved'), 'the strip')
    await inView(page.getByRole('button', { name: 'Approve against the record' }), 'the button')
    await expect(decision(page).getByText(ein, { exact: true }), 'the EIN is one line').toBeVisible()
    await expect(einStatus(page)).toBeHidden()
    await page.keyboard.press('Escape')
  }
})

test('the navigation beside the desk folds to its icons, opens by key, and stays as it was left', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.review()
  const main = page.getByRole('navigation', { name: 'Main' })
  await page.goto(`/varify-ein/${orgId}`)
  await expect(einStatus(page)).toBeVisible()
  expect((await boxOf(main)).width).toBe(55)
  const item = main.getByRole('link', { name: 'Organization' })
  await item.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Organization')
  await expectAccessible(page)
  await page.keyboard.press('[')
  await expect.poll(async () => (await boxOf(main)).width).toBe(239)
  await page.reload()
  await expect(einStatus(page)).toBeVisible()
  expect((await boxOf(main)).width).toBe(239)
  await main.getByRole('button', { name: 'Fold the navigation' }).click()
  await expect.poll(async () => (await boxOf(main)).width).toBe(55)
  await page.setViewportSize({ width: 1720, height: 900 })
  await expect.poll(async () => (await boxOf(main)).width, 'there is room for both').toBe(239)
  await page.setViewportSize({ width: 1440, height: 900 })
  await item.click()
  await expect(page).toHaveURL(/admin-organization/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await boxOf(main)).width, 'no other page needs it').toBe(239)
})

test('a key leads into the paper and back, and what agrees with the form is marked on it', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, name] = [newEin(), `Islamic Center of ${unique()} Town`]
  await importRegistry(platform, [listed(ein, name)], [])
  const { orgId } = await submitted(given, name, ein, letterTo(name.replace('of', 'of West'), ein))
  await page.goto(`/varify-ein/${orgId}`)
  const column = page.getByRole('region', { name: 'Submitted documents' })
  await expect(paper(page).locator('canvas').first()).toBeVisible()
  await expect(column).toContainText('1 page')
  await expect(column.getByText('agrees', { exact: true })).toBeVisible()
  await expect(column.getByText('differs from the form', { exact: true })).toBeVisible()
  await expect(paper(page).locator('[data-agrees=true]')).toHaveCount(3)
  await expect(paper(page).locator('[data-agrees=false]')).toHaveCount(1)

  const before = await boxOf(column)
  const radio = einStatus(page).getByRole('radio', { name: 'Approved' })
  await expect(radio, 'the first question has the focus').toBeFocused()
  await page.keyboard.press('p')
  await expect(paper(page)).toBeFocused()
  expect((await boxOf(column)).width).toBeGreaterThan(before.width + 300)
  await expect(openNext(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(radio).toBeFocused()
  await expect.poll(async () => (await boxOf(column)).width).toBe(before.width)
  await expectAccessible(page)
})

test('a paper that cannot be shown says so, is tried again, and stops nobody: it is kept that it was not seen', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.review(undefined, [{ name: 'letter.pdf', data: letterOf(['Letter 947']) }])
  await page.route('**/taxDocuments/*', (route) => route.abort())
  await page.goto(`/varify-ein/${orgId}`)
  const column = page.getByRole('region', { name: 'Submitted documents' })
  await expect(column.getByRole('alert')).toContainText('letter.pdf could not be loaded')
  await expect(column.getByText('You can decide all the same. It is kept that the paper was not seen.')).toBeVisible()
  await page.keyboard.press('a')
  await expect(decision(page)).toContainText('Keeps that the paper was not seen.')
  await page.unroute('**/taxDocuments/*')
  await column.getByRole('button', { name: 'Retry' }).click()
  await expect(paper(page).locator('canvas').first()).toBeVisible()
  await expect(decision(page)).not.toContainText('the paper was not seen')

  await page.route('**/taxDocuments/*', (route) => route.abort())
  await page.reload()
  await expect(column.getByRole('alert')).toBeVisible()
  await page.keyboard.press('a')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('Control+Enter')
  expect((await sent).postDataJSON()).toMatchObject({ withoutPaper: true })
  await expectLastAct(page, 'Approved EIN')
})

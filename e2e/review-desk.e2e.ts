import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import type { Locator, Page } from '@playwright/test'
import { decision, einStatus as ein, exemption, expectLastAct, openNext as next, saveHere } from './desk.ts'
import { picture, unique } from './given.ts'
import { chip } from './list-page.ts'
import { faxedPdf, pdfOf } from './pdf.ts'
import { expect, expectAccessible, test } from './test.ts'

/** As much of one as is looked at: these tests are compiled without the types of browsers. */
interface Canvas {
  width: number
  height: number
  getContext: (kind: '2d') => { getImageData: (...box: number[]) => { data: Uint8ClampedArray } }
}

const TELEPHONE = { width: 390, height: 844 }
const pagesOf = (page: Page, name: string) => page.getByRole('region', { name: `Pages of ${name}` })
/** Whether something dark is drawn on the first page that is near. */
const hasInk = (pages: Locator) =>
  pages
    .locator('canvas')
    .first()
    .evaluate((it) => {
      const { width, height, getContext } = it as unknown as Canvas
      const { data } = getContext.call(it, '2d').getImageData(0, 0, width, height)
      return data.some((value, i) => i % 4 === 0 && value < 100 && data[i + 3] === 255)
    })

test('a PDF is read in the page, beside the decision', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const lines = Array.from({ length: 30 }, (_, i) => `Letter 947 says 501\\(c\\)\\(3\\), sheet ${i + 1}`)
  const { orgId } = await given.review(undefined, [{ name: 'letter.pdf', data: pdfOf(lines) }])
  await page.goto(`/varify-ein/${orgId}`)
  const pages = pagesOf(page, 'letter.pdf')
  await expect(pages.getByText('Letter 947 says 501(c)(3), sheet 1', { exact: true })).toBeVisible()
  await expect(page.getByText('30 pages')).toBeVisible()
  await expectAccessible(page)

  await expect.poll(() => hasInk(pages), 'the first page is drawn').toBe(true)
  expect(await pages.locator('canvas').count(), 'the others wait until they come near').toBeLessThan(10)
  await pages.press('End')
  await expect(pages.getByText('sheet 30')).toBeVisible()
  await expect(pages.getByText('Letter 947 says 501(c)(3), sheet 1', { exact: true })).toHaveCount(0)

  const width = async () => (await pages.locator('canvas').first().boundingBox())?.width ?? 0
  const before = await width()
  await expect(page.getByText('Fit text')).toBeVisible()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByText('125%')).toBeVisible()
  await expect.poll(width).toBeGreaterThan(before)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download letter.pdf' }).click()
  expect((await saving).suggestedFilename()).toBe('letter.pdf')
  expect(consoleErrors).toEqual([])
})

test('a fax in a PDF is drawn', async ({ console: page, given, consoleErrors }) => {
  const { orgId } = await given.review(undefined, [{ name: 'fax.pdf', data: await faxedPdf() }])
  await page.goto(`/varify-ein/${orgId}`)
  await expect.poll(() => hasInk(pagesOf(page, 'fax.pdf'))).toBe(true)
  expect(consoleErrors).toEqual([])
})

test('what reads PDFs comes only with a PDF', async ({ console: page, given }) => {
  const { orgId } = await given.review(undefined, [])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByText('No documents were submitted.')).toBeVisible()
  expect(asked.filter((url) => /\/pdf[.-]/.test(url))).toEqual([])
})

test('a scan is shown in the page, and a paper that cannot be read says so', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { buffer } = await picture('scan.png', 200)
  const cut = Buffer.from(pdfOf(['Letter 947'])).subarray(0, 40)
  const { orgId } = await given.review(undefined, [
    { name: 'scan.png', data: buffer.toString('base64') },
    { name: 'cut.pdf', data: Buffer.concat([Buffer.from('%PDF-1.4\n'), cut]).toString('base64') },
    { name: 'locked.pdf', data: pdfOf(['Letter 947'], { locked: true }) },
  ])
  await page.goto(`/varify-ein/${orgId}`)
  const scan = page.getByRole('img', { name: 'scan.png' })
  await expect(scan, 'the first of them lies open').toBeVisible()
  expect(await scan.evaluate((it) => (it as unknown as { naturalWidth: number }).naturalWidth)).toBe(200)
  await page.getByRole('button', { name: 'Open cut.pdf' }).click()
  await expect(page.getByText('This PDF is damaged and cannot be read here. Download it to read it.')).toBeVisible()
  await page.getByRole('button', { name: 'Open locked.pdf' }).click()
  await expect(page.getByText('This PDF is locked with a password. Download it to read it.')).toBeVisible()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})

test('what changed since is marked letter by letter and counted', async ({ console: page, given }) => {
  const name = `Islamic Center of ${unique()}`
  const { orgId } = await given.review(name)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByText('Nothing changed since')).toBeVisible()
  const fact = page.getByRole('table', { name: 'Changed since' }).getByRole('row', { name: /^Legal name/ })

  const orgName = name.replace('Center', 'Centre')
  await given.asked(organizations.updateOrganization, { params: { id: orgId }, body: { orgName } })
  await page.reload()
  await expect(fact.locator('del')).toHaveText('er')
  await expect(fact.locator('ins')).toHaveText('re')
  await expect(fact).toContainText(`2 letters. Submitted ${name}, on record ${orgName}.`)
  await expect(page.getByText('1 change since').last()).toBeVisible()
  await expect(decision(page)).toContainText('Changed after the documents were submitted: Legal name.')
  await expectAccessible(page)
})

test('a choice that is not saved says so, and a rejected EIN is asked about', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  const unsaved = decision(page).getByText('Not saved')
  await expect(ein(page)).toBeVisible()
  await expect(unsaved).toBeHidden()
  await ein(page).getByRole('radio', { name: 'Rejected' }).check()
  await expect(unsaved).toBeVisible()
  await expect(page.getByText('Without a reason, the email only asks for corrected documents.')).toBeVisible()
  await exemption(page).getByRole('radio', { name: 'Approved' }).check()
  await expect(next(page)).toBeDisabled()
  await expect(next(page)).toHaveAccessibleDescription('Approve the EIN before the exemption, or together with it')
  await exemption(page).getByRole('radio', { name: 'Pending' }).check()
  await page.getByLabel('Rejection reason (optional)').fill('Another number stands in the letter.')
  await expect(page.getByText('Without a reason, the email only asks for corrected documents.')).toBeHidden()
  await saveHere(page)
  await expectLastAct(page, 'Rejected EIN')
  await expect(unsaved).toBeHidden()
})

test('an exemption that was rejected is not told as one', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await exemption(page).getByRole('radio', { name: 'Rejected' }).check()
  await page.getByLabel('Rejection reason').fill('The letter is cut off.')
  await saveHere(page)
  await expectLastAct(page, 'Rejected exemption')
  await page.goto(`/organization-detail-${orgId}`)
  await expect(page.getByText('Claimed, exemption rejected')).toBeVisible()
})

test('the keys are listed as the desk shows them', async ({ console: page, given }) => {
  await given.review()
  const { orgId } = await given.review(undefined, [{ name: 'letter.pdf', data: pdfOf(['Letter 947']) }])
  await page.goto(`/varify-ein/${orgId}?sort=-waitingSince`)
  await expect(ein(page)).toBeVisible()
  for (const key of ['a', 'a', 'Control+Enter']) await page.keyboard.press(key)
  await expectLastAct(page, 'Approved both')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Larger' })).toBeVisible()
  await expect(ein(page)).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [key, does] of [
    ['A', 'Approve and go to the next question'],
    ['R', 'Reject and give a reason'],
    ['Shift\\+A', 'Approve both, without saving'],
    ['E', 'Edit the EIN'],
    ['C', 'Claim the review'],
    ['S', 'Ask for papers'],
    ['M', 'Write a message to the admin'],
    ['P', 'Into the paper, larger, and back'],
    ['O', 'Open the organization'],
    ['\\[', 'Unfold the navigation'],
    ['Ctrl\\+Enter', 'Save and open next'],
    ['U', 'Undo the last decision'],
    ['Enter', 'Keep the selection and continue'],
    ['J', 'Next review'],
    ['K', 'Previous review'],
  ] as const) {
    await expect(help.getByRole('term').filter({ hasText: new RegExp(`^${key}$`) })).toBeVisible()
    await expect(help.getByText(does).first()).toBeVisible()
  }
})

test('Save stays at the foot of the window however long the decision is', async ({ console: page, given }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await exemption(page).getByRole('radio', { name: 'Rejected' }).check()
  await page.getByLabel('Rejection reason').fill('The letter is cut off.')
  await page.getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByRole('region', { name: 'Text of the email' })).toBeVisible()
  await expect(next(page)).toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, 2000)
  await expect(next(page)).toBeInViewport({ ratio: 1 })
})

test('the queue is of the kind and in the order that was chosen, and tells two of one name apart', async ({
  console: page,
  given,
}) => {
  const name = `Masjid Al-Amanah ${unique()}`
  const [first, second] = [await given.review(name), await given.review(name)]
  await given.asked(organizations.updateOrganization, {
    params: { id: second.orgId },
    body: { orgAddress: { city: 'Dearborn', state: 'MI' } },
  })
  await first.submitAgain()
  await page.goto('/reviews')
  const records = page.getByRole('navigation', { name: 'IRS record' })
  await expect(records.getByRole('link')).toHaveText([
    /^All ?\d+/,
    /^Match ?\d+/,
    /^Differs ?\d+/,
    /^Not deductible ?\d+/,
    /^Revoked ?\d+/,
    /^Not listed ?\d+/,
    /^Not checked ?\d+/,
  ])
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const kind = page.getByRole('menuitemradio', { name: /^Resubmitted, \d+/ })
  const resubmitted = Number((await kind.innerText()).replace(/\D/g, ''))
  await kind.click()
  await expect(page).toHaveURL(/status=resubmitted/)
  await expect(chip(page, 'Resubmitted only')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(resubmitted))
  await page.getByRole('button', { name: /Waiting since/ }).click()
  await page
    .getByRole('link', { name: `Review ${name}` })
    .first()
    .click()

  const queue = page.getByRole('navigation', { name: 'Reviews waiting' })
  await expect(queue.getByRole('link')).toHaveCount(resubmitted)
  await expect(queue.getByText('Resubmitted only')).toBeVisible()
  await expect(queue.getByLabel('Order of the queue')).toHaveValue('-waitingSince')
  await queue.getByRole('button', { name: 'Remove filter: Resubmitted only' }).click()
  const both = queue.getByRole('link').filter({ hasText: name })
  await expect(both).toHaveCount(2)
  await expect(both.filter({ hasText: 'Dearborn, MI' })).toHaveCount(1)
  await expect(both.first().getByTitle(name)).toBeVisible()
  await queue.getByLabel('Order of the queue').selectOption('By name')
  await expect(page).toHaveURL(/sort=orgName/)
  const names = await queue.getByRole('link').locator('b').allInnerTexts()
  const sorted = (shown: string) => (shown === organizationName('') ? '' : shown.toLowerCase())
  const { compare } = new Intl.Collator('en', { numeric: true })
  expect(names).toEqual(names.toSorted((a, b) => compare(sorted(a), sorted(b))))
  await page.keyboard.press('j')
  await expect(page, 'the next one stands in the same queue').toHaveURL(/sort=orgName/)
})

test('a review is found by its EIN', async ({ console: page, given }) => {
  const { orgName, taxIdEin } = await given.review()
  await page.goto(`/reviews?q=${taxIdEin.replace('-', '')}&sort=-waitingSince`)
  await expect(page.getByRole('link', { name: `Review ${orgName}` })).toBeVisible()
  // The whole name is within reach where the column cuts it.
  await expect(page.getByRole('rowheader').getByTitle(orgName)).toBeVisible()
})

test('on a telephone the papers have the room, and the decision the foot', async ({ console: page, given }) => {
  await page.setViewportSize(TELEPHONE)
  const { orgId, orgName } = await given.review(undefined, [{ name: 'letter.pdf', data: pdfOf(['Letter 947']) }])
  await page.goto(`/varify-ein/${orgId}?sort=-waitingSince`)
  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the review' }).getByRole('link', { name, exact: false })
  await expect(page.getByRole('table', { name: 'Facts and IRS record' })).toBeVisible()
  await expect(part('Facts')).toHaveAttribute('aria-current', 'page')
  await expect(next(page), 'the form lies away').toBeHidden()
  await expectAccessible(page)

  await part('Document').click()
  await expect(page).toHaveURL(/part=documents/)
  await expect(pagesOf(page, 'letter.pdf').getByText('Letter 947')).toBeInViewport()
  await expect(page.getByRole('table', { name: 'Facts and IRS record' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Approve both' })).toBeInViewport({ ratio: 1 })
  await part('History').click()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Approve both' }).click()
  await expect(next(page), 'it saves nothing yet').toBeInViewport({ ratio: 1 })
  await exemption(page).getByRole('radio', { name: 'Rejected' }).check()
  await page.getByLabel('Rejection reason').fill('The letter is cut off.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(next(page)).toBeHidden()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByLabel('Rejection reason')).toHaveValue('The letter is cut off.')
  await next(page).click()
  await expectLastAct(page, 'Approved EIN, rejected exemption')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(orgName)

  const strip = page.getByRole('navigation', { name: 'Place in the queue' })
  await expect(strip).toContainText(/\d+ of \d+ ?newest first/i)
  const here = page.url()
  await strip.getByRole('link', { name: 'Next review' }).click()
  await expect(page).not.toHaveURL(here)
  await strip.getByRole('link', { name: 'Previous review' }).click()
  await expect(page).toHaveURL(here)
})

import type { Page } from '@playwright/test'
import {
  afterUndoTime,
  decision,
  einStatus as ein,
  exemption,
  expectLastAct,
  history,
  openNext,
  saveHere,
  writeMessage,
} from './desk.ts'
import { spaced, wordsOf } from './mail-words.ts'
import { expect, expectAccessible, test } from './test.ts'

const choose = (group: ReturnType<typeof ein>, name: string) => group.getByRole('radio', { name }).check()
const letter = (page: Page) => page.getByRole('region', { name: 'Text of the email' })

test('before anything is submitted the organization says so', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  const table = page.getByRole('table', { name: 'Org Tax ID/EIN' })
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Submitted', 'Reviewed', 'Status', 'Action'])
  await expect(table.getByRole('row', { name: /^Tax ID\/EIN/ })).toContainText('Submission Required')
  await expect(table.getByRole('row', { name: /^Tax Exemption/ })).toContainText('Not yet submitted')
  await table.getByRole('link', { name: 'Review the Tax ID/EIN' }).click()
  await expect(page).toHaveURL(new RegExp(`/varify-ein/${orgId}$`))
  await expect(ein(page).getByRole('radio')).toHaveCount(3)
})

test('the EIN takes digits and a hyphen alone, and nine characters are not enough', async ({
  console: page,
  given,
}) => {
  const { orgId, taxIdEin } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  const number = page.getByLabel('Tax ID/EIN')
  await expect(number).toHaveValue(taxIdEin)
  await number.fill('')
  await number.pressSequentially('a1b2c3')
  await expect(number).toHaveValue('12-3')
  await number.pressSequentially('45678x')
  await expect(number).toHaveValue('12-345678')
  await number.blur()
  await expect(number).toHaveAccessibleDescription(/Enter 9 digits, such as 12-3456789/)
  await choose(ein(page), 'Approved')
  await expect(openNext(page)).toBeDisabled()
  await number.press('End')
  await number.pressSequentially('901')
  await expect(number).toHaveValue('12-3456789')
  await expect(decision(page).getByText(/characters? left/), 'a complete EIN lacks nothing').toHaveCount(0)
  await expect(openNext(page)).toBeEnabled()
})

test('a rejection needs a reason of at most 100 characters, and the mail is the one that was shown', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, email } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByLabel('Rejection reason')).toBeHidden()
  await choose(ein(page), 'Approved')
  await choose(exemption(page), 'Rejected')
  const reason = page.getByLabel('Rejection reason')
  await expect(openNext(page)).toBeDisabled()
  await reason.fill('x'.repeat(101))
  await expect(page.getByText('101/100')).toBeVisible()
  await expect(openNext(page)).toBeDisabled()
  await reason.fill('The letter is of another organization.')
  await writeMessage(page, 'Write to us when you have it.')
  await expect(page.getByText('29/100')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByRole('region', { name: 'The letter' })).toContainText(email)
  await expect(letter(page)).toContainText('The letter is of another organization.')
  const text = spaced(await letter(page).innerText())
  expect(text).toContain('Write to us when you have it.')
  await expectAccessible(page)

  const before = platform.mail.received.length
  await saveHere(page)
  await expectLastAct(page, 'Approved EIN, rejected exemption')
  const mailed = platform.mail.received.slice(before).filter(({ recipients }) => recipients.includes(email))
  expect(mailed, 'it waits for an undo').toEqual([])
  await afterUndoTime(platform)
  const mail = await platform.mail.mailTo(email, /./, before)
  expect(wordsOf(mail.html)).toContain(text)
  await expect(history(page)).toContainText([
    'Tax exemptions Rejected',
    'EIN/Tax ID Approved',
    'Tax exemptions Submitted',
    'EIN/Tax ID Submitted',
  ])
  await expect(history(page)).toHaveCount(4)
  await expect(history(page).first()).toContainText('The letter is of another organization.')
  await expect(history(page).first()).toContainText('Samira Haddad')
  await expect(history(page).first()).toContainText(/[A-Z][a-z]{2} \d\d, \d{4}, \d{1,2}:\d\d [AP]M/)
  const icon = (i: number) => history(page).nth(i).locator('svg').first().innerHTML()
  expect(new Set([await icon(0), await icon(1), await icon(2)]).size).toBe(3)

  await page.goto(`/organization-detail-${orgId}?tab=2`)
  const exempted = page.getByRole('row', { name: /^Tax Exemption/ })
  await expect(exempted).toContainText('Rejected')
  await expect(exempted.getByRole('cell').nth(1)).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
  expect(consoleErrors).toEqual([])
})

test('a decision is opened again without losing what was decided', { tag: '@walk' }, async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await choose(ein(page), 'Rejected')
  await saveHere(page)
  await expect(history(page)).toHaveCount(3)
  await choose(ein(page), 'Pending')
  await expect(page.getByText('This reopens the review. The decision stays in the history.')).toBeVisible()
  await saveHere(page)
  await expect(history(page)).toContainText(['EIN/Tax ID reopened', 'EIN/Tax ID Rejected'])
})

test('two people decide the same review: the later one sees what was saved', async ({
  console: page,
  colleague,
  given,
}) => {
  const { orgId } = await given.review()
  await Promise.all([page, colleague].map((it) => it.goto(`/varify-ein/${orgId}`)))
  await choose(ein(colleague), 'Rejected')
  await choose(ein(page), 'Approved')
  await choose(exemption(page), 'Approved')
  await saveHere(colleague)
  await expectLastAct(colleague, 'Rejected EIN')

  await saveHere(page)
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  const status = conflict.getByRole('row', { name: /EIN status/ })
  await expect(status).toContainText('Approved')
  await expect(status).toContainText('Rejected')
  await expect(conflict).toContainText('Samira Haddad saved this review')
  await conflict.getByRole('radio', { name: 'EIN status, theirs' }).check()
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(conflict, 'the exemption cannot be approved for a rejected EIN').toBeHidden()
  await expect(openNext(page)).toHaveAccessibleDescription('Approve the EIN before the exemption, or together with it')
})

test('papers sent again show as resubmitted, by keyboard from the queue', async ({ console: page, given }) => {
  const { orgId, orgName, submitAgain } = await given.review()
  await submitAgain()
  await page.goto('/reviews')
  await expect(page.getByRole('table', { name: 'Reviews' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(orgName)
  await expect(page).toHaveURL(/\/reviews\?q=/)
  const link = page.getByRole('link', { name: `Review ${orgName}` })
  await expect(page.getByRole('link', { name: /^Review / })).toHaveCount(1)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/varify-ein/${orgId}\\?q=`))
  await expect(history(page).first()).toContainText('Resubmitted')
  await page.keyboard.press('a')
  await expect(ein(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  await page.keyboard.press('a')
  await expect(exemption(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Approved both: ${orgName}`)
})

test('rejecting goes to the reason, and the keys write there', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await expect(ein(page)).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect(page.getByLabel('Rejection reason')).toBeFocused()
  await page.keyboard.type('a rare case')
  await expect(exemption(page).getByRole('radio', { name: 'Rejected' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page).toHaveURL(new RegExp(`/varify-ein/${orgId}$`))
  await expect(ein(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect(page.getByLabel('Rejection reason'), 'what was written stays').toHaveValue('a rare case')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.keyboard.press('Control+Enter')
  await saved
  await page.goto(`/varify-ein/${orgId}`)
  await expect(history(page).first()).toContainText('a rare case')
})

test('the keys leave the number alone, and Enter in it decides nothing', async ({ console: page, given }) => {
  const { orgId, taxIdEin } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  const number = page.getByLabel('Tax ID/EIN')
  await number.click()
  for (const key of ['a', 'r', 'Enter']) await page.keyboard.press(key)
  await expect(number).toHaveValue(taxIdEin)
  await expect(ein(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await expect(history(page)).toHaveCount(2)
})

test('a decision is taken back by one key, and its review stands open again', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId, email } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await expect(ein(page)).toBeVisible()
  const before = platform.mail.received.length
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('The decision was taken back. No email was sent.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/varify-ein/${orgId}$`))
  await expect(ein(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await expect(history(page)).toContainText([
    'took the decision back',
    'took the decision back',
    'Approved',
    'Approved',
  ])
  expect(platform.mail.received.slice(before).filter(({ to }) => JSON.stringify(to).includes(email))).toEqual([])
})

test('who goes on to the next review before the answer is told of it all the same', async ({
  console: page,
  given,
}) => {
  const { orgId, orgName } = await given.review()
  await page.goto(`/varify-ein/${orgId}?sort=-waitingSince`)
  await expect(ein(page)).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await expect(exemption(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  const held = Promise.withResolvers<void>()
  await page.route(`**/taxStatus`, async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('Control+Enter')
  await sent
  await page.keyboard.press('j')
  await page.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).not.toHaveURL(new RegExp(orgId))
  const next = page.url()
  held.resolve()
  await expectLastAct(page, `Approved both: ${orgName}`)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(page.url()).toBe(next)
})

test('the next review opens even if its key is pressed before the queue is there', async ({ console: page, given }) => {
  const later = await given.review()
  const { orgId } = await given.review()
  const held = Promise.withResolvers<void>()
  await page.route('**/taxReviews?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/varify-ein/${orgId}?sort=-waitingSince`)
  await expect(ein(page)).toBeVisible()
  await page.keyboard.press('j')
  held.resolve()
  await expect(page).toHaveURL(new RegExp(later.orgId))
})

test('a decision is taken back into the queue in which it was made', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}?sort=-waitingSince&status=ein`)
  await expect(ein(page)).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Undo' }), 'its key stands on it').toContainText('U')
  await expect(page).not.toHaveURL(new RegExp(orgId))
  await page.keyboard.press('u')
  await expect(page.getByText('The decision was taken back. No email was sent.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${orgId}\\?(?=.*status=ein).*sort=-waitingSince`))
})

test('papers that come between the look and the save void the choice', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgId, submitAgain } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await choose(ein(page), 'Approved')
  await choose(exemption(page), 'Approved')
  await writeMessage(page, 'Thank you')
  await submitAgain()
  await saveHere(page)
  await expect(page.getByRole('alert')).toContainText(/submitted new documents .* were not saved/)
  await expect(ein(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await expect(exemption(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await expect(page.getByLabel('Message to the organization admin')).toHaveValue('Thank you')
  await expect(history(page).first(), 'the page was read again').toContainText('Resubmitted')
  await expect(history(page)).toHaveCount(4)
  await choose(ein(page), 'Approved')
  await saveHere(page)
  await expectLastAct(page, 'Approved EIN')
  expect(consoleErrors.filter((error) => !error.includes('409'))).toEqual([])
})

test('the draft of the exemption page shows its fields, takes nothing and leads to the reviews', async ({
  console: page,
}) => {
  await page.goto('/varify-tax-exemption')
  for (const label of ['501(c)(3)', 'EIN', 'Link', 'File', 'Status', 'Message to the organization admin'])
    await expect(page.getByLabel(label, { exact: true })).toBeDisabled()
  const [label, file] = [
    await page.getByText('File', { exact: true }).boundingBox(),
    await page.getByLabel('File').boundingBox(),
  ]
  expect(label!.y + label!.height, 'the label stands above its field').toBeLessThanOrEqual(file!.y)
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText(['', 'Approved', 'Resubmitted', 'Submitted'])
  await expect(page.getByLabel('Status'), 'nothing is decided').toHaveValue('')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('This page is a draft')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Reviews' }).click()
  await expect(page).toHaveURL(/\/reviews$/)
})

import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { afterUndoTime, decision, expectLastAct, history, openNext, saveHere } from './desk.ts'
import { spaced, wordsOf } from './mail-words.ts'
import { expect, expectAccessible, test } from './test.ts'

const TELEPHONE = { width: 390, height: 844 }
const asks = (page: Page) => decision(page).getByRole('region', { name: 'Ask for papers' })
const ask = (page: Page) => decision(page).getByRole('button', { name: 'Ask for papers' })
const reason = (page: Page) => decision(page).getByLabel('Reason', { exact: true })
const letter = (page: Page) => page.getByRole('region', { name: 'Text of the email' })
const languageOf = (page: Page) => page.getByLabel('Letter language')

test('a new submission is asked for by keyboard, and the mail that arrives is the one that was shown', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName, email, submitAgain } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await expect(ask(page)).toBeVisible()
  await page.keyboard.press('s')
  await expect(asks(page).getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('5')
  await expect(asks(page).getByRole('checkbox', { name: 'By-laws' }), 'the fifth').toBeChecked()
  await page.keyboard.press('5')
  await reason(page).focus()
  await page.keyboard.type('s and 5 are no keys while one writes.')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await expectAccessible(page)

  await page.keyboard.press('Tab')
  const kind = decision(page).getByRole('button', { name: 'Letter unreadable' })
  while (!(await kind.evaluate((it) => it === it.ownerDocument.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(kind).toHaveAttribute('aria-pressed', 'true')
  await expect(reason(page)).toHaveValue('The letter cannot be read. Send a clear copy.')
  await page.keyboard.press('5')
  await expect(asks(page).getByRole('checkbox', { name: 'By-laws' })).toBeChecked()

  await expect(letter(page).getByRole('listitem'), 'the letter stands in the place of the paper').toHaveText([
    'By-laws',
  ])
  const shown = spaced(await letter(page).innerText())
  const after = platform.mail.received.length
  await expect(decision(page)).toContainText('Emails Yusuf Rahmani.')
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Asked for papers: ${orgName}`)
  await afterUndoTime(platform)
  const mail = await platform.mail.mailTo(email, /new documents needed/, after)
  expect(mail.subject).toBe(`${orgName}: new documents needed`)
  expect(wordsOf(mail.html)).toContain(shown)
  expect(mail.text).toContain('- By-laws')

  await page.goto(`/varify-ein/${orgId}`)
  await expect(history(page).first()).toContainText('Asked for a new submission')
  await expect(history(page).first()).toContainText('Letter unreadable')
  await expect(history(page).first().getByRole('listitem')).toHaveText(['By-laws'])
  const link = page.getByRole('region', { name: 'Papers link' })
  await expect(link).toContainText('none of 1 yet')
  await expect(decision(page).getByRole('button', { name: /^Remind / })).toBeVisible()
  for (const status of ['EIN status', 'Tax exemption status']) {
    await expect(
      page.getByRole('radiogroup', { name: status, exact: true }).getByRole('radio', { name: 'Pending' }),
    ).toBeChecked()
  }
  await expectAccessible(page)
  await page.goto(`/organization-detail-${orgId}?tab=2`)
  const panel = page.getByRole('region', { name: 'Org Tax ID/EIN' })
  await expect(panel).toContainText(/Asked for documents [A-Z][a-z]{2} \d+/)
  await expect(panel).toContainText('By-laws')
  await expectAccessible(page)
  await page.goto(`/reviews?q=${encodeURIComponent(orgName)}`)
  await expect(page.getByText(/^No .+ match/), 'it waits for papers, and not for a decision').toBeVisible()
  await page.getByRole('tab', { name: 'WAITING FOR PAPERS' }).click()
  await expect(page.getByRole('row', { name: new RegExp(orgName) })).toContainText('in 14 d')

  await submitAgain()
  await page.getByRole('tab', { name: 'WAITING', exact: true }).click()
  await expect(page.getByText('Papers arrived')).toBeVisible()
  await expect(page.getByRole('link', { name: `Review ${orgName}` })).toBeVisible()
  await expect(page.getByText('Asked for documents')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('asking is undone before the letter leaves', async ({ console: page, platform, given }) => {
  const { orgId, email } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await ask(page).click()
  await asks(page).getByRole('checkbox', { name: 'Letter from the bank' }).check()
  await saveHere(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The decision was taken back. No email was sent.')).toBeVisible()
  await expect(history(page)).toContainText(['Request for a new submission undone', 'Asked for a new submission'])
  await expect(page.getByRole('region', { name: 'Papers link' })).toBeHidden()
  expect(
    platform.mail.received.filter(
      ({ recipients, subject }) => recipients.includes(email) && /new documents needed/.test(subject ?? ''),
    ),
  ).toEqual([])
})

test('a decision that is taken back on its page leaves its reason and message in the form', async ({
  console: page,
  given,
}) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  const exemption = page.getByRole('radiogroup', { name: 'Tax exemption status' })
  const message = page.getByLabel('Message to the organization admin')
  await exemption.getByRole('radio', { name: 'Rejected' }).check()
  await page.getByLabel('Rejection reason').fill('The letter is from 2004.')
  await page.getByRole('button', { name: 'Add a message' }).click()
  await message.fill('Please send the newer one.')
  await saveHere(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The decision was taken back. No email was sent.')).toBeVisible()
  await expect(message).toHaveValue('Please send the newer one.')
  await exemption.getByRole('radio', { name: 'Rejected' }).check()
  await expect(page.getByLabel('Rejection reason')).toHaveValue('The letter is from 2004.')

  // What was thrown away stays away.
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: 'Leave page' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goBack()
  await expect(openNext(page)).toBeVisible()
  await expect(message).toBeHidden()
})

test('a rejection asks by itself, and asking leaves something that waits', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  const exemption = page.getByRole('radiogroup', { name: 'Tax exemption status' })
  await exemption.getByRole('radio', { name: 'Rejected' }).check()
  await decision(page).getByRole('button', { name: 'Name differs' }).click()
  await expect(page.getByLabel('Rejection reason')).toHaveValue('The name differs from the IRS record.')
  await ask(page).click()
  await expect(reason(page)).toHaveValue('The name differs from the IRS record.')
  await page.keyboard.press('Escape')
  await expect(exemption.getByRole('radio', { name: 'Pending' })).toBeChecked()
  await ask(page).click()
  await asks(page).getByRole('button', { name: 'Back' }).click()
  await exemption.getByRole('radio', { name: 'Rejected' }).check()
  await expect(page.getByLabel('Rejection reason')).toHaveValue('The name differs from the IRS record.')
  await expect(openNext(page)).toBeEnabled()
})

test('a letter is previewed in English and Urdu, from right to left, and arrives so', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName, email } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await page.getByRole('radiogroup', { name: 'Tax exemption status' }).getByRole('radio', { name: 'Rejected' }).check()
  await decision(page).getByRole('button', { name: 'Exemption revoked' }).click()
  await page.getByLabel('Rejection reason').fill('Revoked on Jan 15, 2022, says the IRS.')
  await decision(page).getByRole('checkbox', { name: 'IRS determination letter' }).check()
  await page.getByRole('button', { name: 'Read it' }).click()
  await expect(letter(page)).toContainText('Revoked on Jan 15, 2022')
  await languageOf(page).selectOption('English and Urdu')

  const urdu = letter(page).locator('[lang=ur]')
  await expect(urdu).toHaveAttribute('dir', 'rtl')
  await expect(urdu).toContainText('استثنیٰ')
  await expect(urdu).toContainText('Revoked on Jan 15, 2022')
  await expect(letter(page).locator('[lang=en]')).toHaveAttribute('dir', 'ltr')
  const edge = (box: { x: number; width: number } | null) => (box?.x ?? 0) + (box?.width ?? 0)
  const greeting = urdu.getByText('السلام علیکم')
  await expect(greeting).toHaveCSS('direction', 'rtl')
  expect(edge(await greeting.boundingBox())).toBeGreaterThan(edge(await letter(page).boundingBox()) - 40)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
  }
  await page.setViewportSize(TELEPHONE)
  await page.getByRole('navigation', { name: 'Parts of the review' }).getByRole('link', { name: 'Document' }).click()
  await urdu.getByText('السلام علیکم').scrollIntoViewIfNeeded()
  await expect(urdu.getByText('السلام علیکم')).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  const shown = spaced(await letter(page).innerText())
  const after = platform.mail.received.length
  await saveHere(page)
  await expectLastAct(page, 'Rejected exemption')
  await afterUndoTime(platform)
  const mail = await platform.mail.mailTo(email, /tax exemption rejected/, after)
  expect(wordsOf(mail.html)).toContain(shown)
  expect(mail.html).toContain('<div lang="ur" dir="rtl"')
  expect(mail.html).toContain(`<bdi>${orgName}</bdi>`)
  expect(mail.text).toContain(`\u2068${orgName}\u2069`)

  await page.goto(`/organization-detail-${orgId}?tab=2`)
  await expect(languageOf(page)).toHaveValue('ur')
  await expect(page.getByRole('region', { name: 'Org Tax ID/EIN' })).toContainText('Exemption revoked')
  await languageOf(page).selectOption('English and Arabic')
  await expect
    .poll(async () => (await given.asked(taxVerification.readTaxStatus, { params: { orgId } })).letterLanguage)
    .toBe('ar')
  expect(consoleErrors).toEqual([])
})

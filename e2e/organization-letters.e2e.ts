import { organizationTeam } from '@hikmah/contract/organization-team'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { unique } from './given.ts'
import { spaced, wordsOf } from './mail-words.ts'
import { expect, expectAccessible, expectFitting, test } from './test.ts'

const TELEPHONE = { width: 390, height: 844 }
const statuses = (page: Page) => page.getByRole('radiogroup', { name: 'Org Status' })
const letters = (page: Page) => page.getByRole('region', { name: 'Text of the email' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

/** The letters wait as long as a status can be changed back; the clock moves past that. */
const afterUndoTime = ({ databaseUrl }: { databaseUrl: string }) =>
  onServer(databaseUrl, [`update mails set next_attempt_at = now() where status = 'queued'`])

async function choose(page: Page, orgId: string, status: string) {
  await page.goto(`/edit-organization-detail-${orgId}`)
  await statuses(page).getByRole('radio', { name: status }).check()
}

test('an organization is blocked and unblocked: each letter is read before it is sent, and what waited follows', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName, email } = await given.review()
  await given.asked(taxVerification.chooseLetterLanguage, { params: { orgId }, body: { letterLanguage: 'ur' } })
  await choose(page, orgId, 'Blocked')
  await expect(page.getByLabel('Reason for the change')).toHaveAccessibleDescription(/not emailed/)
  await page.getByText(`Emails ${email}.`).click()
  await expect(letters(page)).toContainText(`We have blocked ${orgName} on our platform for now.`)
  await expect(letters(page).locator('[lang=ur]')).toHaveAttribute('dir', 'rtl')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.setViewportSize(TELEPHONE)
  await expectFitting(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const shown = spaced(await letters(page).innerText())
  await save(page)
  await expect(page.getByRole('status').filter({ hasText: `${orgName}: Blocked` })).toBeVisible()
  await afterUndoTime(platform)
  const blocked = await platform.mail.mailTo(email, /: blocked$/)
  expect(wordsOf(blocked.html)).toContain(shown)

  await page.goto(`/add-team-member-${orgId}`)
  await expect(page.getByRole('alert')).toContainText(`The invite waits until ${orgName} is unblocked.`)
  await expectAccessible(page)
  const userName = `bilal@${unique()}.example`
  await page.getByLabel('Name', { exact: true }).fill('Bilal Khan')
  await page.getByLabel(/e-?mail/i).fill(userName)
  await page.getByLabel('Application').selectOption('DEENKIOSK')
  await page.getByLabel('Role', { exact: true }).selectOption('Editor')
  await page.getByRole('button', { name: /add role/i }).click()
  await page.getByRole('button', { name: 'Add Now' }).click()
  await expect(page.getByText('Member added')).toBeVisible()
  await page.goto(`/organization-detail-${orgId}?tab=1`)
  await expect(page.getByRole('row', { name: /Bilal Khan/ })).toContainText('not invited yet')
  await page.getByRole('button', { name: 'Resend invite to Bilal Khan' }).click()
  await expect(page.getByText(`The invite waits until ${orgName} is unblocked.`)).toBeVisible()

  const after = platform.mail.received.length
  await choose(page, orgId, 'Onboarding')
  await page.getByText(`Emails ${email}.`).click()
  await expect(letters(page)).toContainText(`${orgName} is no longer blocked on our platform.`)
  await expect(page.getByText('1 email that waited follows.')).toBeVisible()
  const told = spaced(await letters(page).innerText())
  await save(page)
  await expect(page.getByRole('status').filter({ hasText: `${orgName}: Onboarding` })).toBeVisible()
  await afterUndoTime(platform)
  const unblocked = await platform.mail.mailTo(email, /: no longer blocked$/, after)
  expect(wordsOf(unblocked.html)).toContain(told)
  const joining = await platform.mail.mailTo(userName, /^Join the team/)
  expect(joining.text).toContain('/accept-team-invite')
  const { data } = await platform.call(
    organizationTeam.listMembers,
    { query: { orgId } },
    (await platform.signIn()).token,
  )
  expect(data.find((member) => member.userName === userName)?.invitedAt).not.toBeNull()
  expect(consoleErrors).toEqual([])
})

test('approving is undone before the letter leaves, and a new address is told to both', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName, email } = await given.organization()
  await choose(page, orgId, 'Approved')
  await expect(page.getByText(`Emails ${email}.`)).toBeVisible()
  await save(page)
  await expect(page.getByRole('status').filter({ hasText: `${orgName}: Approved` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Onboarding again')).toBeVisible()
  await expect(page.getByText(`No email was sent to ${orgName}.`)).toBeVisible()
  await expect(page.getByRole('main').getByText('Onboarding', { exact: true })).toBeVisible()

  const next = `new@${unique()}.example`
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Org Email').fill(next)
  await page.getByText(`Emails ${email} and ${next}.`).click()
  await expect(letters(page)).toHaveCount(2)
  await expectAccessible(page)
  const shown = spaced(await letters(page).first().innerText())
  await save(page)
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await afterUndoTime(platform)
  for (const address of [email, next]) {
    const mail = await platform.mail.mailTo(address, /: new email address$/)
    expect(wordsOf(mail.html)).toContain(shown)
  }
  const about = platform.mail.received.filter(({ recipients }) => recipients.includes(email))
  expect(about.map(({ subject }) => subject)).not.toContain(`${orgName}: approved`)
  expect(consoleErrors).toEqual([])
})

import { organizations } from '@hikmah/contract/organizations/endpoints'
import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { newEin } from './given.ts'
import { pdfOf } from './pdf.ts'
import type { Platform } from './platform.ts'
import { expect, expectFitting, test } from './test.ts'

const SCAN = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf(['IRS']), 'base64') }

const panel = (page: Page) => page.getByRole('region', { name: 'Papers link' })
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const open = (page: Page, orgId: string) => page.goto(`/organization-detail-${orgId}?tab=2`)
const pathIn = (text: string) => /\/submit-papers\/[\w-]{43}/.exec(text)![0]

async function linkMailed(platform: Platform, email: string, after: number) {
  return pathIn((await platform.mail.mailTo(email, /documents|papers/i, after)).text!)
}

test('staff see what became of the link, send it again, and end it', { tag: '@walk' }, async ({
  console: page,
  colleague,
  platform,
  given,
  consoleErrors,
}) => {
  const { orgId, email } = await given.organization()
  await given.asked(papersLink.revokePapersLink, { params: { orgId } })
  await open(page, orgId)
  await expect(panel(page).getByText('Ended', { exact: true })).toBeVisible()
  await expect(button(page, 'End the link')).toHaveAccessibleDescription('No link is open')

  let before = platform.mail.received.length
  await button(page, 'Send again').dblclick()
  await expect(panel(page).getByRole('status')).toHaveText(
    `A new link was sent to ${email}. Only this one takes papers now.`,
  )
  await expect(panel(page).getByText('Open', { exact: true })).toBeVisible()
  await expect(panel(page)).toContainText('in 14 d')
  const first = await linkMailed(platform, email, before)
  await colleague.goto(first)
  await expect(colleague.getByRole('button', { name: 'Send to Hikmah' })).toBeVisible()
  await colleague.getByLabel('Choose files').setInputFiles(SCAN)
  await expect(colleague.getByText('Uploaded', { exact: true })).toBeVisible()
  await page.reload()
  await expect(panel(page)).toContainText('1 uploaded')
  await expect(panel(page)).not.toContainText('not yet')
  await expectFitting(page)

  before = platform.mail.received.length
  await button(page, 'Send again').click()
  const second = await linkMailed(platform, email, before)
  expect(second).not.toBe(first)
  await colleague.reload()
  await expect(colleague.getByText(/newer link/)).toBeVisible()

  await button(page, 'End the link').click()
  const question = page.getByRole('dialog', { name: 'End the link?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel(page).getByText('Open', { exact: true })).toBeVisible()
  await button(page, 'End the link').click()
  await question.getByRole('button', { name: 'End the link' }).click()
  await expect(panel(page).getByRole('status')).toHaveText('The link was ended.')
  await colleague.goto(second)
  await expect(colleague.getByText(/withdrawn/)).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('a link to copy is new, shown once, and ends the one before it', async ({
  console: page,
  colleague,
  platform,
  given,
}) => {
  const before = platform.mail.received.length
  const { orgId, email } = await given.organization()
  await given.asked(papersLink.sendPapersLink, { params: { orgId }, body: {} })
  const mailed = await linkMailed(platform, email, before)
  await open(page, orgId)
  await button(page, 'Copy link').click()
  const question = page.getByRole('dialog', { name: 'Make a new link to copy?' })
  await expect(question).toContainText('The link that is open now ends')
  await question.getByRole('button', { name: 'Make a new link' }).click()
  const copy = page.getByRole('dialog', { name: 'Papers link to copy' })
  await expect(copy).toContainText('It is shown only now')
  const path = pathIn(await copy.getByLabel('Link').inputValue())
  await copy.getByRole('button', { name: 'Done' }).click()
  await expect(panel(page)).toContainText('Copied by Samira Haddad')
  await colleague.goto(mailed)
  await expect(colleague.getByText(/newer link/)).toBeVisible()
  await colleague.goto(path)
  await expect(colleague.getByRole('button', { name: 'Send to Hikmah' })).toBeVisible()
})

test('papers that came by mail are attached under the name of whoever attaches them', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName } = await given.organization()
  await open(page, orgId)
  await button(page, 'Attach papers').click()
  const dialog = page.getByRole('dialog', { name: `Attach papers of ${orgName}` })
  const save = dialog.getByRole('button', { name: 'Attach papers' })
  await save.click()
  await expect(dialog.getByLabel('Tax ID/EIN')).toHaveAccessibleDescription(/Enter 9 digits/)
  await expect(dialog.getByLabel('How the papers came')).toHaveAccessibleDescription('Say how the papers came')
  const ein = newEin()
  await dialog.getByLabel('Tax ID/EIN').pressSequentially(ein.replace('-', ''))
  await dialog.getByLabel('The organization claims a tax exemption').check()
  await dialog.getByLabel('How the papers came').selectOption('By mail')
  const large = { ...SCAN, name: 'large.pdf', buffer: Buffer.alloc(10 * 1_048_576 + 1, 'x') }
  await dialog.getByLabel('Papers', { exact: true }).setInputFiles([SCAN, large])
  await expect(dialog.getByText('large.pdf: At most 10 MB')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove large.pdf' }).click()
  const six = Array.from({ length: 5 }, (_, i) => ({ ...SCAN, name: `page ${i}.pdf` }))
  await dialog.getByLabel('Papers', { exact: true }).setInputFiles(six)
  await expect(dialog.getByText('At most 5 documents')).toBeVisible()
  for (const { name } of six) await dialog.getByRole('button', { name: `Remove ${name}` }).click()
  await expectFitting(page)
  const whole = {
    ...SCAN,
    name: 'ten megabytes.pdf',
    buffer: Buffer.concat([SCAN.buffer, Buffer.alloc(10 * 1_048_576 - SCAN.buffer.length, '%')]),
  }
  const rest = Array.from({ length: 3 }, (_, i) => ({ ...whole, name: `whole ${i}.pdf` }))
  for (const one of [whole, ...rest]) await dialog.getByLabel('Papers', { exact: true }).setInputFiles(one)
  await save.click()
  await expect(panel(page).getByRole('status')).toHaveText('5 papers attached.', { timeout: 60_000 })
  const { events, documents } = await given.asked(taxVerification.readTaxStatus, { params: { orgId } })
  expect(documents).toHaveLength(5)
  expect(events.at(-1)).toMatchObject({
    status: 'Submitted',
    by: 'Samira Haddad',
    messages: [{ title: 'How the papers came', message: 'By mail' }],
  })
  await page.goto(`/varify-ein/${orgId}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('By mail')
  await expect(page.getByLabel('Tax ID/EIN')).toHaveValue(ein)
  expect(consoleErrors).toEqual([])
})

test('a blocked organization gets no link, and who may not decide sees how it stands alone', async ({
  console: page,
  browserOf,
  given,
}) => {
  const { orgId } = await given.organization()
  await given.asked(organizations.changeOrganizationStatus, { params: { id: orgId }, body: { status: 'blocked' } })
  await open(page, orgId)
  for (const name of ['Send again', 'Copy link'])
    await expect(button(page, name)).toHaveAccessibleDescription(
      'The organization is blocked. Unblock it before you ask for papers.',
    )
  await expect(button(page, 'Attach papers')).toHaveAccessibleDescription(
    'The organization is blocked. Unblock it before you attach papers.',
  )
  await expect(panel(page)).toContainText('takes no papers until it is unblocked')

  const manager = await browserOf(await given.staff('hikmah_manager'))
  await open(manager, orgId)
  await expect(panel(manager)).toContainText('takes no papers until it is unblocked')
  await expect(panel(manager).getByRole('button')).toHaveCount(0)
})

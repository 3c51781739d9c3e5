import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { newEin } from './given.ts'
import { pdfOf } from './pdf.ts'
import type { Platform } from './platform.ts'
import { expect, expectFitting, type Given, test } from './test.ts'

const LETTER = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf(['IRS']), 'base64') }

/** An organization whose papers were rejected, and the path of the link in the letter. */
async function rejected(given: Given, platform: Platform, letterLanguage: 'en' | 'ar' | 'ur' = 'en') {
  const organization = await given.organization()
  const params = { orgId: organization.orgId }
  if (letterLanguage !== 'en')
    await given.asked(taxVerification.chooseLetterLanguage, { params, body: { letterLanguage } })
  await given.asked(taxVerification.decideTaxReview, {
    params,
    body: {
      taxIdEinDetail: { status: 'Rejected' },
      taxExemptDetail: { status: 'Rejected' },
      reason: 'Page 2 is cut off.',
      missing: ['determination-letter'],
    },
  })
  const mail = await platform.mail.mailTo(organization.email, /rejected/)
  return { ...organization, path: /\/submit-papers\/[\w-]{43}/.exec(mail.text!)![0] }
}

const send = (page: Page) => page.getByRole('button', { name: 'Send to Hikmah' })

test('a mosque sends its papers with the link from the letter, and sees where the review stands', async ({
  page,
  platform,
  given,
  consoleErrors,
}) => {
  const { path, orgName, orgId } = await rejected(given, platform)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Send the tax documents of \u2068${orgName}\u2069`)
  await expect(page.getByText('Page 2 is cut off.')).toBeVisible()
  await expect(page.getByText('IRS determination letter').first()).toBeVisible()

  await send(page).click()
  await expect(page.getByText('An EIN has nine digits.')).toBeVisible()
  await expect(page.getByText('Add your letter, or say below that you have none.')).toBeVisible()
  const ein = newEin()
  await page.getByLabel('Employer Identification Number').pressSequentially(ein.replace('-', ''))
  await expect(page.getByLabel('Employer Identification Number')).toHaveValue(ein)
  await page.getByLabel('Choose files').setInputFiles(LETTER)
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  await expectFitting(page)

  await page.reload()
  await expect(page.getByLabel('Employer Identification Number')).toHaveValue(ein)
  await expect(page.getByText('letter.pdf')).toBeVisible()
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your papers')
  await expect(page.getByText('In review').first()).toBeVisible()
  await expectFitting(page)

  const status = await given.asked(taxVerification.readTaxStatus, { params: { orgId } })
  expect(status).toMatchObject({ taxIdEin: ein, documents: [{ name: 'letter.pdf' }] })
  await given.asked(taxVerification.decideTaxReview, {
    params: { orgId },
    body: { taxIdEinDetail: { status: 'Approved' }, taxExemptDetail: { status: 'Approved' } },
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your papers are reviewed')
  await expect(page.getByText('Approved')).toHaveCount(2)
  expect(consoleErrors).toEqual([])
})

test('an upload goes on where the connection was lost', async ({ page, platform, given }) => {
  const { path } = await rejected(given, platform)
  const large = { ...LETTER, buffer: Buffer.concat([LETTER.buffer, Buffer.alloc(900_000, '%')]) }
  await page.goto(path)
  const sent: string[] = []
  await page.route('**/documents?*', (route) => {
    sent.push(new URL(route.request().url()).searchParams.get('at')!)
    return sent.length === 2 ? route.abort() : route.continue()
  })
  await page.getByLabel('Choose files').setInputFiles(large)
  await expect(page.getByText(/^Uploaded, /)).toBeVisible()
  expect(sent).toEqual(['0', '262144', '262144', '524288', '786432'])
})

test('the page is in the language of the letter, from right to left', async ({ page, platform, given }) => {
  const { path } = await rejected(given, platform, 'ar')
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('button', { name: 'إرسال إلى حكمة' })).toBeVisible()
  await page.getByLabel(/رقم تعريف صاحب العمل/).fill('841234567')
  await expectFitting(page)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.getByLabel('Employer Identification Number')).toHaveValue('84-1234567')
})

test('a link that is not known says so', async ({ page }) => {
  await page.goto(`/submit-papers/${'a'.repeat(43)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not known')
  await expectFitting(page)
})

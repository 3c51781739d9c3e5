import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { devices, type Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { newEin } from './given.ts'
import { pdfOf } from './pdf.ts'
import { linkIn, type Platform } from './platform.ts'
import { expect, expectAccessible, expectFitting, type Given, slowNetwork, test } from './test.ts'

const LETTER = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf(['IRS']), 'base64') }

/** An organization whose papers were rejected, and the path of the link that it was mailed. */
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
  // The letter itself leaves when the decision can no longer be undone.
  const { url } = await given.asked(papersLink.sendPapersLink, { params, body: {} })
  const mail = await platform.mail.mailTo(organization.email, /send your tax documents/)
  const { pathname } = new URL(url)
  expect(mail.text).toContain(pathname)
  return { ...organization, path: pathname }
}

const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send to Hikmah' })

test('a mosque sends its papers with the link from the letter, and sees where the review stands', async ({
  page,
  platform,
  given,
  consoleErrors,
}) => {
  const { path, orgName, orgId } = await rejected(given, platform)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`We need two things for \u2068${orgName}\u2069`)
  await expect(page.getByText('Page 2 is cut off.')).toBeVisible()
  await expect(page.getByText('IRS determination letter').first()).toBeVisible()

  await send(page).click()
  await expect(page.getByText('An EIN has nine digits.')).toBeVisible()
  await expect(page.getByText('Add your letter, or say below that you have none.')).toBeVisible()
  const ein = newEin()
  await page.getByLabel('Employer Identification Number').pressSequentially(ein.replace('-', ''))
  await expect(page.getByLabel('Employer Identification Number')).toHaveValue(ein)
  const content = JSON.stringify(LETTER.buffer.toString('latin1'))
  const dropped = await page.evaluateHandle(`(() => {
    const held = new DataTransfer()
    held.items.add(new File([${content}], 'letter.pdf', { type: 'application/pdf' }))
    return held
  })()`)
  await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(uploaded(page)).toBeVisible()
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
  await expect(uploaded(page)).toBeVisible()
  expect(sent).toEqual(['0', '262144', '262144', '524288', '786432'])
})

test('on a slow line the progress is told, and what a closed page cut off goes on when the file is chosen again', async ({
  page,
  platform,
  given,
}) => {
  const { path } = await rejected(given, platform)
  const large = { ...LETTER, buffer: Buffer.concat([LETTER.buffer, Buffer.alloc(900_000, '%')]) }
  await page.goto(path)
  await page.getByLabel('Employer Identification Number').fill(newEin())
  const network = await slowNetwork(page, { uploadThroughput: 150_000 })
  await page.getByLabel('Choose files').setInputFiles(large)
  const progress = page.getByRole('progressbar', { name: 'letter.pdf' })
  await expect(page.getByText(/^\d\d%, \d+ seconds? left$/)).toBeVisible()
  await expect(progress).toHaveAttribute('value', /^[1-9]/)
  await expect(page.getByText('A file is still uploading')).toHaveRole('status')
  await expect(send(page)).toBeDisabled()
  await network.detach()
  await page.route('**/documents?*', (route) => route.abort())
  await page.reload()

  const again = page.getByText('Not complete. Choose this file again, and the upload goes on where it stopped.')
  await expect(again).toBeVisible()
  await send(page).click()
  await expect(page.getByText('Not every file is uploaded. Try it again, or remove it.')).toBeVisible()
  await expectFitting(page)
  await page.unroute('**/documents?*')
  const begins: string[] = []
  page.on('request', (request) => {
    const at = new URL(request.url()).searchParams.get('at')
    if (at) begins.push(at)
  })
  await page.getByLabel('Choose files').setInputFiles(large)
  await expect(uploaded(page)).toBeVisible()
  expect(Number(begins[0])).toBeGreaterThan(0)
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your papers')
})

test('a connection that is lost for longer is said beside the file, and Retry goes on from there', async ({
  page,
  platform,
  given,
}) => {
  const { path } = await rejected(given, platform)
  await page.clock.install()
  await page.goto(path)
  const row = page.getByRole('listitem').filter({ hasText: 'letter.pdf' })
  await page.route('**/documents?*', (route) => route.abort())
  await page.getByLabel('Choose files').setInputFiles(LETTER)
  for (const ms of [1000, 3000, 8000]) {
    await page.waitForRequest('**/documents?*').catch(() => undefined)
    await page.clock.runFor(ms)
  }
  await expect(row.getByText('The connection was lost at 0%. The upload goes on from there.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/documents?*')
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(uploaded(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
})

test('what cannot be sent is said beside the file, and what was filled in stays', async ({ page, platform, given }) => {
  const { path } = await rejected(given, platform)
  await page.goto(path)
  const ein = newEin()
  await page.getByLabel('Employer Identification Number').fill(ein)
  const choose = page.getByLabel('Choose files')
  await choose.setInputFiles({ name: 'letter.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') })
  await expect(page.getByText('Not a PDF or picture. Save it as PDF, or send a photo as JPEG or PNG.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove letter.heic' }).click()
  await choose.setInputFiles({ ...LETTER, name: 'large.pdf', buffer: Buffer.alloc(10 * 1_048_576 + 1) })
  await expect(page.getByText('Larger than 10 MB. Save it smaller, or send fewer pages.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove large.pdf' }).click()
  await choose.setInputFiles([1, 2, 3, 4, 5, 6].map((n) => ({ ...LETTER, name: `page-${n}.pdf` })))
  await expect(page.getByText('At most 5 documents. Remove one first.')).toBeVisible()
  await expect(uploaded(page)).toHaveCount(5)

  await page.route('**/submit', (route) => route.abort())
  await send(page).click()
  await expect(page.getByText(/The server is not responding/)).toBeVisible()
  await expect(page.getByLabel('Employer Identification Number')).toHaveValue(ein)
  await expect(uploaded(page)).toHaveCount(5)
  // The papers arrive, and the answer does not.
  await page.unroute('**/submit')
  await page.route('**/submit', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page).click()
  await expect(page.getByText(/The server is not responding/)).toBeVisible()
  await page.unroute('**/submit')
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your papers')
})

test('a file that could not be uploaded is not left out in silence', async ({ page, platform, given }) => {
  const { path } = await rejected(given, platform)
  await page.goto(path)
  await page.getByLabel('Employer Identification Number').fill(newEin())
  const unfit = { name: 'letter.heic', mimeType: 'image/heic', buffer: Buffer.from('heic') }
  await page.getByLabel('Choose files').setInputFiles(unfit)
  await page.getByLabel('Choose files').setInputFiles(LETTER)
  await expect(uploaded(page)).toBeVisible()
  await send(page).click()
  await expect(page.getByText('Not every file is uploaded. Try it again, or remove it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove letter.heic' }).click()
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We have your papers' })).toBeFocused()
})

test('a photo is taken where there is a camera, and the page works by keyboard alone', async ({
  browser,
  platform,
  given,
}) => {
  const { path } = await rejected(given, platform)
  const phone = await browser.newContext({ ...devices['iPhone 13'], baseURL: platform.url })
  const page = await phone.newPage()
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  const camera = page.getByLabel('Take a photo').and(page.locator('input'))
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles({ ...LETTER, name: 'image.jpg' })
  await expect(uploaded(page)).toBeVisible()
  await page.getByLabel('Employer Identification Number').focus()
  await page.keyboard.type(newEin())
  for (const name of [
    'Our organization is tax-exempt',
    'Remove image.jpg',
    'Choose files',
    'Take a photo',
    'We have no letter',
  ]) {
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}`))
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your papers')
  await phone.close()
})

const languages = {
  ar: { send: 'إرسال إلى حكمة', ein: /رقم تعريف صاحب العمل/, lang: 'ar' },
  ur: { send: 'حکمہ کو بھیجیں', ein: /آجر کا شناختی نمبر/, lang: 'ur' },
}
for (const [language, words] of Object.entries(languages)) {
  test(`the page is in the language of the letter, from right to left: ${language}`, async ({
    page,
    platform,
    given,
  }) => {
    const { path } = await rejected(given, platform, language as 'ar' | 'ur')
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('lang', words.lang)
    await expect(page.getByRole('button', { name: words.send })).toBeVisible()
    await page.getByLabel(words.ein).fill('841234567')
    await page.locator('input[type=file]').first().setInputFiles(LETTER)
    await expect(page.getByRole('listitem').filter({ hasText: 'letter.pdf' })).toBeVisible()
    await expectFitting(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.getByLabel('Employer Identification Number')).toHaveValue('84-1234567')
  })
}

test('a link that was withdrawn or replaced says so', async ({ page, platform, given }) => {
  const { path, orgId } = await rejected(given, platform)
  const params = { orgId }
  const { url } = await given.asked(papersLink.sendPapersLink, { params, body: { isSent: false } })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is a newer link')
  await given.asked(papersLink.revokePapersLink, { params })
  await page.goto(new URL(url).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was withdrawn')
  await expectFitting(page)
})

const expire = (platform: Platform, orgId: string) =>
  onServer(platform.databaseUrl, [`update papers_links set expires_at = now() where organization_id = '${orgId}'`])

test('whoever comes too late is mailed a new link, by which what was uploaded is still there', async ({
  page,
  platform,
  given,
}) => {
  const { path, orgId, email } = await rejected(given, platform)
  await page.goto(path)
  await page.getByLabel('Choose files').setInputFiles(LETTER)
  await expect(uploaded(page)).toBeVisible()
  await expire(platform, orgId)
  await page.getByLabel('Employer Identification Number').fill(newEin())
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
  await expectFitting(page)

  const before = platform.mail.received.length
  await page.getByRole('button', { name: 'Email me a new link' }).click()
  await expect(page.getByRole('status')).toHaveText('A new link is on its way to the email address we have on file.')
  await expect(page.getByText('Ask for a new one.')).toBeHidden()
  await expectAccessible(page)
  const mail = await platform.mail.mailTo(email, /send your tax documents/, before)
  await page.goto(new URL(linkIn(mail)).pathname)
  await expect(uploaded(page)).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is a newer link')
})

test('what the server refuses is said in the language of the page', async ({ browser, platform, given }) => {
  const { path, orgId } = await rejected(given, platform, 'ar')
  const address = { 'x-forwarded-for': '203.0.113.91' }
  const context = await browser.newContext({ baseURL: platform.url, locale: 'ar', extraHTTPHeaders: address })
  const page = await context.newPage()
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(path)
  await page.route('**/submit', (route) => route.abort())
  await page.getByLabel(languages.ar.ein).fill(newEin())
  await page.getByLabel('ليس لدينا خطاب').check()
  await page.getByRole('button', { name: languages.ar.send }).click()
  await expect(page.getByRole('alert')).toContainText('الخادم لا يستجيب.')
  await expectAccessible(page)

  // Asked for three times already: each time as if the link before had expired.
  const holdAgain = `update papers_links set expires_at = now(), replaced_by = null where organization_id = '${orgId}'`
  const renewal = `${platform.url}/api/organizations/papers/${path.split('/')[2]}/renew`
  for (let n = 0; n < 3; n += 1) {
    await onServer(platform.databaseUrl, [holdAgain])
    expect((await fetch(renewal, { method: 'POST' })).status).toBe(200)
  }
  await onServer(platform.databaseUrl, [holdAgain])
  await page.goto(path)
  await expect(heading).toHaveText('انتهت صلاحية هذا الرابط')
  await page.getByRole('button', { name: 'أرسلوا إليّ رابطًا جديدًا' }).click()
  await expect(page.getByRole('alert')).toContainText('أرسلنا رابطًا جديدًا من قبل.')

  for (let n = 0; n < 50; n += 1) {
    const unknown = `${'B'.repeat(40)}${String(n).padStart(3, '0')}`
    await fetch(`${platform.url}/api/organizations/papers/${unknown}`, { headers: address })
  }
  await page.goto(path)
  await expect(heading).toHaveText('تعذّر تحميل الصفحة')
  await expect(page.getByText('فُتحت من شبكتكم روابط خاطئة كثيرة.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/[A-Za-z]/)
  await expectFitting(page)
  await context.close()
})

test('at 320 px nothing stands on anything else', async ({ page, platform, given }) => {
  const { path } = await rejected(given, platform)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(path)
  const count = await page.getByText('0 of 9 digits').boundingBox()
  const label = await page.getByText('Employer Identification Number (EIN)').boundingBox()
  expect(count!.y + count!.height).toBeLessThanOrEqual(label!.y)
})

test('a link that has ended says so in the language of its letter', async ({ page, platform, given }) => {
  const { path, orgId } = await rejected(given, platform, 'ur')
  await expire(platform, orgId)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('یہ لنک ختم ہو گیا ہے')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
})

test('the page is kept by no browser and told to no other page', async ({ page, platform, given }) => {
  const { path } = await rejected(given, platform)
  const answer = await page.goto(path)
  expect(answer!.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})

test('a link that is not known says so', async ({ page }) => {
  await page.goto(`/submit-papers/${'a'.repeat(43)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not known')
  await expectFitting(page)
})

import type { Input } from '@hikmah/contract/endpoint'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Locator, Page } from '@playwright/test'
import { picture, unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
/** The value beside a term, in the facts of the organization. */
const fact = (page: Page, term: string) =>
  page.getByRole('region', { name: 'ORG DETAIL' }).locator('dl > div', { hasText: term }).getByRole('definition')

test('a name in Arabic and Latin reads in one order wherever it stands', async ({ console: page, given }) => {
  const orgName = `مسجد النور Masjid ${unique()}`
  const { orgId } = await given.review(orgName)
  const placesOf = (part: Locator) =>
    part.evaluate((element, words) => {
      const document = element.ownerDocument
      const texts = document.createTreeWalker(element, 4)
      let text = texts.nextNode()
      while (text && !text.textContent?.includes(words[0]!)) text = texts.nextNode()
      return words.map((word) => {
        const range = document.createRange()
        const start = text?.textContent?.indexOf(word) ?? 0
        range.setStart(text ?? element, start)
        range.setEnd(text ?? element, text ? start + word.length : 0)
        return range.getBoundingClientRect().left
      })
    }, orgName.split(' '))
  const expectRightToLeft = (part: Locator) =>
    expect(async () => {
      const [arabic, latin] = await placesOf(part)
      expect(arabic).toBeGreaterThan(latin!)
    }).toPass()
  await page.goto(`/organization-detail-${orgId}`)
  const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expectRightToLeft(page.getByRole('heading', { level: 1 }))
  await expectRightToLeft(trail.getByText(orgName))
  await expectRightToLeft(page.getByRole('navigation', { name: 'Main' }).getByText(orgName))
  await page.goto(`/edit-organization-detail-${orgId}`)
  await expectRightToLeft(trail.getByRole('link', { name: orgName }))
  for (const list of ['/admin-organization', '/reviews']) {
    await page.goto(`${list}?q=${encodeURIComponent(orgName)}`)
    await expectRightToLeft(page.getByRole('row').filter({ hasText: orgName }).getByText(orgName).first())
  }
  await page.goto(`/varify-ein/${orgId}`)
  await expectRightToLeft(page.getByRole('heading', { level: 1 }))
  await expectRightToLeft(page.getByRole('navigation', { name: 'Reviews waiting' }).getByText(orgName).first())
  await page.goto('/dashboard-stats')
  const activities = page.getByRole('complementary', { name: 'Activities' })
  await expectRightToLeft(activities.getByRole('listitem').filter({ hasText: orgName }).first())
  const { code, email } = await given.invite(orgName)
  await page.goto(`/accept-invite?code=${code}&email=${encodeURIComponent(email)}`)
  await expectRightToLeft(page.getByRole('heading', { level: 1, name: orgName }))
})

test('every field of an organization is edited and shows on its page', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgId } = await given.organization()
  const orgName = `Darul Uloom ${unique()}`
  await page.goto(`/organization-detail-${orgId}`)
  for (const tab of ['ORG DETAIL', 'TEAM MEMBERS', 'VERIFICATION', 'LOGS']) {
    await expect(page.getByRole('tab', { name: tab })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'ORG DETAIL' }).getByRole('term')).toHaveText([
    'Org Type',
    'Phone',
    'Address',
    'Shortname',
    'Org Email',
    'Website',
    'Icon',
    'Tax Exempted',
    'Referred By',
    'Logo',
  ])
  await page.getByRole('link', { name: 'Edit Organization' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/edit-organization-detail-${orgId}$`))
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveAccessibleDescription('No changes yet')
  await field('Organization Name').fill(orgName)
  await expect(page.getByText(`${orgName.length}/50`)).toBeVisible()
  await field('Shortname').fill('a name that is far too long')
  await expect(page.getByText('27/15')).toBeVisible()
  await field('Shortname').blur()
  await expect(field('Shortname')).toHaveAccessibleDescription(/At most 15 characters/)
  await save(page)
  await expect(field('Shortname')).toBeFocused()
  await field('Shortname').fill('uloom')

  await expect(field('Org Type').getByRole('option')).toHaveText([
    'None',
    'Masjid/Islamic Center',
    'Madarsa/Islamic Center',
    'Others',
  ])
  await field('Org Type').selectOption('Madarsa/Islamic Center')
  await field('Referred By').fill('Imam Siddiq')
  await field('Org Email').fill('salam@uloom.example')
  await expect(field('Website')).toHaveValue('https://')
  await field('Website').press('End')
  await field('Website').press('Backspace')
  await expect(field('Website')).toHaveValue('https://')
  await field('Website').pressSequentially('uloom.example')
  await expect(field('Website')).toHaveValue('https://uloom.example')
  await field('Website').press('Home')
  for (let sign = 0; sign < 3; sign += 1) await field('Website').press('Shift+ArrowRight')
  await field('Website').press('Delete')
  await expect(field('Website')).toHaveValue('https://uloom.example')
  await field('Primary phone').fill('5105550101')
  await field('Secondary phone').fill('+442079460958')
  await field('Address line 1').fill('12 Station Road')
  await field('Suite').fill('4b')
  await field('City').fill('Houston')
  await field('State').selectOption('Texas')
  await field('Country').fill('United States')
  await field('Postal code').fill('77001')
  await field('Icon').setInputFiles(await picture('dome.png', 48))
  await expect(page.getByRole('img', { name: 'Icon' })).toBeVisible()
  await field('Logo').setInputFiles(await picture('banner.png', 96))
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Org Status' }).getByRole('radio', { name: 'Blocked' }).check()
  await field('Reason for the change').fill('They asked for a pause')
  await expectAccessible(page)
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await save(page)
  expect((await saving).postDataJSON()).toMatchObject({ orgName, deen_fund_side_info: {} })

  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orgName)
  await expect(page.getByRole('main').getByText('Blocked', { exact: true }).first()).toBeVisible()
  await expect(fact(page, 'Org Type')).toHaveText('Madarsa/Islamic Center')
  await expect(fact(page, 'Shortname')).toHaveText('uloom')
  await expect(fact(page, 'Phone')).toHaveText('(510) 555-0101 primary+442079460958 secondary')
  await expect(fact(page, 'Address')).toHaveText('12 Station Road, 4bHouston, TX 77001United States')
  await expect(fact(page, 'Org Email')).toHaveText('salam@uloom.example')
  await expect(fact(page, 'Website').getByRole('link')).toHaveAttribute('href', 'https://uloom.example')
  await expect(fact(page, 'Referred By')).toHaveText('Imam Siddiq')
  for (const [name, file] of [
    ['Icon', 'dome.png'],
    ['Logo', 'banner.png'],
  ] as const) {
    await expect(fact(page, name)).toContainText(file)
    await expect(fact(page, name).getByRole('img', { name })).not.toHaveJSProperty('naturalWidth', 0)
  }
  expect(consoleErrors).toEqual([])

  await page.getByRole('tab', { name: 'LOGS' }).click()
  const logs = page.getByRole('table', { name: 'Agreements log' })
  await expect(logs.getByRole('columnheader')).toHaveText([
    'User',
    'Type',
    'Time',
    'IP',
    'Browser',
    'OS',
    'Device',
    'Log',
  ])
  await expect(logs.getByRole('row', { name: /terms/ })).toContainText(
    /[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d:\d\d [ap]m/,
  )
})

test('what is no picture is refused under its field and nothing is lost', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/edit-organization-detail-${orgId}`)
  await page.getByLabel('Shortname').fill('kept')
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('notes.txt is not a PNG, JPEG, WebP or GIF image.')).toBeVisible()
  await logo.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(1_200_000) })
  await expect(page.getByText(/big\.png is 1\.1 MB; the limit is 1\.0 MB/)).toBeVisible()
  const refused = page.waitForResponse(/\/api\/media$/)
  await logo.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') })
  expect((await refused).status()).toBe(400)
  await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeEnabled()
  await expect(page.getByRole('img', { name: 'Logo' })).toBeHidden()
  await logo.setInputFiles(await picture('true.png'))
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await expect(page.getByRole('img', { name: 'Logo' })).toBeHidden()
  await expect(page.getByLabel('Shortname')).toHaveValue('kept')
})

test('approving with open tax papers warns and does not hinder', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  await page.goto(`/edit-organization-detail-${orgId}`)
  const statuses = page.getByRole('radiogroup', { name: 'Org Status' })
  await statuses.getByRole('radio', { name: 'Approved' }).check()
  await expect(page.getByRole('alert')).toContainText('Tax ID/EIN (Pending), Tax Exemption (Pending)')
  await save(page)
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}`))
  await expect(statuses).toBeHidden()
  await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible()
})

test('two people edit the same organization: theirs and yours stand side by side', async ({
  console: page,
  colleague,
  given,
}) => {
  const { orgId } = await given.organization()
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-organization-detail-${orgId}`)))
  await colleague.getByLabel('Shortname').fill('theirs')
  await colleague.getByLabel('City').fill('Austin')
  await save(colleague)
  await expect(colleague.getByText('Saved Successfully!')).toBeVisible()

  await page.getByLabel('Shortname').fill('mine')
  await page.getByLabel('Referred By').fill('Amina')
  await save(page)
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('row', { name: /Shortname/ })).toContainText('mine')
  await expect(conflict.getByRole('row', { name: /Shortname/ })).toContainText('theirs')
  // Neither what they left alone nor what I did is to be chosen.
  await expect(conflict.getByRole('radio')).toHaveCount(2)
  await expect(conflict.getByRole('listitem')).toHaveText(['City: Austin'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(conflict).toBeHidden()
  await expect(page.getByLabel('Shortname')).toHaveValue('mine')
  await save(page)
  await conflict.getByRole('radio', { name: 'Shortname, theirs' }).check()
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(fact(page, 'Shortname')).toHaveText('theirs')
  await expect(fact(page, 'Referred By')).toHaveText('Amina')
  await expect(fact(page, 'Address')).toContainText('Austin')
})

test('unsaved changes are asked about before the page is left', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/organization-detail-${orgId}`)
  await page.getByRole('link', { name: 'Edit Organization' }).first().click()
  await page.getByLabel('Shortname').fill('unsaved')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Back to Organizations' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Shortname')).toHaveValue('unsaved')
  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/edit-organization-detail-/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}$`))
  await expect(fact(page, 'Shortname')).toHaveText('–')
})

test('an organization is edited on a telephone', async ({ console: page, given }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { orgId, orgName } = await given.organization()
  await page.goto(`/admin-organization?q=${encodeURIComponent(orgName)}`)
  await page.getByRole('link', { name: `see details of ${orgName}` }).click()
  await page.getByRole('link', { name: 'Edit Organization' }).first().click()
  await page.getByLabel('City').fill('El Paso')
  await save(page)
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${orgId}$`))
  await expect(fact(page, 'Address')).toContainText('El Paso')
  await page.getByRole('tab', { name: 'LOGS' }).click()
  await expect(page.getByText(/\d{4}, \d{1,2}:\d\d:\d\d [ap]m/).first()).toBeVisible()
})

test('once both reviews are approved, approving the organization is the next step', { tag: '@walk' }, async ({
  console: page,
  browserOf,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName, email } = await given.review()
  const approve = page.getByRole('button', { name: 'Approve organization' })
  const decide = (body: Input<typeof taxVerification.decideTaxReview>['body']) =>
    given.asked(taxVerification.decideTaxReview, { params: { orgId }, body })
  await decide({ taxIdEinDetail: { status: 'Approved' } })
  await page.goto(`/organization-detail-${orgId}`)
  await expect(page.getByRole('link', { name: /^Review, / })).toBeVisible()
  await expect(approve).toBeHidden()

  await decide({ taxExemptDetail: { status: 'Approved' } })
  const manager = await browserOf(await given.staff('hikmah_manager'))
  await manager.goto(`/organization-detail-${orgId}`)
  await expect(manager.getByRole('heading', { level: 1, name: orgName })).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Approve organization' })).toBeHidden()

  await page.reload()
  await approve.click()
  const question = page.getByRole('dialog', { name: `Approve ${orgName}?` })
  await question.getByText(`Emails ${email}.`).click()
  await expect(question).toContainText(`We have approved ${orgName} on our platform.`)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Approve organization' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${orgName}: Approved` })).toBeVisible()
  await expect(page.getByRole('main').getByText('Approved', { exact: true }).first()).toBeVisible()
  await expect(approve).toBeHidden()

  // A blocked organization is unblocked first.
  await given.asked(organizations.changeOrganizationStatus, { params: { id: orgId }, body: { status: 'blocked' } })
  await page.reload()
  await expect(page.getByText('Blocked', { exact: true }).first()).toBeVisible()
  await expect(approve).toBeHidden()
  expect(consoleErrors).toEqual([])
})

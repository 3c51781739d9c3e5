import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { expectLastAct } from './desk.ts'
import { freeMac, picture, unique } from './given.ts'
import { notOnThePage } from './keyboard.ts'
import { expect, test } from './test.ts'

/** Works by keys alone and counts them; what is typed into a field does not count. */
function atTheKeyboard(page: Page) {
  let count = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key)
        count += 1
        await notOnThePage(page)
      }
    },
    type: (text: string) => page.keyboard.type(text),
    /** Opens the search over everything and takes the first thing it finds. */
    async find(text: string) {
      // It stands there once the server has said who one is.
      await page.getByRole('button', { name: 'Search' }).waitFor()
      await this.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
      await this.type(text)
      await this.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    atMost(most: number, job: string) {
      console.info(`${job}: ${count} keys`)
      expect(count, job).toBeLessThanOrEqual(most)
    },
  }
}

const focused = (page: Page, label: string) => expect(page.getByLabel(label, { exact: true })).toBeFocused()

test('an organization is invited with 8 keys', async ({ console: page }) => {
  const orgName = `Masjid ${unique()}`
  await page.goto('/dashboard')
  await page.getByRole('table').waitFor()
  const keys = atTheKeyboard(page)
  await keys.find('invite organization')
  await focused(page, 'Organization Name')
  await keys.type(orgName)
  await keys.press('Tab')
  await keys.type('Yusuf Rahmani')
  await keys.press('Tab')
  await keys.type(`office@${unique()}.example`)
  await keys.press('Tab')
  await keys.type('5105550142')
  await keys.press('Control+Enter')
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  await notOnThePage(page)
  keys.atMost(8, 'Invite an organization')
})

test('three clear reviews are decided with 9 keys, one after the other', async ({ console: page, platform, given }) => {
  const waiting = [await given.review(), await given.review(), await given.review()]
  await page.goto(`/varify-ein/${waiting[0]!.orgId}`)
  const keys = atTheKeyboard(page)
  for (const { orgName } of waiting) {
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(orgName) })).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'EIN status' })).toBeVisible()
    await keys.press('a', 'a', 'Control+Enter')
    await expectLastAct(page, `Approved both: ${orgName}`)
    await notOnThePage(page)
  }
  keys.atMost(9, 'Three clear reviews')
  for (const { orgId } of waiting) {
    const { data } = await platform.call(
      taxVerification.readTaxStatus,
      { params: { orgId } },
      (await platform.signIn()).token,
    )
    expect([data.taxIdEinDetail.status, data.taxExemptDetail.status]).toEqual(['Approved', 'Approved'])
  }
})

test('an organization is found by its phone and by its EIN with 4 keys', async ({ console: page, given }) => {
  const { orgId, orgName, own } = await given.organization()
  const digits = () => String(Math.floor(Math.random() * 9000) + 1000)
  const [line, ein] = [digits(), `84-${digits()}777`]
  await given.asked(organizations.updateOrganization, {
    params: { id: orgId },
    body: { phoneFax: { primaryPhone: `(510) 555-${line}` } },
  })
  const papers = { taxIdEin: ein, taxExempt: false, documents: [] }
  await given.asked(taxVerification.submitTaxPapers, { params: { orgId }, body: papers }, own)
  await page.goto('/dashboard')
  await page.getByRole('table').waitFor()
  const keys = atTheKeyboard(page)
  for (const text of [`510555${line}`, ein]) {
    await keys.find(text)
    await expect(page).toHaveURL(new RegExp(orgId))
    await expect(page.getByRole('heading', { level: 1, name: orgName })).toBeVisible()
    await notOnThePage(page)
    await page.evaluate('document.activeElement.blur()')
  }
  keys.atMost(4, 'Find an organization by phone and by EIN')
})

test('a device is added and assigned with 20 keys', async ({ console: page, given }) => {
  const { orgName } = await given.organization()
  const image = await picture('unit.png')
  page.on('filechooser', (chooser) => chooser.setFiles(image))
  await page.goto('/dashboard')
  await page.getByRole('table').waitFor()
  const keys = atTheKeyboard(page)
  await keys.find('add hardware')
  await focused(page, 'App stream')
  await keys.type('DEENKIOSK')
  await expect(page.getByLabel('App stream')).toHaveValue('DEENKIOSK')
  await keys.press('Tab')
  await keys.type(freeMac())
  await keys.press('Tab', 'Tab')
  await expect(page.getByRole('button', { name: 'Upload Image' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Replace Image' })).toBeFocused()
  await keys.press('Tab', 'Tab', 'Tab')
  await focused(page, 'Price')
  await keys.type('899')
  await keys.press('Tab', 'Tab')
  await keys.type('In its box')
  await keys.press('Control+Enter')
  const issued = page.getByRole('dialog', { name: /^Device key of / })
  await expect(issued.getByLabel('Device key')).toBeFocused()
  await keys.press('Tab', 'Tab', 'Enter')
  await expect(page).toHaveURL(/\/hardware-details\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Assign', exact: true })).toBeVisible()
  await keys.press('a')
  await expect(page.getByRole('combobox', { name: 'Organization' })).toBeFocused()
  await expect(page.getByRole('dialog').locator('[data-position="right"] svg')).toHaveAttribute('width', '12')
  await keys.type(orgName)
  await expect(page.getByRole('option')).toHaveText([new RegExp(orgName)])
  await keys.press('Enter', 'Tab')
  await keys.type('Main prayer hall')
  await keys.press('Enter')
  await expect(page.getByText('Device Assigned Successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: orgName }).first()).toBeVisible()
  await notOnThePage(page)
  keys.atMost(20, 'Add and assign a device')
})

test('a demo request is answered with 12 keys', async ({ console: page, given }) => {
  const { name } = await given.demoRequest()
  await page.goto('/communication')
  await page.getByRole('table').waitFor()
  const keys = atTheKeyboard(page)
  await keys.find(name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page.getByRole('button', { name: /open next/ })).toHaveAccessibleDescription('No changes yet')
  await keys.press('3')
  await expect(page.getByRole('radio', { name: 'Done' })).toBeChecked()
  await keys.press('e')
  await expect(page.getByRole('textbox', { name: 'Answer by email' })).toBeFocused()
  await keys.type('Salam, we call you on Tuesday.')
  await keys.press('Control+Enter')
  await expect(page.getByText(`Answered: ${name}, Done`)).toBeVisible()
  await notOnThePage(page)
  keys.atMost(12, 'Answer a demo request')
})

import { integrations } from '@hikmah/contract/integrations'
import { productDrafts } from '@hikmah/contract/product-drafts'
import type { Page } from '@playwright/test'
import { picture, unique } from './given.ts'
import { expectGood, givenApplication, onTheTab, step } from './integration-page.ts'
import { expect, test } from './test.ts'

const goOn = (page: Page) => page.getByRole('button', { name: 'CONTINUE' })
const add = (page: Page) => page.getByRole('button', { name: 'ADD INTEGRATION' })
const saved = (page: Page) => expect(page.getByText(/^Draft saved at/)).toBeVisible()

async function fillBasics(page: Page, name: string, application: string) {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByLabel('Short description').fill('Times of prayer')
  await page.getByLabel('Logo', { exact: true }).setInputFiles(await picture('logo.png'))
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Long description' }).fill('Shows the times of prayer')
  await page.getByRole('checkbox', { name: application }).check()
}

test('an integration is added in four steps, and once by a double click', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  test.setTimeout(120_000)
  const { displayName } = await givenApplication(given)
  const name = `Salah ${unique()}`
  await page.goto('/add-integration')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Add integration')
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')).toContainText([
    'Basic Info',
    'Features',
    'Pricing',
    'Status',
  ])
  await expect(goOn(page)).toBeDisabled()
  await expect(goOn(page)).toHaveAccessibleDescription(
    'Needs a name, a short description, a logo, a long description and a compatible application',
  )
  await goOn(page).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expectGood(page)

  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(1_048_577),
  })
  const tooLarge = page.getByText('Logo size should be less than 1MB')
  await expect(tooLarge).toBeVisible()
  await expect(tooLarge).toBeHidden({ timeout: 12_000 })

  await fillBasics(page, name, displayName)
  await expect(page.getByText('CHAR 15/100')).toBeVisible()
  await expect(page.getByText('25/500')).toBeVisible()
  const api = page.getByLabel('Integration API')
  await expect(api.getByRole('option')).toHaveText([
    'None',
    'Messages',
    'announcements',
    'communications',
    'ramadhan',
    'reminders',
    'build-project',
    'salah',
    'events',
    'donation-category',
    'ads',
    'planSubscription',
    'orders',
    'subscriptions',
  ])
  await api.selectOption('Messages')
  await goOn(page).click()

  await expect(step(page)).toContainText('Features')
  await expect(page.getByRole('heading', { level: 2, name: 'Features' })).toBeFocused()
  await expect(page.getByText('No Service found')).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: 'Add feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add feature' })
  const addFeature = dialog.getByRole('button', { name: 'Add feature' })
  await expect(addFeature).toHaveAccessibleDescription('Still needed: a title and a status')
  await dialog.getByLabel('Title').fill('x'.repeat(51))
  await dialog.getByLabel('Status').selectOption('New')
  await addFeature.click()
  await expect(dialog.getByText('At most 50 characters')).toBeVisible()
  await dialog.getByLabel('Title').fill('Adhan')
  await dialog.getByLabel('Description').fill('x'.repeat(176))
  await addFeature.click()
  await expect(dialog.getByText('At most 175 characters')).toBeVisible()
  await dialog.getByLabel('Description').fill('Called from the minaret')
  await addFeature.click()
  await expect(page.getByRole('row', { name: /Adhan/ })).toContainText('Called from the minaret')
  await page.getByRole('button', { name: 'delete Adhan' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Adhan?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No Service found')).toBeVisible()
  await page.getByRole('button', { name: 'Add feature' }).click()
  await dialog.getByLabel('Title').fill('Adhan')
  await dialog.getByLabel('Description').fill('Called from the minaret')
  await dialog.getByLabel('Status').selectOption('New')
  await addFeature.click()
  await expect(page.getByRole('row', { name: /Adhan/ })).toBeVisible()
  await goOn(page).click()

  await expect(step(page)).toContainText('Pricing')
  await page.getByRole('radio', { name: 'Paid' }).check()
  await expect(goOn(page)).toHaveAccessibleDescription('Needs a monthly price and an annual price')
  await page.getByLabel('Monthly price', { exact: true }).fill('-1')
  await page.getByLabel('Annual price', { exact: true }).fill('0')
  await expect(goOn(page)).toHaveAccessibleDescription('Check the monthly price: Enter a price of 0 or more')
  await page.getByLabel('Monthly price', { exact: true }).fill('4.99')
  await page.getByLabel('Monthly discount').fill('-5')
  await expect(goOn(page)).toHaveAccessibleDescription('Check the monthly discount: Enter 0 or more')
  await page.getByLabel('Monthly discount').fill('15')
  const priceId = page.getByLabel('Monthly price id')
  const { id: stripePlanId } = await (await platform.sandbox()).price('Salah', 499)
  await priceId.fill(stripePlanId)
  await priceId.blur()
  await expect(priceId).toHaveAccessibleDescription(/Looked up at/)
  await expect(page.getByLabel('Monthly price', { exact: true })).toHaveValue('4.99')
  await expectGood(page)
  await saved(page)
  await goOn(page).click()

  await expect(step(page)).toContainText('Status')
  await expect(page.getByRole('radio')).toHaveCount(4)
  for (const status of ['Available', 'Coming Soon', 'New', 'Hidden'])
    await expect(page.getByRole('radio', { name: status })).toBeEnabled()
  await expect(add(page)).toHaveAccessibleDescription('Needs a status')
  await expectGood(page)
  await page.getByRole('radio', { name: 'Available' }).check()
  await add(page).dblclick()
  await expect(page.getByText('Integration Added Successfully!')).toBeVisible()
  await expect(page).toHaveURL(onTheTab)

  const rows = await given.asked(integrations.listIntegrations, { query: { q: name } })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    name,
    integrationApi: 'contact',
    compatibleWith: [{ applicationName: displayName }],
    features: [{ title: 'Adhan', description: 'Called from the minaret', status: 'New' }],
    pricing: {
      pricingType: 'Paid',
      monthlyBilling: { price: 4.99, discountPercentage: 15, stripePlanId },
      annuallyBilling: { price: 0, discountPercentage: 0 },
    },
    status: 'Available',
  })
  await page.goto('/add-integration')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  expect(consoleErrors).toEqual([])
})

test('a reload in the middle loses nothing, Back goes to the integrations, and a draft is discarded', async ({
  console: page,
  given,
}) => {
  const { displayName } = await givenApplication(given)
  await page.goto('/add-integration')
  await fillBasics(page, 'Kept by the server', displayName)
  await goOn(page).click()
  await expect(step(page)).toContainText('Features')
  await saved(page)
  await page.reload()
  await expect(step(page)).toContainText('Features')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Kept by the server')
  await expect(page.getByRole('checkbox', { name: displayName })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Long description' })).toHaveText('Shows the times of prayer')
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Features' }).click()
  await expect(step(page)).toContainText('Features')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(onTheTab)
  await page.goto('/add-integration')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
})

test('a logo that is gone from the library is refused under its own field', async ({ console: page, given }) => {
  const { _id } = await givenApplication(given)
  const gone = { url: `/api/media/${crypto.randomUUID()}/file`, name: 'logo.png', size: 10 }
  const words = { name: `Salah ${unique()}`, shortDescription: 'Times', longDescription: 'Shows the times of prayer' }
  await given.asked(productDrafts.saveProductDraft, {
    params: { kind: 'integration' },
    body: {
      draft: { ...words, image: gone, compatibleWith: [_id], integrationApi: 'salah', status: 'New' },
      step: 3,
      version: 0,
    },
  })
  await page.goto('/add-integration')
  await add(page).click()
  await expect(step(page)).toContainText('Basic Info')
  const said = 'This image is not in the media library'
  await expect(page.locator('[data-path="image"]')).toContainText(said)
  await expect(page.locator('[data-path="image"] :focus')).toBeVisible()
  await expect(page.getByText('imageMetaData')).toHaveCount(0)
  await page.getByLabel('Logo', { exact: true }).setInputFiles(await picture('logo.png'))
  await expect(page.getByText(said)).toHaveCount(0)
  for (let i = 0; i < 3; i += 1) await goOn(page).click()
  await add(page).click()
  await expect(page.getByText('Integration Added Successfully!')).toBeVisible()
})

test('a manager adds words, and reads why the rest is not theirs', async ({ given, browserOf }) => {
  const { displayName } = await givenApplication(given)
  const name = `Ramadhan ${unique()}`
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto('/add-integration')
  await fillBasics(page, name, displayName)
  const guarded = 'Only owners and admins can set prices and provider ids'
  await expect(page.getByLabel('Stripe product ID')).toHaveJSProperty('readOnly', true)
  await expect(page.getByLabel('Stripe product ID')).toHaveAccessibleDescription(guarded)
  await goOn(page).click()
  await goOn(page).click()
  await expect(page.getByRole('radio', { name: 'Paid' })).toBeDisabled()
  await expect(page.getByText(guarded)).toBeVisible()
  await goOn(page).click()
  const available = page.getByRole('radio', { name: 'Available' })
  await expect(available).toBeDisabled()
  await expect(available).toHaveAccessibleDescription('Only owners and admins can set or lift Available')
  await page.getByRole('radio', { name: 'Hidden' }).check()
  await add(page).click()
  await expect(page.getByText('Integration Added Successfully!')).toBeVisible()
})

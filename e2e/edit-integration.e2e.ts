import { integrations } from '@hikmah/contract/integrations'
import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { expectGood, givenIntegration, onTheTab, paid, step } from './integration-page.ts'
import { expect, expectAccessible, test } from './test.ts'

const save = (page: Page) => page.getByRole('button', { name: 'SAVE CHANGES' })
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click()
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

test('the steps are gone through freely, and what was changed is saved', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  test.setTimeout(120_000)
  const features = Array.from({ length: 11 }, (_, i) => ({ title: `Feature ${i + 1}`, status: 'Available' }))
  const { _id, name } = await givenIntegration(given, { pricing: paid(4.99, 50), features })
  await page.goto(`/edit-integration/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Edit integration')
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  await expect(save(page)).toHaveAccessibleDescription('No changes yet')
  await goTo(page, 'Status')
  await expect(page.getByRole('radio', { name: 'Coming Soon' })).toBeChecked()
  await expectGood(page)
  await goTo(page, 'Features')
  await expect(page.getByRole('table', { name: 'Features' }).locator('tbody tr')).toHaveCount(10)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('row', { name: /Feature 11/ })).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: 'edit Feature 11' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit feature' })
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Adhan')
  await dialog.getByRole('button', { name: 'Save feature' }).click()
  await goTo(page, 'Pricing')
  await expect(page.getByLabel('Annual price', { exact: true })).toHaveValue('50')
  await page.getByLabel('Annual price', { exact: true }).fill('')
  await expect(save(page)).toHaveAccessibleDescription('Needs an annual price')
  await expectGood(page)
  await goTo(page, 'Basic Info')
  await expectGood(page)
  await nameField(page).fill(`${name} times`)
  await save(page).press('Enter')
  await expect(step(page)).toContainText('Pricing')
  await expect(page.getByLabel('Annual price', { exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'Free' }).check()
  await save(page).dblclick()
  await expect(page.getByText('Integration Updated Successfully!')).toBeVisible()
  // It stays where it was saved, as the form of an application does.
  await expect(step(page)).toContainText('Pricing')
  await expect(save(page)).toHaveAccessibleDescription('No changes yet')
  const kept = await given.asked(integrations.readIntegration, { params: { id: _id } })
  expect(kept).toMatchObject({ name: `${name} times`, version: 2, pricing: { pricingType: 'Free' } })
  expect(kept.features[10]).toMatchObject({ title: 'Adhan', order: 110 })
  expect(consoleErrors).toEqual([])
})

test('a price id that the provider does not know keeps the integration from being saved', async ({
  console: page,
  given,
}) => {
  const { _id } = await givenIntegration(given, { pricing: paid(4.99, 50) })
  await page.goto(`/edit-integration/${_id}`)
  await goTo(page, 'Pricing')
  await page.getByLabel('Monthly price id').fill('price_1QmStdMo29')
  await page.getByLabel('Monthly price id').blur()
  await expect(page.getByLabel('Monthly price id')).toHaveAccessibleDescription(/No such price/)
  await page.getByLabel('Monthly price', { exact: true }).fill('5')
  await expect(save(page)).toHaveAccessibleDescription('Check the monthly price id: No such price')
})

test('leaving with unsaved changes asks in the words of the customer', async ({ console: page, given }) => {
  const { _id, name } = await givenIntegration(given)
  await page.goto(`/edit-integration/${_id}`)
  await nameField(page).fill(`${name} one`)
  await page.getByRole('button', { name: 'CANCEL' }).click()
  const question = page.getByRole('dialog', { name: 'You have unsaved changes!' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(nameField(page)).toHaveValue(`${name} one`)
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await question.getByRole('button', { name: 'SAVE Changes' }).click()
  await expect(page.getByText('Integration Updated Successfully!')).toBeVisible()
  await expect(page).toHaveURL(onTheTab)
  await page.goto(`/edit-integration/${_id}`)
  await expect(nameField(page)).toHaveValue(`${name} one`)
  await nameField(page).fill(`${name} two`)
  await page.getByRole('link', { name: 'Media' }).click()
  await question.getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page).toHaveURL(/\/media-library/)
  expect((await given.asked(integrations.readIntegration, { params: { id: _id } })).name).toBe(`${name} one`)
})

test('two people edit the same integration: theirs and yours stand side by side', async ({
  console: page,
  colleague,
  given,
}) => {
  const { _id, name } = await givenIntegration(given)
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-integration/${_id}`)))
  await nameField(colleague).fill(`${name} theirs`)
  await colleague.getByLabel('Short description').fill('Of theirs')
  await save(colleague).click()
  await expect(colleague.getByText('Integration Updated Successfully!')).toBeVisible()
  await nameField(page).fill(`${name} mine`)
  await save(page).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('row', { name: /^Name/ })).toContainText(`${name} theirs`)
  await expect(conflict.getByRole('listitem')).toHaveText(['Short description: Of theirs'])
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Integration Updated Successfully!')).toBeVisible()
  expect(await given.asked(integrations.readIntegration, { params: { id: _id } })).toMatchObject({
    name: `${name} mine`,
    shortDescription: 'Of theirs',
  })
})

test('a manager changes the words of what is on sale, and nothing of its price', async ({ given, browserOf }) => {
  const { _id } = await givenIntegration(given, { pricing: paid(4.99, 50), status: 'Available' })
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto(`/edit-integration/${_id}`)
  await goTo(page, 'Pricing')
  const price = page.getByLabel('Monthly price', { exact: true })
  await expect(price).toHaveJSProperty('readOnly', true)
  await expect(price).toHaveAccessibleDescription('Only owners and admins can set prices and provider ids')
  await expect(page.getByRole('radio', { name: 'Free' })).toBeDisabled()
  await expectGood(page)
  await goTo(page, 'Status')
  await expect(page.getByRole('radio', { name: 'Available' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Hidden' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'Hidden' })).toHaveAccessibleDescription(
    'Only owners and admins can set or lift Available',
  )
  await goTo(page, 'Basic Info')
  await page.getByLabel('Short description').fill(`By a manager ${unique()}`)
  await save(page).click()
  await expect(page.getByText('Integration Updated Successfully!')).toBeVisible()
})

test('an integration that is gone says so', async ({ console: page }) => {
  await page.goto(`/edit-integration/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integration not found')
  await expect(page.getByRole('link', { name: 'Go to the integrations' })).toBeVisible()
})

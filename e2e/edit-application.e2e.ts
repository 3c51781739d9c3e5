import { applications } from '@hikmah/contract/applications'
import { addFeature, describeFeature, goTo, save, step, stepHeading } from './application-page.ts'
import { expectGood } from './integration-page.ts'
import { createProducts } from './product-pages.ts'
import { expect, expectAccessible, test } from './test.ts'

const UPDATED = 'Application Updated Successfully!'

test('the steps are gone through freely, and the last one leads back to the products', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  test.setTimeout(120_000)
  const { _id, displayName } = await createProducts(given).application()
  await page.goto(`/edit-product/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit application')
  await expect(page.getByText(displayName).first()).toBeVisible()
  await expect(save(page)).toHaveAccessibleDescription('No changes yet')
  for (const name of ['Status', 'Features', 'Hardware', 'Plans', 'Basic Info']) {
    await goTo(page, name)
    await expect(stepHeading(page, name)).toBeFocused()
    await expectGood(page)
  }
  await page.getByLabel('Product name').fill('')
  await goTo(page, 'Features')
  await expect(save(page)).toHaveAccessibleDescription('Basic Info: Needs a product name')
  await save(page).press('Enter')
  await expect(step(page)).toContainText('Basic Info')
  await page.getByLabel('Product name').fill('DEENWEB two')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/edit-product/${_id}$`))
  await expect(save(page)).toHaveAccessibleDescription('No changes yet')
  await goTo(page, 'Features')
  await addFeature(page, 'Adhan', '7')
  await goTo(page, 'Status')
  await page.getByRole('radio', { name: 'Available', exact: true }).check()
  await save(page).dblclick()
  await expect(page).toHaveURL(/\/admin-products$/)
  const saved = await given.asked(applications.readApplication, { params: { id: _id } })
  expect(saved).toMatchObject({ displayName: 'DEENWEB two', status: 'Available', version: 3 })
  expect(saved.features.map(({ title, price, order }) => [title, price, order])).toEqual([
    ['Prayer times', 0, 100],
    ['Adhan', 7, 101],
  ])
  expect(consoleErrors).toEqual([])
})

test('the description of a feature is saved with its line breaks, and shown with them', async ({
  console: page,
  given,
}) => {
  const { _id } = await createProducts(given).application()
  await page.goto(`/edit-product/${_id}`)
  await goTo(page, 'Features')
  await describeFeature(page, 'Prayer times', 'Five prayers\nand Jumuah')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await page.reload()
  await expect(step(page)).toContainText('Features')
  const cell = page.getByRole('row', { name: /Prayer times/ }).getByText('Five prayers')
  expect(await cell.innerText()).toBe('Five prayers\nand Jumuah')
})

test('leaving with unsaved changes asks in the words of the customer', async ({ console: page, given }) => {
  const { _id, displayName } = await createProducts(given).application()
  await page.goto(`/edit-product/${_id}`)
  await page.getByLabel('Short description').fill('Changed')
  await page.getByRole('button', { name: 'CANCEL' }).click()
  const question = page.getByRole('dialog', { name: 'You have unsaved changes!' })
  await expect(question.getByText(`${displayName}: Short description.`)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Short description')).toHaveValue('Changed')
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await question.getByRole('button', { name: 'SAVE Changes' }).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(page).toHaveURL(/\/admin-products$/)
  await page.goto(`/edit-product/${_id}`)
  await expect(page.getByLabel('Short description')).toHaveValue('Changed')
  await page.getByLabel('Short description').fill('Changed again')
  await page.getByRole('link', { name: 'Media' }).click()
  await question.getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page).toHaveURL(/\/media-library/)
  await page.goto(`/edit-product/${_id}`)
  await expect(page.getByLabel('Short description')).toHaveValue('Changed')
})

test('two people edit the same application: theirs and yours stand side by side', async ({
  console: page,
  colleague,
  given,
}) => {
  const { _id } = await createProducts(given).application()
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-product/${_id}`)))
  await colleague.getByLabel('Short description').fill('Theirs')
  await colleague.getByLabel('Long description').fill('Of theirs')
  await goTo(colleague, 'Features')
  await addFeature(colleague, 'Iqamah')
  await describeFeature(colleague, 'Prayer times', 'In theirs')
  await save(colleague).click()
  await expect(colleague.getByText(UPDATED)).toBeVisible()
  await page.getByLabel('Short description').fill('Mine')
  await goTo(page, 'Features')
  await addFeature(page, 'Adhan')
  await describeFeature(page, 'Prayer times', 'In mine')
  await save(page).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('row', { name: /^Short description/ })).toContainText('Theirs')
  await expect(conflict.getByRole('row', { name: /^Features: Prayer times/ })).toContainText(
    'Free, Available, In theirs',
  )
  await expect(conflict.getByRole('listitem')).toHaveText([
    'Long description: Of theirs',
    'Features: Iqamah: Free, Available',
  ])
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  const saved = await given.asked(applications.readApplication, { params: { id: _id } })
  expect(saved).toMatchObject({ shortDescription: 'Mine', longDescription: 'Of theirs' })
  expect(saved.features.map(({ title, description }) => [title, description])).toEqual([
    ['Prayer times', 'In mine'],
    ['Adhan', ''],
    ['Iqamah', ''],
  ])
})

test('an archived application says so in the place of its form, and is changed once it is restored', async ({
  console: page,
  given,
  browserOf,
}) => {
  const { application, integration } = createProducts(given)
  const { _id, displayName } = await application()
  await integration(undefined, { compatibleWith: [{ application: _id }] })
  await given.asked(applications.deleteApplication, { params: { id: _id } })
  const manager = await browserOf(await given.staff('hikmah_manager'))
  await manager.goto(`/edit-product/${_id}`)
  await expect(manager.getByText('Only owners and admins can restore it.')).toBeVisible()
  await page.goto(`/edit-product/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayName)
  await expect(page.getByRole('heading', { name: 'This application is archived' })).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Application restored')).toBeVisible()
  await page.getByLabel('Short description').fill('Back again')
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
})

test('a manager changes the words, and nothing of what is sold', async ({ given, browserOf }) => {
  const guarded = 'Only owners and admins can set prices, plans and provider ids'
  const { _id } = await createProducts(given).application(undefined, {
    status: 'Available',
    features: [{ title: 'Adhan', featureType: 'Paid', price: 7, status: 'Available' }],
    showHardware: true,
    hardware: [{ name: 'DEENKIOSK Player', price: 199, billingPeriod: 'Monthly' }],
  })
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto(`/edit-product/${_id}`)
  await goTo(page, 'Features')
  await page.getByRole('button', { name: 'edit Adhan' }).click()
  const feature = page.getByRole('dialog', { name: 'Edit feature' })
  await expect(feature.getByLabel('Type')).toBeDisabled()
  await expect(feature.getByLabel('Price')).toHaveJSProperty('readOnly', true)
  await feature.getByLabel('Description').fill('Five times a day')
  await feature.getByRole('button', { name: 'Save feature' }).click()
  await goTo(page, 'Plans')
  await expect(page.getByRole('button', { name: 'Add plan' })).toHaveAccessibleDescription(guarded)
  await expect(page.getByRole('button', { name: 'edit Free' })).toBeDisabled()
  await goTo(page, 'Hardware')
  await expect(page.getByRole('button', { name: 'Add hardware' })).toHaveAccessibleDescription(guarded)
  await page.getByRole('button', { name: 'edit DEENKIOSK Player' }).click()
  const item = page.getByRole('dialog', { name: 'Edit hardware' })
  await expect(item.getByLabel('Price')).toHaveJSProperty('readOnly', true)
  await item.getByLabel('Shipping').selectOption('Required')
  await item.getByRole('button', { name: 'Save hardware' }).click()
  await goTo(page, 'Status')
  await expect(page.getByRole('radio', { name: 'Coming Soon' })).toBeDisabled()
  await save(page).click()
  await expect(page.getByText(UPDATED)).toBeVisible()
  await expect(page).toHaveURL(/\/admin-products$/)
  const saved = await given.asked(applications.readApplication, { params: { id: _id } })
  expect(saved.features[0]).toMatchObject({ description: 'Five times a day', price: 7 })
  expect(saved.hardware[0]).toMatchObject({ shipping: 'Required', price: 199 })
})

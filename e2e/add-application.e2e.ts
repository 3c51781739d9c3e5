import { applications } from '@hikmah/contract/applications'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { add, addFeature, addHardware, fillBasics, goOn, goTo, kept, step, stepHeading } from './application-page.ts'
import { picture, unique } from './given.ts'
import { expectGood } from './integration-page.ts'
import { expect, expectAccessible, type Given, test } from './test.ts'

const draft = async ({ asked }: Given) =>
  (await asked(productDrafts.readProductDraft, { params: { kind: 'application' } }))?.draft

test('an application with five features, four plans and two items goes through a reload and another browser', async ({
  console: page,
  given,
  colleague,
  consoleErrors,
}) => {
  test.setTimeout(240_000)
  const name = `DEEN ${unique()}`
  await page.goto('/admin-products')
  await page.getByRole('button', { name: 'ADD APPLICATION' }).first().click()
  await expect(page).toHaveURL(/\/add-product$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add application')
  await expect(page.getByText('Step 1 of 5')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem')).toContainText([
    'Basic Info',
    'Features',
    'Plans',
    'Hardware',
    'Status',
  ])
  await expect(goOn(page)).toBeDisabled()
  await expect(goOn(page)).toHaveAccessibleDescription(
    'Needs an application, a product name, a short description, a long description, a logo and an icon',
  )
  await goOn(page).press('Enter')
  await expect(page.getByLabel('Application', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Application', { exact: true }).getByRole('option')).toHaveText([
    'Choose',
    'deenweb',
    'deenkiosk',
    'deenfund',
    'deenscreen',
  ])
  await page.getByLabel('Product name').fill('x'.repeat(21))
  await page.getByLabel('Product name').blur()
  await expect(page.getByText('At most 20 characters')).toBeVisible()
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(1_048_577),
  })
  const tooLarge = page.getByText('Logo size should be less than 1MB')
  await expect(tooLarge).toBeVisible()
  await expect(tooLarge).toBeHidden({ timeout: 12_000 })
  await page.getByLabel('Icon', { exact: true }).setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(1_048_577),
  })
  await expect(page.getByText('large.png is larger than 1.0 MB.')).toBeVisible()
  await fillBasics(page, name)
  await expect(page.getByText('CHAR 24/100')).toBeVisible()
  await expect(page.getByText('26/500')).toBeVisible()
  await kept(page)
  await expectGood(page)
  await goOn(page).click()

  await expect(stepHeading(page, 'Features')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'No Features' })).toBeVisible()
  await expect(goOn(page)).toHaveAccessibleDescription('Add at least one feature')
  await goOn(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Add feature' })).toBeFocused()
  await addFeature(page, 'Prayer times')
  for (const [i, price] of ['5', '10', '15'].entries()) await addFeature(page, `Paid ${i + 1}`, price)
  await addFeature(page, 'Adhan')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await kept(page)

  await page.reload()
  await expect(step(page)).toContainText('5 features, 3 Paid')
  await expect(page.getByRole('row', { name: /Paid 2/ })).toContainText('$10')
  await expectGood(page)
  await goOn(page).click()
  await expect(stepHeading(page, 'Plans')).toBeFocused()
  const plans = page.getByRole('table', { name: 'Plans' })
  await expect(plans.locator('tbody tr')).toHaveCount(4)
  await expect(plans.locator('tbody b').getByText(/^(Free|Standard|Premium|Custom)$/)).toHaveText([
    'Free',
    'Standard',
    'Premium',
    'Custom',
  ])
  await expectGood(page)
  await goOn(page).click()
  await expect(stepHeading(page, 'Hardware')).toBeFocused()
  await page.getByRole('switch', { name: 'Hardware section' }).check({ force: true })
  await expect(page.getByRole('heading', { name: 'No Hardwares' })).toBeVisible()
  await expect(goOn(page)).toHaveAccessibleDescription('Add at least one item, or switch the hardware off')
  await addHardware(page, 'DEENKIOSK Player', '199')
  await addHardware(page, 'DEENSCREEN Player', '299')
  await expectGood(page)
  await goOn(page).click()
  await expect(stepHeading(page, 'Status')).toBeFocused()
  await expect(add(page)).toHaveAccessibleDescription('Choose a status')
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expect(page.getByText(/2-3 weeks/)).toBeVisible()
  await expect(page.getByText(/Hidden from the front end and cannot be added/)).toBeVisible()
  await page.getByRole('radio', { name: 'Coming Soon' }).check()
  await expectGood(page)
  await expect.poll(async () => (await draft(given))?.status).toBe('Coming Soon')

  // The same person in another browser.
  await colleague.goto('/add-product')
  await expect(step(colleague)).toContainText('Status')
  await expect(colleague.getByRole('radio', { name: 'Coming Soon' })).toBeChecked()
  await goTo(colleague, 'Basic Info')
  await expect(colleague.getByLabel('Product name')).toHaveValue(name)
  await goTo(colleague, 'Features')
  await expect(colleague.getByRole('row', { name: /Adhan/ })).toBeVisible()
  await goTo(colleague, 'Status')
  await add(colleague).dblclick()
  await expect(colleague.getByText('Application Added Successfully!')).toBeVisible()
  await expect(colleague).toHaveURL(/\/admin-products$/)

  const rows = (await given.asked(applications.listApplications, { query: {} })).filter(
    ({ displayName }) => displayName === name,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ name: 'deenscreen', status: 'Coming Soon', showHardware: true })
  expect(rows[0]!.features.map(({ title, price, order }) => [title, price, order])).toEqual([
    ['Prayer times', 0, 100],
    ['Paid 1', 5, 101],
    ['Paid 2', 10, 102],
    ['Paid 3', 15, 103],
    ['Adhan', 0, 104],
  ])
  expect(rows[0]!.plans.map(({ id }) => id)).toEqual(['free-plan', 'standard-plan', 'premium-plan', 'custom-plan'])
  expect(rows[0]!.hardware.map(({ name: item, price }) => [item, price])).toEqual([
    ['DEENKIOSK Player', 199],
    ['DEENSCREEN Player', 299],
  ])
  await page.goto('/add-product')
  await expect(page.getByLabel('Product name')).toHaveValue('')
  expect(consoleErrors).toEqual([])
})

test('the first step opens where the browser remembers one that there is no more', async ({ console: page }) => {
  await page.goto('/add-product')
  await expect(step(page)).toBeVisible()
  for (const gone of [9, -1]) {
    await page.evaluate(`history.replaceState({ ...history.state, step: ${gone} }, '', '/add-product')`)
    await page.reload()
    await expect(step(page)).toContainText('Basic Info')
    await expect(page.getByLabel('Product name')).toBeVisible()
  }
})

test('at 400 percent the foot of a wizard leaves the room to its fields', async ({ console: page }) => {
  await page.goto('/add-product')
  await expect(goOn(page)).toBeInViewport()
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(goOn(page)).not.toBeInViewport()
})

test('a feature keeps the stated rules', async ({ console: page }) => {
  await page.goto('/add-product')
  await expect(step(page)).toBeVisible()
  await page.evaluate(`history.replaceState({ ...history.state, step: 1 }, '', '/add-product')`)
  await page.reload()
  await expect(step(page)).toContainText('Features')
  await page.getByRole('button', { name: 'Add feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add feature' })
  const save = dialog.getByRole('button', { name: 'Add feature' })
  await expect(save).toHaveAccessibleDescription('Still needed: a title')
  await expect(save, 'it looks as if it cannot be pressed').toHaveCSS('cursor', 'not-allowed')
  await dialog.getByLabel('Title').fill('x'.repeat(51))
  await dialog.getByLabel('Description').fill('x'.repeat(176))
  await dialog.getByLabel('Type').selectOption('Paid')
  await dialog.getByLabel('Price').fill('0')
  await save.click()
  for (const said of ['At most 50 characters', 'At most 175 characters', 'Enter a price above 0'])
    await expect(dialog.getByText(said)).toBeVisible()
  await dialog.getByLabel('Price').fill('12.50')
  await dialog.getByLabel('Price').blur()
  await expect(dialog.getByText('A whole number of US dollars')).toBeVisible()
  await expectAccessible(page)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await close()
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
  }
  await dialog.getByLabel('Type').selectOption('Free')
  await expect(dialog.getByLabel('Price')).toHaveValue('0')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave dialog' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Add feature' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Add feature' }).click()
  await dialog.getByLabel('Title').fill('Feature 1')
  await save.click()
  await expect(page.getByRole('button', { name: 'Add feature' })).toBeFocused()
  for (const number of [2, 3, 4, 5, 6]) await addFeature(page, `Feature ${number}`)
  await expect(page.getByText('1 to 5 of 6')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByRole('button', { name: 'delete Feature 6' }).click()
  await page.getByRole('dialog', { name: 'Delete Feature 6?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('table', { name: 'Features' }).locator('tbody tr')).toHaveCount(5)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(stepHeading(page, 'Basic Info')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('button')).toHaveCount(0)
})

test('an icon that is gone from the library is refused under its own field', async ({ console: page, given }) => {
  const image = (url: string) => ({ url, name: 'logo.png', size: 10 })
  const gone = image(`/api/media/${crypto.randomUUID()}/file`)
  const words = { shortDescription: 'Prayer times', longDescription: 'Shows the times of prayer.' }
  const features = [{ title: 'Adhan', description: '', featureType: 'Free', price: 0, status: 'New' }]
  await given.asked(productDrafts.saveProductDraft, {
    params: { kind: 'application' },
    body: {
      draft: {
        name: 'deenweb',
        displayName: `DEEN ${unique()}`,
        ...words,
        features,
        status: 'New',
        image: image(await given.image('logo.png')),
        icon: gone,
      },
      step: 4,
      version: 0,
    },
  })
  await page.goto('/add-product')
  await add(page).click()
  await expect(stepHeading(page, 'Basic Info')).toBeVisible()
  const said = 'This image is not in the media library'
  await expect(page.getByText(said, { exact: true })).toBeVisible()
  await expect(page.locator('[data-path="icon"]')).toContainText(said)
  await expect(page.locator('[data-path="icon"] :focus')).toBeVisible()
  await expect(page.getByText('iconMetaData')).toHaveCount(0)
  await goTo(page, 'Status')
  await expect(page.getByRole('alert')).toHaveText(`Basic Info, Icon: ${said}`)
  await goTo(page, 'Basic Info')
  await page.getByLabel('Icon', { exact: true }).setInputFiles(await picture('icon.png'))
  await expect(page.getByText(said)).toHaveCount(0)
  await goTo(page, 'Status')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await add(page).click()
  await expect(page.getByText('Application Added Successfully!')).toBeVisible()
})

test('two tabs of one person: the second sees what the first has kept, and is told', async ({
  console: page,
  colleague,
}) => {
  await Promise.all([page, colleague].map((it) => it.goto('/add-product')))
  await expect(colleague.getByLabel('Product name')).toHaveValue('')
  await page.getByLabel('Product name').fill('From the first')
  await kept(page)
  await colleague.getByLabel('Product name').fill('From the second')
  await expect(colleague.getByText('This draft was changed in another tab. Here is what it saved.')).toBeVisible()
  await expect(colleague.getByLabel('Product name')).toHaveValue('From the first')
  await colleague.getByLabel('Product name').fill('From both')
  await kept(colleague)
  await colleague.getByRole('button', { name: 'Discard draft' }).click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(colleague.getByLabel('Product name')).toHaveValue('')
})

test('a manager adds words, and reads why the rest is not theirs', async ({ given, browserOf }) => {
  const page = await browserOf(await given.staff('hikmah_manager'))
  const guarded = 'Only owners and admins can set prices, plans and provider ids'
  await page.goto('/add-product')
  await expect(page.getByLabel('Stripe product ID')).toHaveJSProperty('readOnly', true)
  await expect(page.getByLabel('Stripe product ID')).toHaveAccessibleDescription(guarded)
  await fillBasics(page, `DEEN ${unique()}`)
  await goOn(page).click()
  await addFeature(page, 'Prayer times')
  await goOn(page).click()
  await expect(page.getByRole('button', { name: 'Add plan' })).toHaveAccessibleDescription(guarded)
  await expect(page.getByText(`${guarded}.`)).toBeVisible()
  await goOn(page).click()
  await goOn(page).click()
  await expect(page.getByRole('radio', { name: 'Available', exact: true })).toBeDisabled()
  await page.getByRole('radio', { name: 'New' }).check()
  await add(page).click()
  await expect(page.getByText('Application Added Successfully!')).toBeVisible()
})

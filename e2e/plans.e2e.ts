import { applications } from '@hikmah/contract/applications'
import { productDrafts } from '@hikmah/contract/product-drafts'
import type { Page } from '@playwright/test'
import { goTo, save, step } from './application-page.ts'
import { unique } from './given.ts'
import { expectGood } from './integration-page.ts'
import { createProducts } from './product-pages.ts'
import { expect, test } from './test.ts'

const plans = (page: Page) => page.getByRole('table', { name: 'Plans' })
const discard = async (page: Page) => {
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('Product name')).toHaveValue('')
}

test('a plan of an application that is being added comes back to the third step, after a reload too', async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  test.setTimeout(120_000)
  await page.goto('/add-product')
  const name = `DEEN ${unique()}`
  await page.getByLabel('Product name').fill(name)
  await page.evaluate(`history.replaceState({ ...history.state, step: 2 }, '', '/add-product')`)
  await page.reload()
  await expect(step(page)).toContainText('Plans')
  await page.getByRole('button', { name: 'Add plan' }).click()
  await expect(page).toHaveURL(/\/add-plan$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add plan')
  await expect(page.getByText(`For ${name}`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name })).toBeVisible()
  await page.reload()
  const form = page.getByRole('form', { name: 'Add plan' })
  const addPlan = form.getByRole('button', { name: 'Add plan' })
  await expect(addPlan).toHaveAccessibleDescription('Enter a name')
  await form.getByLabel('Name').fill('Gold')
  await expect(addPlan).toHaveAccessibleDescription('Needs a monthly price above 0, or the status Not Available')
  await form.getByLabel('Monthly price', { exact: true }).fill('29')
  await expect(addPlan).toHaveAccessibleDescription('Needs an annual price above 0, or the status Not Available')
  await form.getByLabel('Annual price', { exact: true }).fill('295.80')
  await expect(form.getByText('$24.65 per month')).toBeVisible()
  await expect(form.getByLabel('Annual discount').getByRole('option')).toHaveText([
    'None',
    '5%',
    '10%',
    '15%',
    '20%',
    '25%',
  ])
  await form.getByLabel('Annual discount').selectOption('15%')

  const priceId = form.getByLabel('Monthly price id')
  await priceId.fill('29 dollars')
  await priceId.blur()
  await expect(priceId).toHaveAccessibleDescription(/Enter a price id like price_1QmStdMo29/)
  const { id: gold29 } = await (await platform.sandbox()).price('Gold', 2900)
  await priceId.fill(gold29)
  await priceId.blur()
  await expect(priceId).toHaveAccessibleDescription(/Looked up at/)
  await expect(form.getByLabel('Monthly price', { exact: true })).toHaveValue('29')
  await expectGood(page)
  await addPlan.dblclick()

  await expect(page).toHaveURL(/\/add-product$/)
  await expect(step(page)).toContainText('Plans')
  const gold = plans(page).getByRole('row', { name: /Gold/ })
  await expect(gold).toContainText('$29.00')
  await expect(gold).toContainText('$24.65')
  await expect(gold).toContainText('$295.80 a year')
  await expect(gold).toContainText(gold29)
  await expect(gold).toContainText('None, 15%')
  await expect(plans(page).locator('tbody tr')).toHaveCount(5)
  const kept = await given.asked(productDrafts.readProductDraft, { params: { kind: 'application' } })
  expect(kept).toMatchObject({
    draft: { plans: expect.arrayContaining([expect.objectContaining({ id: 'gold-plan' })]) },
  })

  await page.getByRole('button', { name: 'edit Free' }).click()
  await expect(page).toHaveURL(/\/edit-plan$/)
  const edit = page.getByRole('form', { name: 'Edit plan' })
  const savePlan = edit.getByRole('button', { name: 'Save plan' })
  await expect(savePlan).toHaveAccessibleDescription('A Free plan needs at least one feature')
  await edit.getByLabel('Status').selectOption('Not Available')
  await expect(savePlan).toBeEnabled()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click()
  await expect(step(page)).toContainText('Plans')
  await page.getByRole('button', { name: 'edit Custom' }).click()
  await expect(savePlan).toHaveAccessibleDescription('No changes yet')
  await edit.getByLabel('Name').fill('')
  await expect(savePlan).toHaveAccessibleDescription('Enter a name')
  await edit.getByLabel('Name').fill('Custom')
  for (const price of ['Monthly price', 'Annual price']) await edit.getByLabel(price, { exact: true }).fill('')
  await savePlan.click()
  await expect(step(page)).toContainText('Plans')
  await expect(plans(page).getByRole('row', { name: /Custom/ })).toContainText('$0.00')
  await discard(page)
  expect(consoleErrors).toEqual([])
})

test('the plan of an edited application keeps the other edits, and is saved with them', async ({
  console: page,
  given,
}) => {
  test.setTimeout(120_000)
  const { _id, displayName } = await createProducts(given).application()
  await page.goto(`/edit-product/${_id}`)
  await page.getByLabel('Short description').fill('Written before the plan')
  await goTo(page, 'Plans')
  await page.getByRole('button', { name: 'edit Free' }).click()
  await expect(page).toHaveURL(/\/edit-plan$/)
  await page.reload()
  await expect(page.getByText(displayName).first()).toBeVisible()
  await page.getByLabel('Prayer times').selectOption('Included')
  await expectGood(page)
  await page.getByRole('button', { name: 'Save plan' }).click()
  await expect(page).toHaveURL(new RegExp(`/edit-product/${_id}$`))
  await expect(step(page)).toContainText('Plans')
  await expect(plans(page).getByRole('row', { name: /Free/ })).toContainText('1 feature, Included')
  await goTo(page, 'Basic Info')
  await expect(page.getByLabel('Short description')).toHaveValue('Written before the plan')
  await save(page).click()
  await expect(page.getByText('Application Updated Successfully!')).toBeVisible()
  const saved = await given.asked(applications.readApplication, { params: { id: _id } })
  expect(saved.shortDescription).toBe('Written before the plan')
  expect(saved.plans[0]!.features).toMatchObject([{ title: 'Prayer times', featureType: 'Included' }])
})

test('leaving the plan of an edited application asks before its unsaved changes are left behind', async ({
  console: page,
  given,
}) => {
  const { _id, displayName } = await createProducts(given).application()
  await page.goto(`/edit-product/${_id}`)
  await page.getByLabel('Short description').fill('Not saved yet')
  await goTo(page, 'Plans')
  await page.getByRole('button', { name: 'edit Free' }).click()
  await expect(page).toHaveURL(/\/edit-plan$/)
  await page.getByRole('link', { name: 'Media' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toContainText(`Your changes of ${displayName} are not saved yet.`)
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(`/edit-product/${_id}$`))
  await goTo(page, 'Basic Info')
  await expect(page.getByLabel('Short description')).toHaveValue('Not saved yet')
})

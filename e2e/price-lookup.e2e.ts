import type { Page } from '@playwright/test'
import { expectGood } from './integration-page.ts'
import { expect, test } from './test.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Add plan' })
const priceId = (page: Page) => form(page).getByLabel('Monthly price id')
const price = (page: Page) => form(page).getByLabel('Monthly price', { exact: true })

async function lookUp(page: Page, id: string) {
  await priceId(page).fill(id)
  await priceId(page).blur()
}

test('a price of the provider fills the price of the plan, and says when it was looked up', async ({
  console: page,
  platform,
  consoleErrors,
}) => {
  const sandbox = await platform.sandbox()
  const { id } = await sandbox.price('DEENKIOSK Standard', 3950)
  await page.goto('/add-plan')
  await lookUp(page, id)
  await expect(priceId(page)).toHaveAccessibleDescription(/Looked up at \d{1,2}:\d\d [AP]M/)
  await expect(price(page)).toHaveValue('39.50')
  await expect(price(page)).not.toBeEditable()
  await form(page).getByLabel('Name').fill('Gold')
  await expect(priceId(page)).toHaveAccessibleDescription(/Looked up at/)
  await expectGood(page)
  await lookUp(page, '')
  await expect(price(page)).toBeEditable()
  expect(consoleErrors).toEqual([])
})

test('Enter right after the id does not save the plan without its price', async ({ console: page, platform }) => {
  const { id } = await (await platform.sandbox()).price('DEENKIOSK Standard', 3950)
  await page.goto('/add-plan')
  await form(page).getByLabel('Name').fill('Gold')
  await price(page).fill('29')
  await priceId(page).fill(id)
  await priceId(page).press('Enter')
  await expect(price(page)).toHaveValue('39.50')
  await expect(priceId(page)).toHaveAccessibleDescription(/Looked up at/)
})

test('a price of another rhythm says so', async ({ console: page, platform }) => {
  const { id } = await (await platform.sandbox()).price('DEENKIOSK by the year', 29000, 'year')
  await page.goto('/add-plan')
  await lookUp(page, id)
  await expect(priceId(page)).toHaveAccessibleDescription(
    /\$290\.00 ?This price is billed every year, not every month\.$/,
  )
  await form(page).getByLabel('Annual price id').fill(id)
  await form(page).getByLabel('Annual price id').blur()
  await expect(form(page).getByLabel('Annual price id')).toHaveAccessibleDescription(/\$290\.00$/)
})

test('an id that nobody knows, or that is no longer sold, is said under the field', async ({
  console: page,
  platform,
}) => {
  const { provider, price: make } = await platform.sandbox()
  const { id } = await make('Sold once', 3900)
  await provider.prices.update(id, { active: false })
  await page.goto('/add-plan')
  for (const unknown of [id, 'price_1QmStdMo29']) {
    await lookUp(page, unknown)
    await expect(priceId(page)).toHaveAccessibleDescription(/No such price/)
    await expect(priceId(page)).toHaveAttribute('aria-invalid', 'true')
    await lookUp(page, '')
  }
})

test('an id that the provider refuses keeps the plan from being saved, whatever price is typed beside it', async ({
  console: page,
  platform,
}) => {
  const { tieredPrice } = await platform.sandbox()
  const { id } = await tieredPrice('By the dozen')
  await page.goto('/add-plan')
  await form(page).getByLabel('Name').fill('Gold')
  await form(page).getByLabel('Annual price', { exact: true }).fill('290')
  for (const [refused, reason] of [
    ['price_1QmStdMo29', /No such price/],
    [id, /depends on the quantity/],
  ] as const) {
    await lookUp(page, refused)
    await expect(priceId(page)).toHaveAccessibleDescription(reason)
    await price(page).fill('29')
    await form(page).getByRole('button', { name: 'Add plan' }).click()
    await expect(priceId(page)).toBeFocused()
    await expect(priceId(page)).toHaveAccessibleDescription(reason)
    await expect(page).toHaveURL(/\/add-plan$/)
  }
})

test('a price that is sold again is found on Retry, and its error is gone', async ({ console: page, platform }) => {
  const { provider, price: make } = await platform.sandbox()
  const { id } = await make('Sold again', 3900)
  await provider.prices.update(id, { active: false })
  await page.goto('/add-plan')
  await lookUp(page, id)
  await expect(priceId(page)).toHaveAccessibleDescription(/No such price/)
  await provider.prices.update(id, { active: true })
  // What was refused is known for a few seconds.
  await expect(async () => {
    await form(page).getByRole('button', { name: 'Retry' }).click()
    await expect(price(page)).toHaveValue('39', { timeout: 1000 })
  }).toPass({ intervals: [3000] })
  await expect(priceId(page)).not.toHaveAttribute('aria-invalid', 'true')
})

test('a price without a whole amount is refused with its reason, in fractions and in tiers', async ({
  console: page,
  platform,
}) => {
  const { fractionalPrice, tieredPrice } = await platform.sandbox()
  const refused: [Promise<{ id: string }>, RegExp][] = [
    [fractionalPrice('By the minute', '12.5'), /no whole amount of cents/],
    [tieredPrice('By the dozen'), /depends on the quantity/],
  ]
  await page.goto('/add-plan')
  await price(page).fill('29')
  for (const [made, reason] of refused) {
    await lookUp(page, (await made).id)
    await expect(priceId(page)).toHaveAccessibleDescription(reason)
    await expect(priceId(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(price(page)).toHaveValue('29')
    await expect(price(page)).toBeEditable()
    await expectGood(page)
  }
})

test('while the provider is away the form goes on, and the look-up comes by Retry', async ({
  console: page,
  platform,
}) => {
  const { control, price: make } = await platform.sandbox()
  const { id } = await make('Later', 4200)
  await page.goto('/add-plan')
  await price(page).fill('29')
  await control('faults', { status: 500, times: 100 })
  await lookUp(page, id)
  await expect(priceId(page)).toHaveAccessibleDescription(/The payment provider cannot be reached/)
  await expect(price(page)).toHaveValue('29')
  await control('faults', { clear: true })
  await form(page).getByRole('button', { name: 'Retry' }).click()
  await expect(priceId(page)).toHaveAccessibleDescription(/Looked up at/)
  await expect(price(page)).toHaveValue('42')
})

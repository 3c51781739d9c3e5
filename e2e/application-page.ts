import type { Page } from '@playwright/test'
import { picture } from './given.ts'
import { expect } from './test.ts'

export const goOn = (page: Page) => page.getByRole('button', { name: 'CONTINUE' })
export const add = (page: Page) => page.getByRole('button', { name: 'ADD APPLICATION' })
export const save = (page: Page) => page.getByRole('button', { name: 'SAVE CHANGES' })
export const step = (page: Page) => page.locator('[aria-current="step"]')
export const stepHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
export const kept = (page: Page) => expect(page.getByText(/^Draft saved at \d{1,2}:\d\d [AP]M$/)).toBeVisible()
export const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click()

export async function fillBasics(page: Page, name: string) {
  await page.getByLabel('Application', { exact: true }).selectOption('deenscreen')
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Short description').fill('Prayer times on a screen')
  await page.getByLabel('Long description').fill('Shows the times of prayer.')
  for (const label of ['Logo', 'Icon']) {
    await page.getByLabel(label, { exact: true }).setInputFiles(await picture(`${label}.png`))
    await expect(page.getByRole('img', { name: label })).toBeVisible()
  }
}

export async function addFeature(page: Page, title: string, price?: string) {
  await page.getByRole('button', { name: 'Add feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add feature' })
  await dialog.getByLabel('Title').fill(title)
  if (price !== undefined) {
    await dialog.getByLabel('Type').selectOption('Paid')
    await dialog.getByLabel('Price').fill(price)
  }
  await dialog.getByRole('button', { name: 'Add feature' }).click()
  await expect(dialog).toBeHidden()
}

export async function describeFeature(page: Page, title: string, description: string) {
  await page.getByRole('button', { name: `edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit feature' })
  await dialog.getByLabel('Description').fill(description)
  await dialog.getByRole('button', { name: 'Save feature' }).click()
  await expect(dialog).toBeHidden()
}

export async function addHardware(page: Page, name: string, price: string) {
  await page.getByRole('button', { name: 'Add hardware' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add hardware' })
  await dialog.getByLabel('Name').selectOption(name)
  await dialog.getByLabel('Price').fill(price)
  await dialog.getByLabel('Billing cycle').selectOption('Monthly')
  await dialog.getByRole('button', { name: 'Add hardware' }).click()
  await expect(dialog).toBeHidden()
}

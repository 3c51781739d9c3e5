import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const fact = (page: Page, term: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) }).locator('dd')
export const timeline = (page: Page) => page.locator('section', { hasText: 'Timeline' }).getByRole('listitem')
export const radios = (page: Page) => page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio')
export const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })
export const save = (page: Page) => page.getByRole('button', { name: 'Save' })
export const waitingIn = async (page: Page, item: string) =>
  Number((await main(page).getByRole('link', { name: item }).innerText()).replace(/\D/g, ''))

export async function choose(page: Page, assignee: string) {
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await page.getByRole('option', { name: assignee }).click()
}

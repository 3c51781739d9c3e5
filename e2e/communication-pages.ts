import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
export const fact = (page: Page, term: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) }).locator('dd')
export const timeline = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Thread' }) }).getByRole('listitem')
export const radios = (page: Page) => page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio')
/** One of the statuses of the form. */
export const status = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Status' }).locator('label', { hasText: name })
export const note = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })
export const answer = (page: Page) => page.getByRole('textbox', { name: 'Answer by email' })
/** Saves, and opens the next one. */
export const goOn = (page: Page) => page.getByRole('button', { name: /^(Save|Send) and open next/ })
/** Saves, and stays. */
export async function save(page: Page) {
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await page.getByRole('menuitem', { name: 'Save' }).click()
}
export const waitingIn = async (page: Page, item: string) =>
  Number((await main(page).getByRole('link', { name: item }).innerText()).replace(/\D/g, ''))

export async function choose(page: Page, assignee: string) {
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await page.getByRole('option', { name: assignee }).click()
}

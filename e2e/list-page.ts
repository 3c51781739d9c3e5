import type { Page } from '@playwright/test'

/** Chooses in the filter menu of a list; what is chosen already is taken back. */
export async function filterBy(page: Page, choice: string | RegExp) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}

/** The chip of a filter that is on, by which it is taken off. */
export const chip = (page: Page, filter: string) => page.getByRole('button', { name: `Remove filter: ${filter}` })

import { expect, type Page } from '@playwright/test'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
/** The member's row of the list, found by the email: the list may be longer than a page. */
export async function rowOf(page: Page, userName: string) {
  await expect(page).not.toHaveURL(/\/(edit-finance-team-member|verify-team-member-code)/)
  await page.goto(`/team-members?q=${encodeURIComponent(userName)}`)
  return page.getByRole('row', { name: new RegExp(userName) })
}
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

import { expect, type Page } from '@playwright/test'

/** The focus is on something of the page, not on the page as a whole, from where one starts over. */
export const notOnThePage = (page: Page) =>
  expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).not.toBe('BODY')

/** Says yes to the question that is asked, whose Cancel has the focus. */
export async function confirmByKeys(page: Page) {
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

import type { Page } from '@playwright/test'
import { boughtOrder } from './bought.ts'
import { test as base, expect, expectAccessible } from './test.ts'

type Bought = Awaited<ReturnType<typeof boughtOrder>>
export const test = base.extend<{ bought: Bought }>({
  bought: async ({ platform, owner, given }, use) => use(await boughtOrder(platform, owner, given)),
})

const TELEPHONE = { width: 390, height: 844 }
export const detailsOf = ({ id }: Bought) => `/order/order-details?id=${id}`
export const manageOf = ({ id }: Bought) => `/order/manage-order?id=${id}`
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const items = (page: Page) => page.getByRole('table', { name: 'Items' }).getByRole('row')
export const item = (page: Page, name: string) => items(page).filter({ hasText: name })
export const said = (page: Page, message: string) => page.getByRole('status').filter({ hasText: message })

/** What the card of the order says under a term. */
export const fact = (page: Page, term: string) =>
  page
    .getByRole('region', { name: 'Order Details' })
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${term}`) }) })
    .getByRole('definition')

/** axe finds nothing as it stands, on a telephone and in the dark, and nothing is wider than the telephone. */
export async function expectGoodEverywhere(page: Page) {
  await expectAccessible(page)
  await page.setViewportSize(TELEPHONE)
  await expectAccessible(page)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast'])
}

import type { Page } from '@playwright/test'
import { createProducts } from './product-pages.ts'
import { expect, test } from './test.ts'

async function logout(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: / Admin$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

test('what is typed into a wizard just before signing out is there after signing in again', async ({
  given,
  browserOf,
}) => {
  const person = await given.staff('hikmah_admin')
  for (const wizard of ['/add-product', '/add-integration']) {
    const page = await browserOf(person)
    await page.goto(wizard)
    await page.getByLabel('Short description').fill('Typed just before leaving')
    const left = page.waitForRequest(/\/auth\/logout$/)
    await logout(page)
    await left
    const again = await browserOf(person)
    await again.goto(wizard)
    await expect(again.getByLabel('Short description')).toHaveValue('Typed just before leaving')
    await expect(again.getByText(/^Draft saved at/)).toBeVisible()
  }
})

test('signing out with unsaved changes asks first, and nobody is signed out who stays', async ({
  given,
  browserOf,
}) => {
  const { _id } = await createProducts(given).application()
  const page = await browserOf(await given.staff('hikmah_admin'))
  await page.goto(`/edit-product/${_id}`)
  await page.getByLabel('Short description').fill('Changed')
  await logout(page)
  const question = page.getByRole('dialog', { name: 'You have unsaved changes!' })
  await question.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Short description').fill('Changed again')
  await page.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expect(page.getByText('Application Updated Successfully!')).toBeVisible()
  await page.getByLabel('Short description').fill('Not to be kept')
  const left = page.waitForRequest(/\/auth\/logout$/)
  await logout(page)
  await question.getByRole('button', { name: 'Discard Changes' }).click()
  await left
})

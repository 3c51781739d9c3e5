import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { expect, expectAccessible, type Given } from './test.ts'

/** An application that integrations may be compatible with. */
export async function givenApplication({ asked, image }: Given, displayName = `DEEN ${unique()}`) {
  const url = await image('logo.png')
  return asked(applications.createApplication, {
    query: {},
    body: {
      name: 'deenweb',
      displayName,
      shortDescription: 'Website with prayer times',
      longDescription: 'A website for a mosque.',
      imageMetaData: { imageUrl: url },
      iconMetaData: { iconUrl: url },
      features: [{ title: 'Prayer times', featureType: 'Free', status: 'Available' }],
      plans: [
        {
          id: 'free-plan',
          name: 'Free',
          status: 'Available',
          monthlyBilling: { price: 0 },
          annuallyBilling: { price: 0 },
        },
      ],
      status: 'Coming Soon',
    },
  })
}

export const paid = (monthly: number, annually: number) => ({
  pricingType: 'Paid' as const,
  monthlyBilling: { price: monthly },
  annuallyBilling: { price: annually },
})

export async function givenIntegration(given: Given, more: object = {}) {
  const { _id } = await givenApplication(given)
  return given.asked(integrations.createIntegration, {
    query: {},
    body: {
      name: `Salah ${unique()}`,
      shortDescription: 'Times of prayer',
      longDescription: 'Shows the times of prayer',
      imageMetaData: { imageUrl: await given.image('logo.png'), imageName: 'logo.png' },
      compatibleWith: [{ application: _id }],
      integrationApi: 'salah',
      features: [{ title: 'Adhan', status: 'Available' }],
      pricing: { pricingType: 'Free' },
      status: 'Coming Soon',
      ...more,
    },
  })
}

export const step = (page: Page) => page.locator('[aria-current="step"]')
export const onTheTab = /\/admin-products\?tab=integrations$/

/** The step as it stands has no fault that axe knows, in light and dark, and fits a telephone. */
export async function expectGood(page: Page) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // A table becomes blocks a moment after the width is told.
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
      .toBeLessThanOrEqual(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(page)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

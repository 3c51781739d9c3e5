import { PRICE_WITH_CENTS } from '@hikmah/contract/plans'
import { expect, test } from 'vitest'
import { checkIntegration, emptyIntegration, toBody } from './integration-form.ts'

const priced = (price: string) => ({
  ...emptyIntegration,
  pricingType: 'Paid' as const,
  monthly: { ...emptyIntegration.monthly, price },
})

test('a price of 1,200 is one thousand two hundred, and 12,50 is refused', () => {
  expect(checkIntegration(priced('1,200'))['monthly.price']).toBeUndefined()
  expect(toBody(priced('1,200'), new Map()).pricing).toMatchObject({ monthlyBilling: { price: 1200 } })
  expect(checkIntegration(priced('12,50'))['monthly.price']).toBe(PRICE_WITH_CENTS)
})

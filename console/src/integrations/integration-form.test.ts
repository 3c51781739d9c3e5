import { PRICE_WITH_CENTS } from '@hikmah/contract/plans'
import { expect, test } from 'vitest'
import { checkIntegration, emptyIntegration, integrationForm, toBody } from './integration-form.ts'

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

test('an empty discount is none, and a price is named as money', () => {
  const values = { ...priced('12.5'), monthly: { stripePlanId: '', price: '12.5', discountPercentage: '' } }
  expect(checkIntegration(values)['monthly.discountPercentage']).toBeUndefined()
  expect(toBody(values, new Map()).pricing).toMatchObject({ monthlyBilling: { price: 12.5, discountPercentage: 0 } })
  expect(integrationForm.describeSteps(values, 3)[2]!.fact).toBe('$12.50 a month')
})

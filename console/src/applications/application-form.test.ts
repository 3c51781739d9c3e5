import { HardwarePrice, WHOLE_PRICE } from '@hikmah/contract/plans'
import { expect, test } from 'vitest'
import { amountProblem } from '../products/product-fields.tsx'
import { newPlan, parseDollars, warnOfUnpriced } from './application-form.ts'

test('1,200 is one thousand two hundred, and 12,50 is refused', () => {
  expect([amountProblem('1,200', HardwarePrice), parseDollars('1,200')]).toEqual([undefined, 1200])
  expect(amountProblem('12,50', HardwarePrice)).toBe(WHOLE_PRICE)
})

test('before an application goes on sale its plans without a price are named, but not the free one', () => {
  const plans = ['Free', 'Standard', 'Premium'].map((name) => newPlan({ id: `${name.toLowerCase()}-plan`, name }))
  expect(warnOfUnpriced({ plans, status: 'Available' })).toBe(
    'Standard and Premium have a price of $0.00 and cannot be sold so. Set both prices, or the status Not Available, under Plans.',
  )
  expect(warnOfUnpriced({ plans: plans.slice(0, 2), status: 'New' })).toMatch(/^Standard has a price/)
  expect(warnOfUnpriced({ plans, status: 'Coming Soon' })).toBeUndefined()
})

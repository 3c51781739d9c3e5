import { WHOLE_PRICE } from '@hikmah/contract/plans'
import { expect, test } from 'vitest'
import { dollarsOf, priceProblem } from './whole-dollars.ts'

test('1,200 is one thousand two hundred, and 12,50 is refused', () => {
  expect([priceProblem('1,200'), dollarsOf('1,200')]).toEqual([undefined, 1200])
  expect(priceProblem('12,50')).toBe(WHOLE_PRICE)
})

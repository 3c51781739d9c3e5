import { HardwarePrice, WHOLE_PRICE } from '@hikmah/contract/plans'
import { expect, test } from 'vitest'
import { amountProblem } from '../products/product-fields.tsx'
import { parseDollars } from './application-form.ts'

test('1,200 is one thousand two hundred, and 12,50 is refused', () => {
  expect([amountProblem('1,200', HardwarePrice), parseDollars('1,200')]).toEqual([undefined, 1200])
  expect(amountProblem('12,50', HardwarePrice)).toBe(WHOLE_PRICE)
})

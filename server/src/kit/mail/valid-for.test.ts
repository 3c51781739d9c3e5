import { expect, test } from 'vitest'
import { validFor } from './letter.ts'

test.each([
  [600, 'valid for 10 minutes and can be used once'],
  [60, 'valid for 1 minute and can be used once'],
  [20, 'valid for 1 minute and can be used once'],
  [90_000, 'valid for 1500 minutes and can be used once'],
  [14 * 86_400, 'valid for 14 days and can be used once'],
])('%i seconds: %s', (seconds, said) => {
  expect(validFor(seconds)).toBe(said)
})

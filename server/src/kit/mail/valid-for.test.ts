import { expect, test } from 'vitest'
import { validFor } from './letter.ts'

test.each([
  [600, undefined, 'valid for 10 minutes and can be used once'],
  [60, undefined, 'valid for 1 minute and can be used once'],
  [20, undefined, 'valid for 1 minute and can be used once'],
  [90_000, undefined, 'valid for 1500 minutes and can be used once'],
  [14 * 86_400, undefined, 'valid for 14 days and can be used once'],
  [14 * 86_400, 'July 3, 2026', 'valid for 14 days, until July 3, 2026, and can be used once'],
])('%i seconds, until %s: %s', (seconds, until, said) => {
  expect(validFor(seconds, until)).toBe(said)
})

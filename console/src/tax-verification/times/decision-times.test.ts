import { expect, test } from 'vitest'
import { durationText } from './ReviewTimes.tsx'

test.each([
  [0.4, '0 s'],
  [45, '45 s'],
  [59.6, '1 min'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
  [7200, '2 h'],
])('%s seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

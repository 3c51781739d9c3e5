import { expect, test } from 'vitest'
import { percentageOf, shareOf } from './money.ts'

test.each([
  [0, 0, 0],
  [3, 0, 100],
  [0, 3, -100],
  [4, 3, 33],
  [5, 3, 67],
  [3, 3, 0],
  [200, 1, 19900],
])('%i after %i is %i percent', (now, previous, percentage) => {
  expect(percentageOf(now, previous)).toBe(percentage)
})

test('a share of nothing is nothing', () => {
  expect([shareOf(0, 0), shareOf(1, 3), shareOf(2, 2)]).toEqual([0, 33, 100])
})

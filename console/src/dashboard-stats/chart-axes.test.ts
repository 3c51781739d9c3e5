import { expect, test } from 'vitest'
import { axisLines, axisMoney, niceStep } from '../kit/display/axes.ts'

test.each([
  [0, 1],
  [3, 1],
  [16, 5],
  [17, 5],
  [21, 10],
  [40, 10],
  [4100, 2000],
])('up to %i orders there is a line at every %i', (max, step) => {
  expect(niceStep(max, true)).toBe(step)
  expect(axisLines(step).at(-1)).toBeGreaterThanOrEqual(max)
})

test('amounts have halves', () => {
  expect(niceStep(712_025, false)).toBe(200_000)
  expect(niceStep(980_000, false)).toBe(250_000)
  expect(niceStep(0, false)).toBe(1)
})

test.each([
  [0, 'usd', '$0'],
  [95_000, 'usd', '$950'],
  [250_000, 'usd', '$2.5k'],
  [1_000_000, 'usd', '$10k'],
  [120_000_000, 'usd', '$1.2M'],
  [5000, 'jpy', '¥5k'],
])('%i of %s is %s beside the axis', (amount, currency, text) => {
  expect(axisMoney(amount, currency)).toBe(text)
})

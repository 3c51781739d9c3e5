import { expect, test } from 'vitest'
import { countCard, shareText } from './SummaryCards.tsx'

test.each([
  [31, 7, '+24'],
  [3, 19, '−16'],
  [5, 5, '0'],
  [60, 20, undefined],
])('%d after %d is shown as a difference where a share would mislead', (data, previous, difference) => {
  const card = countCard('Orders', { data, previous, percentage: 0 }, (before) => before)
  expect(card.change?.difference).toBe(difference)
})

test.each([
  [3, 1, 33, '1'],
  [40, 10, 25, '25%'],
])('of %d, %d are shown as %s %%, or by their number where there are few', (data, previous, percentage, text) => {
  expect(shareText({ data, previous, percentage })).toBe(text)
})

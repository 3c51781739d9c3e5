import { expect, test } from 'vitest'
import { countCard } from './SummaryCards.tsx'

test.each([
  [31, 7, '+24'],
  [3, 19, '−16'],
  [5, 5, '0'],
  [60, 20, undefined],
])('%d after %d is shown as a difference where a share would mislead', (data, previous, difference) => {
  const card = countCard('Orders', { data, previous, percentage: 0 }, (before) => before)
  expect(card.change?.difference).toBe(difference)
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { countCard, SummaryCards, shareText } from './SummaryCards.tsx'

test.each([
  [31, 7, '+24'],
  [3, 19, '−16'],
  [5, 5, undefined],
  [60, 20, undefined],
])(
  '%d after %d is shown as a difference where a share would mislead and something changed',
  (data, previous, difference) => {
    const card = countCard('Orders', { data, previous, percentage: 0 }, (before) => before)
    expect(card.change?.difference).toBe(difference)
  },
)

test.each([
  [3, 1, 33, '1'],
  [40, 10, 25, '25%'],
])('of %d, %d are shown as %s %%, or by their number where there are few', (data, previous, percentage, text) => {
  expect(shareText({ data, previous, percentage })).toBe(text)
})

test('a percentage that is no whole number is shown rounded', () => {
  const card = { label: 'Used', value: 10, text: '', change: { percent: -33.4 } }
  expect(renderToStaticMarkup(createElement(SummaryCards, { label: 'Campaign', cards: [card] }))).toContain('33%')
})

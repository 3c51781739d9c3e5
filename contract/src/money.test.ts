import { expect, test } from 'vitest'
import { amountFor, exponentOf, formatMoney, perMonthOf } from './money.ts'

test.each([
  [123_450, 'usd', '$1,234.50'],
  [0, 'usd', '$0.00'],
  [-500, 'usd', '−$5.00'],
  [1250, 'eur', '€12.50'],
  [500, 'jpy', '¥500'],
  // Intl has no minor units for it, the provider a hundred.
  [50_000, 'huf', 'HUF 500.00'],
  [12_340, 'kwd', 'KWD 12.340'],
  [null, 'usd', '–'],
])('%s in %s is %s', (amount, currency, words) => {
  expect(formatMoney(amount, currency).replaceAll('\u00A0', ' ')).toBe(words)
})

test.each([
  [1200, '$12'],
  [1250, '$12.50'],
  [-1200, '−$12'],
])('%s is %s where there is little room', (amount, words) => {
  expect(formatMoney(amount, 'usd', { isShort: true })).toBe(words)
})

test('a currency has as many digits as the provider says', () => {
  expect(['usd', 'JPY', 'bhd', 'isk', 'pkr'].map(exponentOf)).toEqual([2, 0, 3, 2, 2])
})

test('a yearly price shows what it comes to in a month', () => {
  expect([10_000, 12_000, 18].map(perMonthOf)).toEqual([833, 1000, 2])
})

test('the price of one may have fractions of a cent; what several cost is rounded once', () => {
  expect(formatMoney(12.5, 'usd')).toBe('$0.125')
  expect(formatMoney(1250, 'usd')).toBe('$12.50')
  expect(amountFor(12.5, 3)).toBe(38)
  expect(amountFor(1.1, 3)).toBe(3)
})

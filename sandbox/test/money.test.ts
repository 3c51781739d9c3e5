import { expect, test } from 'vitest'
import { addIntervals, money, periodEnd, rounded, shares } from '../src/billing/amounts/money.ts'

test('an amount is written with the digits of its currency', () => {
  expect(money(123_456, 'usd')).toBe('$1,234.56')
  expect(money(-5, 'usd')).toBe('-$0.05')
  expect(money(500, 'jpy')).toBe('¥500')
  expect(money('12.5', 'usd')).toBe('$0.125')
  expect(money('1250', 'usd')).toBe('$12.50')
  expect(money(1500, 'kwd').replace(/\s/u, ' ')).toBe('KWD 1.500')
})

test('half a cent goes away from zero', () => {
  expect([rounded(5, 10), rounded(-5, 10), rounded(4, 10), rounded(15, 10)]).toEqual([1, -1, 0, 2])
})

test('parts sum to the whole, whatever their weights', () => {
  expect(shares(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shares(-10, [-300, 200])).toEqual([-30, 20])
  expect(shares(7, [0, 0])).toEqual([0, 0])
  for (const whole of [1, 99, 1234]) {
    expect(shares(whole, [333, 500, 1, 77]).reduce((sum, part) => sum + part, 0)).toBe(whole)
  }
})

test('periods are counted from the anchor', () => {
  const at = (iso: string) => Date.parse(iso) / 1000
  const monthly = { interval: 'month', interval_count: 1 }
  const anchor = at('2027-01-31T10:00Z')
  expect([1, 2, 3].map((times) => addIntervals(anchor, monthly, times))).toEqual(
    ['2027-02-28T10:00Z', '2027-03-31T10:00Z', '2027-04-30T10:00Z'].map(at),
  )
  expect(periodEnd(anchor, monthly, at('2027-02-28T10:00Z'))).toBe(at('2027-03-31T10:00Z'))
  expect(periodEnd(anchor, monthly, at('2029-12-01T00:00Z'))).toBe(at('2029-12-31T10:00Z'))
  const leap = at('2028-02-29T00:00Z')
  const yearly = { interval: 'year', interval_count: 1 }
  expect([1, 4].map((times) => addIntervals(leap, yearly, times))).toEqual(['2029-02-28', '2032-02-29'].map(at))
})

import { expect, test } from 'vitest'
import { rangeText } from './ListFooter.tsx'
import { tabCount, titleCount } from './ListTable.tsx'

const whole = { total: 60, page: 1, limit: 10, counts: { all: 60, approved: 46, onboarding: 14 }, whole: 60 }
const found = { ...whole, total: 3, counts: { all: 3, approved: 3, onboarding: 0 } }
const many = {
  ...whole,
  total: 1000,
  isTotalCapped: true as const,
  counts: { all: 1000, approved: 1000 },
  cappedCounts: ['all', 'approved'],
  whole: 1_000_000,
}

test('a title says how many there are, and of how many where not all are shown', () => {
  expect([undefined, whole, found, many].map(titleCount)).toEqual([undefined, '60', '3 of 60', '1,000+ of 1,000,000'])
})

test('a tab says what it would show, and nothing where that is not known', () => {
  expect(tabCount(found)).toBe('3')
  expect(tabCount(found, 'onboarding')).toBe('0')
  expect(tabCount(many, 'approved')).toBe('1,000+')
  expect(tabCount(many, 'onboarding')).toBeUndefined()
})

test('the range never claims to know what was not counted', () => {
  expect(rangeText({ ...found })).toBe('1 to 3 of 3')
  expect(rangeText({ ...whole, page: 6 })).toBe('51 to 60 of 60')
  expect(rangeText({ ...many, page: 2 })).toBe('11 to 20 of 1,000+')
})

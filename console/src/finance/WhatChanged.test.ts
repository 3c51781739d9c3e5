import type { RevenueChange } from '@hikmah/contract/finance'
import { expect, test } from 'vitest'
import { describeChange, spanNames } from './WhatChanged.tsx'

const at = (year: number, month: number, day = 1) => new Date(year, month - 1, day).toISOString()
const months = { from: at(2026, 10), to: at(2026, 11), previousFrom: at(2026, 9), previousTo: at(2026, 10) }

test('what is compared is named by its month, its days where it is not over, and its year where that differs', () => {
  expect(spanNames(months, months.from)).toEqual(['Oct', 'Sep'])
  const running = { from: at(2026, 11), to: at(2026, 11, 27), previousFrom: at(2026, 10), previousTo: at(2026, 10, 27) }
  expect(spanNames(running, running.from)).toEqual(['Nov 1–26', 'Oct 1–26'])
  const years = { ...months, previousFrom: at(2025, 10), previousTo: at(2025, 11) }
  expect(spanNames(years, years.from)).toEqual(['Oct ’26', 'Oct ’25'])
  expect(spanNames(months, undefined)).toEqual(['Now', 'Before'])
})

test('how many were billed is said where it explains the difference, and only there', () => {
  const change = (units: { now: number; before: number } | null, difference = -3000) =>
    ({
      net: { now: 0, before: 0, difference: -4000 },
      products: [{ name: 'Players', place: null, now: 0, before: 0, difference, units }],
    }) as unknown as RevenueChange
  const text = (...of: Parameters<typeof change>) => describeChange(change(...of), 'usd', 'Sep')
  const fell = 'Net revenue fell $40.00. Players'
  expect(text({ now: 2, before: 5 })).toBe(`${fell} explains $30.00 of it: 2 billed, 5 in Sep.`)
  expect(text({ now: 0, before: 5 }, -5000)).toBe(`${fell} alone fell $50.00: none billed, 5 in Sep.`)
  // A dearer product that is sold less often.
  expect(text({ now: 6, before: 5 })).toBe(`${fell} explains $30.00 of it.`)
  expect(text(null)).toBe(`${fell} explains $30.00 of it.`)
})

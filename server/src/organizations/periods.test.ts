import { expect, test } from 'vitest'
import { periodsOf } from './dashboard-cards.ts'

const monthOf = (zone: string, now: string) => periodsOf(new Date(now), zone).month.toISOString()

test.each([
  ['UTC', '2026-03-15T12:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['America/New_York', '2026-03-15T12:00:00Z', '2026-03-01T05:00:00.000Z'],
  ['America/New_York', '2026-04-15T12:00:00Z', '2026-04-01T04:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-15T12:00:00Z', '2025-12-31T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-15T12:00:00Z', '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-01-15T12:00:00Z', '2026-01-01T11:00:00.000Z'],
  ['America/New_York', '2026-01-01T03:00:00Z', '2025-12-01T05:00:00.000Z'],
  ['Asia/Tokyo', '2026-01-01T03:00:00Z', '2025-12-31T15:00:00.000Z'],
])('in %s the month of %s begins at %s', (zone, now, start) => {
  expect(monthOf(zone, now)).toBe(start)
})

test('the month before January and the one after December are of other years', () => {
  const january = periodsOf(new Date('2026-01-15T12:00:00Z'), 'UTC')
  expect(january.lastMonth.toISOString()).toBe('2025-12-01T00:00:00.000Z')
  expect(january.year.toISOString()).toBe('2026-01-01T00:00:00.000Z')
  const december = periodsOf(new Date('2026-12-31T23:59:59Z'), 'UTC')
  expect(december.nextMonth.toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(december.nextYear.toISOString()).toBe('2027-01-01T00:00:00.000Z')
})

test('where the clock skips midnight, the month begins right after', () => {
  expect(monthOf('America/Asuncion', '2023-10-15T12:00:00Z')).toBe('2023-10-01T04:00:00.000Z')
})

test('where midnight comes twice, the month begins at the first', () => {
  expect(monthOf('America/Havana', '2026-11-15T12:00:00Z')).toBe('2026-11-01T04:00:00.000Z')
})

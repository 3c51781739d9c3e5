import { expect, test } from 'vitest'
import { calendarOf, monthStart } from './zones.ts'

const startOf = (zone: string, year: number, month: number) => monthStart(zone, year, month).toISOString()

test.each([
  ['UTC', 2026, 2, '2026-03-01T00:00:00.000Z'],
  ['America/New_York', 2026, 2, '2026-03-01T05:00:00.000Z'],
  ['America/New_York', 2026, 3, '2026-04-01T04:00:00.000Z'],
  ['America/New_York', 2026, 0, '2026-01-01T05:00:00.000Z'],
  ['Asia/Kolkata', 2026, 0, '2025-12-31T18:30:00.000Z'],
  ['Pacific/Kiritimati', 2026, 0, '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', 2026, 0, '2026-01-01T11:00:00.000Z'],
])('in %s the month %i-%i begins', (zone, year, month, start) => {
  expect(startOf(zone, year, month)).toBe(start)
})

test('a month before January or after December is one of the next year', () => {
  expect(startOf('UTC', 2026, -1)).toBe('2025-12-01T00:00:00.000Z')
  expect(startOf('UTC', 2026, 12)).toBe('2027-01-01T00:00:00.000Z')
})

test('where the clock skips midnight, the month begins right after', () => {
  expect(startOf('America/Asuncion', 2023, 9)).toBe('2023-10-01T04:00:00.000Z')
})

test('where midnight comes twice, the month begins at the first', () => {
  expect(startOf('America/Havana', 2026, 10)).toBe('2026-11-01T04:00:00.000Z')
})

test('the calendar is that of the zone', () => {
  const now = new Date('2026-01-01T03:00:00Z')
  expect(calendarOf('America/New_York', now)).toEqual({ year: 2025, month: 11, day: 31 })
  expect(calendarOf('Asia/Tokyo', now)).toEqual({ year: 2026, month: 0, day: 1 })
})

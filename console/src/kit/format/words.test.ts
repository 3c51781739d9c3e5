import { expect, test, vi } from 'vitest'
import {
  ageInWords,
  ageText,
  countText,
  daysSince,
  dollarsAndCents,
  exactDate,
  fileSize,
  formatDate,
  initials,
  periodText,
  phoneText,
  plural,
  wholeDollars,
} from './texts.ts'

// Before anything is imported, because the zone is read once. Every file of tests has a process of its own.
vi.hoisted(() => {
  process.env.TZ = 'America/New_York'
})

const at = '2026-11-05T14:02:11.000Z'

test('ages are read aloud in words', () => {
  expect(['now', '5 min', ' · 1 h', 'in 14 d', '2 y'].map(ageInWords)).toEqual([
    'now',
    '5 minutes',
    ' · 1 hour',
    'in 14 days',
    '2 years',
  ])
})

test.each([
  ['ll', 'Nov 5, 2026'],
  ['MMM D', 'Nov 5'],
  ['LLL', 'November 5, 2026 9:02 AM'],
  ['moment', 'Nov 05, 2026, 09:02 AM'],
  ['MMM DD, YYYY', 'Nov 05, 2026'],
  ['MMM DD, YYYY h:mm A', 'Nov 05, 2026 9:02 AM'],
  ['MMMM Do YYYY, h:mm:ss a', 'November 5th 2026, 9:02:11 am'],
  ['h:mm A', '9:02 AM'],
  ['day', 'Thu, Nov 5'],
  ['day, year', 'Thu, Nov 5, 2026'],
] as const)('a date as %s is %s', (format, text) => {
  expect(formatDate(at, format)).toBe(text)
})

test('midnight and noon are twelve', () => {
  expect(formatDate('2026-11-05T05:00:00Z', 'h:mm A')).toBe('12:00 AM')
  expect(formatDate('2026-11-05T17:00:00Z', 'LLL')).toBe('November 5, 2026 12:00 PM')
})

test('days are counted as people say them', () => {
  const days = Array.from(
    { length: 31 },
    (_, day) => formatDate(new Date(2026, 0, day + 1).getTime(), 'MMMM Do YYYY, h:mm:ss a').split(' ')[1],
  )
  expect(days.slice(0, 4)).toEqual(['1st', '2nd', '3rd', '4th'])
  expect(days.slice(9, 14)).toEqual(['10th', '11th', '12th', '13th', '14th'])
  expect(days.slice(19, 24)).toEqual(['20th', '21st', '22nd', '23rd', '24th'])
  expect(days.slice(29)).toEqual(['30th', '31st'])
})

test('the exact time says its zone, in winter and in summer', () => {
  expect(exactDate(at)).toBe('November 5th 2026, 9:02:11 am EST (UTC-5)')
  expect(exactDate('2026-07-05T14:02:11Z')).toBe('July 5th 2026, 10:02:11 am EDT (UTC-4)')
})

test('an age is told in its largest whole unit', () => {
  const now = Date.parse(at)
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const ages = [
    MINUTE - 1,
    MINUTE,
    HOUR - 1,
    HOUR,
    13 * HOUR,
    24 * HOUR - 1,
    24 * HOUR,
    364 * 24 * HOUR,
    730 * 24 * HOUR,
  ]
  expect(ages.map((age) => ageText(now - age, now))).toEqual([
    'now',
    '1 min',
    '59 min',
    '1 h',
    '13 h',
    '23 h',
    '1 d',
    '364 d',
    '2 y',
  ])
})

test('days are those of the calendar, however few hours are between, and over the change of the clocks', () => {
  const since = (at: string, now: string) => daysSince(new Date(at).getTime(), new Date(now).getTime())
  expect(since('2026-11-22T00:00', '2026-11-22T23:59')).toBe(0)
  expect(since('2026-11-22T23:59', '2026-11-23T00:01')).toBe(1)
  expect(since('2026-10-31T23:00', '2026-11-02T01:00')).toBe(2)
  expect(since('2026-03-07T12:00', '2026-03-09T12:00')).toBe(2)
})

test('a period is a year, a month, or its first and last day', () => {
  const day = (year: number, month: number, date = 1) => new Date(year, month - 1, date).getTime()
  expect(periodText(day(2026, 1), day(2027, 1))).toBe('in 2026')
  expect(periodText(day(2026, 7), day(2027, 7))).toBe('Jul 1, 2026 to Jun 30, 2027')
  expect(periodText(day(2026, 11), day(2026, 12))).toBe('in November 2026')
  expect(periodText(day(2026, 12), day(2027, 1))).toBe('in December 2026')
  expect(periodText(day(2026, 11, 3), day(2026, 11, 10))).toBe('Nov 3, 2026 to Nov 9, 2026')
  expect(periodText(day(2026, 11, 3), day(2026, 12, 3))).toBe('Nov 3, 2026 to Dec 2, 2026')
  expect(periodText(day(2026, 11, 3), undefined)).toBe('since Nov 3, 2026')
  expect(periodText(undefined, day(2026, 11, 10))).toBe('until Nov 9, 2026')
  expect(periodText(undefined, undefined)).toBe('')
})

test('a price is kept in dollars and an amount in cents', () => {
  expect(wholeDollars(1249)).toBe('$1,249')
  expect(dollarsAndCents(124_950)).toBe('$1,249.50')
  expect(dollarsAndCents(5)).toBe('$0.05')
})

test('the size of a file has the unit that suits it', () => {
  expect([0, 1023, 1024, 24_576, 1_048_575, 1_048_576, 1_258_291].map(fileSize)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '24 KB',
    '1024 KB',
    '1.0 MB',
    '1.2 MB',
  ])
})

test('numbers, names and telephones as people write them', () => {
  expect(phoneText('+15105550142')).toBe('(510) 555-0142')
  expect(phoneText('+442079460958')).toBe('+442079460958')
  expect(countText(12_345)).toBe('12,345')
  expect([0, 1, 2, 1000].map((count) => plural(count, 'member'))).toEqual([
    '0 members',
    '1 member',
    '2 members',
    '1,000 members',
  ])
  expect(plural(2, 'inquiry', 'inquiries')).toBe('2 inquiries')
  expect(['Samira Haddad', 'Aisha bint Omar', 'bilal', '  '].map(initials)).toEqual(['SH', 'AO', 'B', ''])
})

import { type Period, periods } from '@hikmah/contract/dashboard-stats'
import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

const ZONE = 'America/New_York'
/** A Saturday, in the afternoon of New York. */
const now = new Date('2026-11-21T19:30:00Z')
const days = (period: Period, at = now) => {
  const { from, to, previousFrom, previousTo, steps } = periodOf(period, at, ZONE)
  const day = (date: Date) => date.toTemporalInstant().toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return [...[from, to, previousFrom, previousTo].map(day), steps.length]
}

test.each<[Period, string, string, string, string, number]>([
  ['today', '2026-11-21', '2026-11-22', '2026-11-20', '2026-11-21', 15],
  ['last-7-days', '2026-11-15', '2026-11-22', '2026-11-08', '2026-11-15', 7],
  ['default', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22', 21],
  ['last-4-weeks', '2026-10-25', '2026-11-22', '2026-09-27', '2026-10-25', 28],
  ['last-3-months', '2026-08-24', '2026-11-22', '2026-05-25', '2026-08-23', 13],
  ['last-12-months', '2025-12-01', '2026-11-22', '2024-12-01', '2025-11-22', 12],
  ['last-year', '2025-01-01', '2026-01-01', '2024-01-01', '2025-01-01', 12],
])('%s is from %s to before %s, against %s to before %s', (period, ...expected) => {
  expect(days(period)).toEqual(expected)
})

test('the month before has no 30th: it is compared to its end', () => {
  expect(days('default', new Date('2027-03-30T12:00:00Z'))).toEqual([
    '2027-03-01',
    '2027-03-31',
    '2027-02-01',
    '2027-03-01',
    30,
  ])
})

test('each step is compared with the same one before, and what a shorter month lacks is empty', () => {
  const march = periodOf('default', new Date('2027-03-30T12:00:00Z'), 'UTC')
  const day = (at: Date) => at.toISOString().slice(0, 10)
  expect(march.previousSteps.map(day).slice(26)).toEqual(['2027-02-27', '2027-02-28', '2027-03-01', '2027-03-01'])
  expect(day(march.previousStepsTo)).toBe('2027-03-01')
  const { steps, previousSteps, previousStepsTo } = periodOf('today', new Date('2026-11-21T05:30:00Z'), ZONE)
  expect([steps.length, previousSteps]).toEqual([1, [new Date('2026-11-20T05:00:00Z')]])
  expect(previousStepsTo).toEqual(new Date('2026-11-20T06:00:00Z'))
})

test('a day on which the clocks go back has 25 hours', () => {
  expect(periodOf('today', new Date('2026-11-02T04:59:00Z'), ZONE).steps).toHaveLength(25)
})

test('half an hour after midnight the day has one hour, which ends with the hour and not with the day', () => {
  const { steps, stepsTo } = periodOf('today', new Date('2026-11-21T05:30:00Z'), ZONE)
  expect(steps).toEqual([new Date('2026-11-21T05:00:00Z')])
  expect(stepsTo).toEqual(new Date('2026-11-21T06:00:00Z'))
})

test.each(periods)('the steps of %s are in order and inside it', (period) => {
  const { from, to, steps, stepsTo } = periodOf(period, now, ZONE)
  expect(steps[0]).toEqual(from)
  expect(stepsTo > steps.at(-1)! && stepsTo <= to).toBe(true)
  expect(steps.every((step, i) => step < to && (i === 0 || step > steps[i - 1]!))).toBe(true)
})

import { expect, test } from 'vitest'
import { durationText, groupByWeek } from './ReviewTimes.tsx'

test.each([
  [0.4, '0 s'],
  [45, '45 s'],
  [59.6, '1 min'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
  [7200, '2 h'],
])('%s seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('a week holds its outcomes, the most frequent first', () => {
  const of = (week: string, outcome: 'VERIFIED' | 'REVOKED' | null, decisions: number) => ({
    week,
    outcome,
    decisions,
    medianSeconds: 30,
  })
  const weeks = groupByWeek([
    of('2026-11-16', null, 1),
    of('2026-11-16', 'VERIFIED', 4),
    of('2026-11-09', 'REVOKED', 2),
  ])
  expect(
    weeks.map(({ week, decisions, outcomes }) => [week, decisions, outcomes.map(({ outcome }) => outcome)]),
  ).toEqual([
    ['2026-11-16', 5, ['VERIFIED', null]],
    ['2026-11-09', 2, ['REVOKED']],
  ])
})

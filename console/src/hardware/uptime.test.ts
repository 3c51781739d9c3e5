import { expect, test } from 'vitest'
import { daysOf, incidentsOf, lengthText, onlineShare, readDay, totalsOf, UPTIME_DAYS } from './uptime.ts'

const HOUR = 3_600_000
const seen = { ip: '', country: '', city: '', browser: '', os: '' }
const iso = (at: number) => new Date(at).toISOString()
const totals = (days: ReturnType<typeof daysOf>) => totalsOf(days.flatMap(({ hours }) => hours))

/** A generator of its own, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each(['UTC', 'America/Chicago', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Havana'])(
  'in %s the hours add up to the time from the first sight to now, also where the clocks change',
  (zone) => {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      for (let seed = 1; seed <= 60; seed += 1) {
        const next = numbers(seed)
        // Ends between a quarter before and after the clocks change in the north and in the south.
        const until = Date.UTC(2026, [2, 3, 9, 10][next(4)]!, 1 + next(28), next(24), next(60))
        const since = until - next(40 * 24 * 60) * 60_000
        const moments = Array.from({ length: 2 * next(6) }, () => since + next(until - since + 1)).sort((a, b) => a - b)
        const outages = moments.flatMap((from, i) =>
          i % 2 ? [] : [{ from: iso(from), to: iso(moments[i + 1]!), ...seen }],
        )
        const days = daysOf({ since: iso(since), until: iso(until), outages, disconnectsBefore: 0 })
        const first = Math.max(since, days[0]!.at)
        const offline = moments.reduce(
          (sum, at, i) => (i % 2 ? sum + Math.max(at, first) - Math.max(moments[i - 1]!, first) : sum),
          0,
        )
        expect(days).toHaveLength(UPTIME_DAYS)
        expect(totals(days), `seed ${seed}`).toEqual({ known: until - first, offline })
        const hours = days.flatMap((day) => day.hours)
        expect(hours.every((hour) => hour.offline <= hour.known && hour.known <= 2 * HOUR)).toBe(true)
      }
    } finally {
      process.env.TZ = before
    }
  },
)

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
const uptime = {
  since: at(1, 0),
  until: at(25, 15),
  outages: [
    { from: at(13, 9, 2), to: at(13, 13, 14), ...seen },
    { from: at(13, 15, 10), to: at(13, 15, 26), ...seen },
    { from: at(25, 14), to: null, ...seen },
  ],
  disconnectsBefore: 2,
}

test('a day reads as a sentence', () => {
  const days = daysOf(uptime)
  expect(readDay(days.at(-13)!)).toBe('offline 4 h 28 min, 9 AM to 2 PM, 3 PM to 4 PM')
  expect(readDay(days.at(-1)!)).toBe('offline 1 h 0 min, 2 PM to 3 PM')
  expect(readDay(days.at(-2)!)).toBe('online')
  expect(readDay(days[0]!)).toBe('no data')
  expect(incidentsOf(uptime).map(({ outages, longest }) => [outages.length, lengthText(longest)])).toEqual([
    [1, '1 h 0 min'],
    [2, '4 h 12 min'],
  ])
})

test('a share is never rounded to all or nothing', () => {
  expect(onlineShare({ known: 0, offline: 0 })).toBeUndefined()
  expect(onlineShare({ known: 1000, offline: 0 })).toBe('100%')
  expect(onlineShare({ known: 100_000, offline: 1 })).toBe('99.9%')
  expect(onlineShare({ known: 100_000, offline: 99_999 })).toBe('0.1%')
  expect(onlineShare({ known: 1000, offline: 17 })).toBe('98.3%')
})

test.each([
  [20_000, 'less than 1 min'],
  [59.6 * 60_000, '1 h 0 min'],
  [252 * 60_000, '4 h 12 min'],
  [26 * HOUR, '1 d 2 h'],
])('%i ms are %s', (length, text) => expect(lengthText(length)).toBe(text))

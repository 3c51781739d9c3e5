type Recurring = { interval: string; interval_count: number }

/** The n-th period ends n intervals after the anchor, on the last day where a month is too short (31 January, 28 February, 31 March). */
export function addIntervals(anchor: number, { interval, interval_count }: Recurring, times = 1) {
  return (
    Temporal.Instant.fromEpochMilliseconds(anchor * 1000)
      .toZonedDateTimeISO('UTC')
      .add({ [`${interval}s`]: interval_count * times }).epochMilliseconds / 1000
  )
}

const SECONDS: Record<string, number> = { day: 86_400, week: 604_800, month: 2_678_400, year: 31_622_400 }

/** The first end of a period after that time. */
export function periodEnd(anchor: number, recurring: Recurring, after: number) {
  const longest = (SECONDS[recurring.interval] ?? 1) * recurring.interval_count
  let times = Math.max(1, Math.floor((after - anchor) / longest))
  while (addIntervals(anchor, recurring, times) <= after) times += 1
  return addIntervals(anchor, recurring, times)
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `22 Nov 2026`, in UTC. */
export const day = (time: number) => DAY.format(time * 1000)

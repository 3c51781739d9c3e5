import type { Period, Step } from '@hikmah/contract/dashboard-stats'

interface Shape {
  first: Temporal.PlainDate
  /** The day after the last one. */
  after: Temporal.PlainDate
  /** How far back lies the period it is compared with. */
  back: Temporal.DurationLike
  by: Step
}

const shapes: Record<Period, (today: Temporal.PlainDate, tomorrow: Temporal.PlainDate) => Shape> = {
  today: (first, after) => ({ first, after, back: { days: 1 }, by: 'hour' }),
  'last-7-days': (today, after) => ({ first: today.subtract({ days: 6 }), after, back: { days: 7 }, by: 'day' }),
  default: (today, after) => ({ first: today.with({ day: 1 }), after, back: { months: 1 }, by: 'day' }),
  'last-4-weeks': (today, after) => ({ first: today.subtract({ days: 27 }), after, back: { days: 28 }, by: 'day' }),
  // Whole weeks from a Monday on, and the one that is not over.
  'last-3-months': (today, after) => ({
    first: today.subtract({ weeks: 12, days: today.dayOfWeek - 1 }),
    after,
    back: { weeks: 13 },
    by: 'week',
  }),
  'last-12-months': (today, after) => ({
    first: today.with({ day: 1 }).subtract({ months: 11 }),
    after,
    back: { years: 1 },
    by: 'month',
  }),
  'last-year': (today) => {
    const after = today.with({ month: 1, day: 1 })
    return { first: after.subtract({ years: 1 }), after, back: { years: 1 }, by: 'month' }
  },
}

/**
 * A period as a calendar on a wall of the zone shows it, up to the end of today, and the same days of the time before.
 * `steps` are the beginnings of its parts, as far as they have begun; the last of them ends at `stepsTo`.
 */
export function periodOf(period: Period, now: Date, zone: string) {
  const start = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds)
  const today = now.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate()
  const { first, after, back, by } = shapes[period](today, today.add({ days: 1 }))
  const from = start(first)
  const stepAt = (i: number) =>
    by === 'hour'
      ? new Date(first.toZonedDateTime(zone).add({ hours: i }).epochMilliseconds)
      : start(first.add({ [`${by}s`]: i }))
  const end = start(after)
  const steps: Date[] = []
  for (let at = from; at <= now && at < end; at = stepAt(steps.length)) steps.push(at)
  return {
    from,
    to: end,
    previousFrom: start(first.subtract(back)),
    // By its last day: where the month before is shorter, that is its own last day.
    previousTo: start(after.subtract({ days: 1 }).subtract(back).add({ days: 1 })),
    by,
    steps,
    stepsTo: new Date(Math.min(stepAt(steps.length).getTime(), end.getTime())),
  }
}

export type PeriodTimes = ReturnType<typeof periodOf>

/** As an answer says it. */
export const spanOf = ({ from, to, previousFrom, previousTo }: PeriodTimes) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  previousFrom: previousFrom.toISOString(),
  previousTo: previousTo.toISOString(),
})

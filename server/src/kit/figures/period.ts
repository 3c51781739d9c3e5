import type { Period, Step } from '@hikmah/contract/dashboard-stats'
import { type SQL, sql } from 'drizzle-orm'

interface Shape {
  first: Temporal.PlainDate
  after: Temporal.PlainDate
  /** The distance to the compared period. */
  back: Temporal.DurationLike
  by: Step
}

const shapes: Record<Period, (today: Temporal.PlainDate, tomorrow: Temporal.PlainDate) => Shape> = {
  today: (first, after) => ({ first, after, back: { days: 1 }, by: 'hour' }),
  'last-7-days': (today, after) => ({ first: today.subtract({ days: 6 }), after, back: { days: 7 }, by: 'day' }),
  default: (today, after) => ({ first: today.with({ day: 1 }), after, back: { months: 1 }, by: 'day' }),
  'last-4-weeks': (today, after) => ({ first: today.subtract({ days: 27 }), after, back: { days: 28 }, by: 'day' }),
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
 * A period by the calendar of the zone, up to the end of today, and the same days of the time before. `steps` are the
 * beginnings of its parts that have begun, the last of which ends at `stepsTo`, and `previousSteps` those of the same
 * parts before; where a shorter month has none, its part is empty.
 */
export function periodOf(period: Period, now: Date, zone: string) {
  const start = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds)
  const today = now.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate()
  const { first, after, back, by } = shapes[period](today, today.add({ days: 1 }))
  const from = start(first)
  const stepAt = (i: number, day = first) =>
    by === 'hour'
      ? new Date(day.toZonedDateTime(zone).add({ hours: i }).epochMilliseconds)
      : start(day.add({ [`${by}s`]: i }))
  const end = start(after)
  const steps: Date[] = []
  for (let at = from; at <= now && at < end; at = stepAt(steps.length)) steps.push(at)
  // By the last day, so that a shorter month before ends with its own last day.
  const previousTo = start(after.subtract({ days: 1 }).subtract(back).add({ days: 1 }))
  const previousStepAt = (i: number) =>
    new Date(Math.min(stepAt(i, first.subtract(back)).getTime(), previousTo.getTime()))
  return {
    from,
    to: end,
    previousFrom: previousStepAt(0),
    previousTo,
    by,
    back,
    steps,
    previousSteps: steps.map((_, i) => previousStepAt(i)),
    previousStepsTo: previousStepAt(steps.length),
    stepsTo: new Date(Math.min(stepAt(steps.length).getTime(), end.getTime())),
  }
}

export type PeriodTimes = ReturnType<typeof periodOf>
type Span = Pick<PeriodTimes, 'from' | 'to' | 'previousFrom' | 'previousTo'>

export const spanOf = ({ from, to, previousFrom, previousTo }: Span) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  previousFrom: previousFrom.toISOString(),
  previousTo: previousTo.toISOString(),
})

/** Sums are stored for UTC days. Days that a time zone or a step divides are summed up from the rows. */

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`
const momentArray = (moments: Date[]) => sql`array[${sql.join(moments.map(at), sql`, `)}]`

/** 0 lies before the first of these ordered beginnings. */
export const stretchOf = (moment: SQL, beginnings: Date[]): SQL =>
  sql`width_bucket(${moment}, ${momentArray(beginnings)})`

/** The beginnings of the UTC days that one of these moments divides, as `day`. */
export const dividedDays = (moments: Date[]): SQL =>
  sql`select distinct date_trunc('day', edge, 'UTC') as day from unnest(${momentArray(moments)}) edge
    where edge <> date_trunc('day', edge, 'UTC')`

/** `onDividedDay(sql`o.created_at`)` follows `divided join orders o on`. */
export const onDividedDay = (moment: SQL): SQL =>
  sql`${moment} >= divided.day and ${moment} < divided.day + interval '24 hours'`

export const dateOf = (moment: Date): SQL => sql`(${at(moment)} at time zone 'UTC')::date`

export const beginningOf = (date: SQL): SQL => sql`(${date}::timestamp at time zone 'UTC')`

export const isWithin = (moment: SQL, from: Date, to: Date): SQL =>
  sql`(${moment} >= ${at(from)} and ${moment} < ${at(to)})`

export const isCompared = (moment: SQL, { from, to, previousFrom, previousTo }: Span): SQL =>
  sql`(${isWithin(moment, previousFrom, previousTo)} or ${isWithin(moment, from, to)})`

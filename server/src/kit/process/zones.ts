/** The calendar of a time zone, by what the runtime knows of it: no table of our own. */
interface Calendar {
  year: number
  /** 0 to 11. */
  month: number
  day: number
}

function wallClock(zone: string, time: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The date that a calendar on the wall shows. */
export function calendarOf(zone: string, now: Date): Calendar {
  const shown = new Date(wallClock(zone, now.getTime()))
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth(), day: shown.getUTCDate() }
}

const DAY_MS = 86_400_000

/**
 * The first moment of a month (0 to 11; below or beyond means the year before or after). Where clocks go back over
 * midnight it is the earlier midnight, where midnight is left out it is the first moment after it.
 */
export function monthStart(zone: string, year: number, month: number): Date {
  const shown = Date.UTC(year, month, 1)
  const offsetAt = (time: number) => wallClock(zone, time) - time
  const candidates = [shown - offsetAt(shown - DAY_MS), shown - offsetAt(shown + DAY_MS)].sort((a, b) => a - b)
  return new Date(candidates.find((time) => wallClock(zone, time) >= shown) ?? shown)
}

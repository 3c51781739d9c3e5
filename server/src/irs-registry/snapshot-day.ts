/** Where a day begins first, it is so much later than in UTC. */
const EARLIEST_MS = 14 * 3_600_000

/** The day has begun nowhere yet, so no file was published on it: one that says so would never grow old. YYYY-MM-DD. */
export const isInFuture = (day: string, now: Date): boolean =>
  day > new Date(now.getTime() + EARLIEST_MS).toISOString().slice(0, 10)

export const FUTURE_DATE = 'This day is in the future. Give the day on which the files were published.'

/** The server takes every time from here, so that a test can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const DAY_S = 86_400

export const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)

export const daysBefore = (time: Date, days: number) => secondsAfter(time, -days * DAY_S)

const mediumDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`, the day in UTC. */
export const formatUtcDay = (at: Date) => mediumDay.format(at)

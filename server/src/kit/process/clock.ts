/** Every time the server writes or compares comes from here, so that a test can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const DAY_S = 86_400

export const secondsAfter = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)

import { rateLimited } from '../kit/http/refusal.ts'
import type { Clock } from '../kit/process/clock.ts'

const CALLS_A_MINUTE = 60
const UNKNOWN_KEYS_A_MINUTE = 120
const MINUTE_MS = 60_000

/** Counts in memory: each instance counts what it is asked, and forgets it all each minute. */
function createCounter(clock: Clock, max: number, message: string) {
  const counts = new Map<string, number>()
  let endsAt = 0
  return {
    count: (key: string): void => {
      const now = clock.now().getTime()
      if (now >= endsAt) {
        counts.clear()
        endsAt = now + MINUTE_MS
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > max) throw rateLimited(message, (endsAt - now) / 1000)
    },
    refund: (key: string): void => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)),
  }
}

/**
 * Refuses a device that calls more than 60 times a minute. Counted by key, so that a replaced key does not use up the
 * device's calls.
 */
export const createPace = (clock: Clock) =>
  createCounter(clock, CALLS_A_MINUTE, 'This device sends too many requests. Send a heartbeat every five minutes.')
    .count

/** Refuses an address that tries too many unknown keys. A valid key is refunded. */
export const createKeyPace = (clock: Clock) =>
  createCounter(clock, UNKNOWN_KEYS_A_MINUTE, 'Too many unknown device keys from your network. Try again in a minute.')

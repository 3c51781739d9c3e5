import { rateLimited } from '../kit/http/refusal.ts'
import type { Clock } from '../kit/process/clock.ts'

const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

/**
 * Refuses a device that calls more than 60 times a minute. Counted by its key, so that whoever holds one that was replaced
 * takes nothing from the device. In memory: each instance counts what it is asked, and forgets it all each minute.
 */
export function createPace(clock: Clock) {
  const calls = new Map<string, number>()
  let endsAt = 0
  return (keyHash: string): void => {
    const now = clock.now().getTime()
    if (now >= endsAt) {
      calls.clear()
      endsAt = now + MINUTE_MS
    }
    const count = (calls.get(keyHash) ?? 0) + 1
    calls.set(keyHash, count)
    if (count > MAX_A_MINUTE) {
      throw rateLimited('This device calls too often. Beat every five minutes.', (endsAt - now) / 1000)
    }
  }
}

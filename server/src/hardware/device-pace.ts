import { rateLimited } from '../kit/http/refusal.ts'
import type { Clock } from '../kit/process/clock.ts'

const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

/**
 * Refuses a device that calls more than 60 times a minute. Counted by its key, so that whoever holds one that was replaced
 * takes nothing from the device. In memory: each instance counts what it is asked.
 */
export function createPace(clock: Clock) {
  const windows = new Map<string, { since: number; calls: number }>()
  return (keyHash: string): void => {
    const now = clock.now().getTime()
    let window = windows.get(keyHash)
    if (!window || now - window.since >= MINUTE_MS) {
      window = { since: now, calls: 0 }
      windows.set(keyHash, window)
    }
    window.calls += 1
    if (window.calls <= MAX_A_MINUTE) return
    throw rateLimited('This device calls too often. Beat every five minutes.', (window.since + MINUTE_MS - now) / 1000)
  }
}

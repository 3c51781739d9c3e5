import type { Clock } from '../kit/clock.ts'
import { rateLimited } from '../kit/refusal.ts'

const MOST_A_MINUTE = 60
const MINUTE_MS = 60_000

/** Refuses a device that calls more than 60 times a minute. In memory: each instance counts what it is asked. */
export function createPace(clock: Clock) {
  const windows = new Map<string, { since: number; calls: number }>()
  return (deviceId: string): void => {
    const now = clock.now().getTime()
    let window = windows.get(deviceId)
    if (!window || now - window.since >= MINUTE_MS) {
      window = { since: now, calls: 0 }
      windows.set(deviceId, window)
    }
    window.calls += 1
    if (window.calls <= MOST_A_MINUTE) return
    throw rateLimited('This device calls too often. Beat every five minutes.', (window.since + MINUTE_MS - now) / 1000)
  }
}

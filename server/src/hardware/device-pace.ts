import { rateLimited } from '../kit/errors/refusal.ts'
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

/** With the one that writes beats, three of the pool's twenty connections: staff always find one. */
const AT_ONCE = 2
/** A device that waits for its answers has one. */
const CALLS_OF_ONE = 11
/** About three seconds of work. */
const WAITING_OF_ALL = 1000

const AGAIN_S = 10
/** Those that are sent away together do not come back together. */
const spread = () => AGAIN_S * (1 + 2 * Math.random())

interface Waiting {
  device: string
  start: () => void
}

/**
 * Queues the calls that devices write by before they are judged and take a connection: one of a device at a time, and few
 * of all. In memory, so each instance has a queue of its own; in the database a device's row is locked.
 */
export function createDeviceTurns() {
  const present = new Map<string, number>()
  const busy = new Set<string>()
  const waiting: Waiting[] = []

  const startNext = () => {
    if (busy.size >= AT_ONCE) return
    const next = waiting.findIndex(({ device }) => !busy.has(device))
    const [one] = next < 0 ? [] : waiting.splice(next, 1)
    if (!one) return
    busy.add(one.device)
    one.start()
  }

  return {
    /** Counts a call of the device, and refuses one too many. Answers what tells that it is over. */
    arrive(device: string): () => void {
      const calls = present.get(device) ?? 0
      if (calls >= CALLS_OF_ONE) {
        throw rateLimited('This device sends before it is answered. Wait for the answers, then send this again.', 1)
      }
      present.set(device, calls + 1)
      return () => {
        const left = (present.get(device) ?? 1) - 1
        if (left > 0) present.set(device, left)
        else present.delete(device)
      }
    },
    /** Resolves when it is the device's turn, with what ends it. */
    async takeTurn(device: string): Promise<() => void> {
      if (waiting.length >= WAITING_OF_ALL) {
        throw rateLimited('Too many devices report at once. Send these events again later.', spread())
      }
      await new Promise<void>((start) => {
        waiting.push({ device, start })
        startNext()
      })
      return () => {
        busy.delete(device)
        startNext()
      }
    },
  }
}

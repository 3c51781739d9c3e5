import { rateLimited } from '../kit/http/refusal.ts'

/** With the one that writes beats, three of the pool's twenty connections: staff always find one. */
const AT_ONCE = 2
/** A device that waits for its answers has none waiting at all. */
const WAITING_OF_ONE = 10
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
 * Queues what devices write before it takes a connection: one call of a device at a time, and few of all. In memory, so
 * each instance has a queue of its own; in the database a device's row is locked.
 */
export function createDeviceTurns() {
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

  return async <T>(device: string, work: () => Promise<T>): Promise<T> => {
    if (waiting.filter((one) => one.device === device).length >= WAITING_OF_ONE) {
      throw rateLimited('This device sends before it is answered. Wait for the answers, then send this again.', 1)
    }
    if (waiting.length >= WAITING_OF_ALL) {
      throw rateLimited('Too many devices report at once. Send these events again later.', spread())
    }
    await new Promise<void>((start) => {
      waiting.push({ device, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      busy.delete(device)
      startNext()
    }
  }
}

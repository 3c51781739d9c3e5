import type { FastifyInstance } from 'fastify'
import { unavailable } from '../errors/refusal.ts'

const SAMPLE_MS = 1000
/** A turn of the event loop that takes this long makes every answer late. */
const LATE_MS = 3000
/** One long turn is over before anybody could be refused; only a lasting delay is an overload. */
const LATE_IN_A_ROW = 2

/** Judges the event loop by how late its last samples were. */
export function createOverload() {
  let lateInARow = 0
  return {
    sample: (lateMs: number) => {
      lateInARow = lateMs > LATE_MS ? lateInARow + 1 : 0
    },
    isOverloaded: () => lateInARow >= LATE_IN_A_ROW,
  }
}

/** While the event loop lags, answering 503 at once is kinder than answering late. */
export function guardOverload(app: FastifyInstance) {
  const overload = createOverload()
  let due = performance.now() + SAMPLE_MS
  const timer = setInterval(() => {
    const now = performance.now()
    overload.sample(now - due)
    due = now + SAMPLE_MS
  }, SAMPLE_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async () => {
    if (overload.isOverloaded()) throw unavailable('The server is busy. Try again in a moment.')
  })
}

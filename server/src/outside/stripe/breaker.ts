import { Refusal } from '../../kit/errors/refusal.ts'

const FAILURES = 5
const OPEN_MS = 30_000

const UNREACHABLE = 'The payment provider cannot be reached. Try again in a moment.'
export const unreachable = (retryAfterS = 30) => new Refusal(502, 'UPSTREAM', UNREACHABLE, { retryAfterS })

/** After repeated failure nobody is kept waiting for a provider that does not answer: one call in 30 s tries it. */
export function createBreaker(now: () => number = () => performance.now()) {
  let failures = 0
  let closedAgainAt = 0
  return {
    assertClosed() {
      if (failures < FAILURES) return
      if (now() < closedAgainAt) throw unreachable((closedAgainAt - now()) / 1000)
      closedAgainAt = now() + OPEN_MS
    },
    isOpen: () => failures >= FAILURES,
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures >= FAILURES) closedAgainAt = now() + OPEN_MS
    },
  }
}

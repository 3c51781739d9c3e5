import { setImmediate } from 'node:timers/promises'

export const BATCH_ROWS = 500

/**
 * All rows of a list as they come, with bounded memory: `next` reads at most BATCH_ROWS rows that follow the given one
 * in an order that has no ties.
 */
export async function* inBatches<Row>(next: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await next(last)
    yield* rows
    if (rows.length < BATCH_ROWS) return
    last = rows.at(-1)
  }
}

interface Waiting<Ask, Answer> {
  ask: Ask
  settle: (answer: Answer) => void
  fail: (error: unknown) => void
}

/** At most this many calls in one batch. */
const MAX_TOGETHER = 500

/**
 * Batches calls: those arriving while one batch runs share the next statement and commit. `work` returns the answers in
 * the order of its calls.
 */
export function gather<Ask, Answer>(work: (asks: Ask[]) => Promise<Answer[]>): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = []
  let isUnderWay = false

  const goOn = async () => {
    isUnderWay = true
    while (waiting.length > 0) {
      // Lets the other calls of this tick join: otherwise the first of them would always be a batch of its own.
      await setImmediate()
      const batch = waiting.splice(0, MAX_TOGETHER)
      try {
        const answers = await work(batch.map((one) => one.ask))
        // There is one answer for each call.
        for (const [i, { settle }] of batch.entries()) settle(answers[i]!)
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    isUnderWay = false
  }

  return (ask) =>
    new Promise((settle, fail) => {
      waiting.push({ ask, settle, fail })
      if (!isUnderWay) void goOn()
    })
}

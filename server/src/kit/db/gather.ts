import { setImmediate } from 'node:timers/promises'

interface Waiting<Ask, Answer> {
  ask: Ask
  settle: (answer: Answer) => void
  fail: (error: unknown) => void
}

/** At most this many are answered together. */
const MAX_TOGETHER = 500

/**
 * What is asked while an answer is under way is answered together by the next one, so that many share one statement and
 * one commit. A single caller does not wait. `work` answers in the order it was asked.
 */
export function gather<Ask, Answer>(work: (asks: Ask[]) => Promise<Answer[]>): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = []
  let isUnderWay = false

  const goOn = async () => {
    isUnderWay = true
    while (waiting.length > 0) {
      // Calls of the very same moment come along: the embedded database would keep them from being read meanwhile.
      await setImmediate()
      const batch = waiting.splice(0, MAX_TOGETHER)
      try {
        const answers = await work(batch.map((one) => one.ask))
        // There is an answer to each.
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

import type { Attempt } from '../auth/actor.ts'
import type { Database, Db } from '../db/db.ts'
import { isDatabaseGone } from '../errors/failures.ts'
import { unavailable, unknownOutcome } from '../errors/refusal.ts'
import type { Clock } from '../process/clock.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import type { Change, Tx } from './tx.ts'

interface Ending {
  /** Appends what the transaction recorded to the audit trail, right before the commit. */
  seal: (tx: Tx) => Promise<void>
  afterCommit: (hasLetters: boolean) => void
}

export function createChange(database: Database, clock: Clock, { seal, afterCommit }: Ending): Change {
  return async (by, work) => {
    // A request that makes a second change repeats only its first.
    const key = by.idempotencyKey?.answer === undefined ? by.idempotencyKey : undefined
    const { attempt } = by
    const { result, answer, hasLetters } = await database
      .transaction(async (plain: Db) => {
        // Made for this change alone, so that it may carry what belongs to it.
        const tx: Tx = Object.assign(plain, { by, at: clock.now(), drafts: [], hasLetters: false })
        if (key) await claimKey(tx, key)
        const result = await work(tx)
        await seal(tx)
        const answer = key && (await keepAnswer(tx, key, result))
        beginCommit(attempt)
        return { result, answer, hasLetters: tx.hasLetters }
      })
      .catch((error: unknown) => {
        if (attempt?.mayBeSaved && isDatabaseGone(error)) throw unknownOutcome()
        if (attempt) attempt.mayBeSaved = false
        throw error
      })
    if (key) key.answer = answer
    afterCommit(hasLetters)
    return result
  }
}

/** The last moment at which a write whose caller was told that it failed can be rolled back. */
function beginCommit(attempt: Attempt | undefined) {
  if (!attempt) return
  if (attempt.isGivenUp) throw unavailable()
  attempt.mayBeSaved = true
}

import { sealDrafts } from '../audit/audit.ts'
import type { Actor } from '../auth/actor.ts'
import type { Keys } from '../auth/keys.ts'
import { isDatabaseGone } from '../health/failures.ts'
import { type Attempt, unknownOutcome } from '../health/watch.ts'
import { claimKey, keepAnswer } from '../http/idempotency.ts'
import { unavailable } from '../http/refusal.ts'
import type { Clock } from '../process/clock.ts'
import type { Database, Db, Tx } from './db.ts'

/** Opens the only transaction of a write. The change, its audit entries and its letters commit together or not at all. */
export type Change = <T>(by: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>

export function createChange(
  database: Database,
  keys: Keys,
  clock: Clock,
  afterCommit: (hasLetters: boolean) => void,
): Change {
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
        await sealDrafts(tx, keys.audit)
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

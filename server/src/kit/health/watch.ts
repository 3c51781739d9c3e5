import type { Attempt } from '../auth/actor.ts'
import type { Database } from '../db/db.ts'
import { unavailable, unknownOutcome } from '../errors/refusal.ts'

const EVERY_MS = 400
const PING_MS = 1000

/**
 * One watchdog for all requests of the process: while any is under way the database is asked whether it answers. When it
 * does not, all of them are answered 503 at once, without cutting short a query that is merely slow or a full pool. What
 * is answered so is rolled back, or said to be unknown.
 */
export function createWatch(database: Pick<Database, 'ping'>) {
  // Not one promise that all race: it would keep something of every request until the database is lost.
  const waiting = new Set<(lost: DatabaseLost) => void>()
  let timer: NodeJS.Timeout | undefined
  let isAsking = false

  const ask = async () => {
    if (isAsking) return
    isAsking = true
    try {
      await database.ping(PING_MS)
    } catch {
      for (const giveUp of waiting) giveUp(new DatabaseLost())
    } finally {
      isAsking = false
    }
  }

  return async <T>(work: (attempt: Attempt) => Promise<T>): Promise<T> => {
    const attempt: Attempt = { isGivenUp: false, mayBeSaved: false }
    const lost = Promise.withResolvers<never>()
    waiting.add(lost.reject)
    timer ??= setInterval(() => void ask(), EVERY_MS).unref()
    try {
      return await Promise.race([work(attempt), lost.promise])
    } catch (error) {
      if (!(error instanceof DatabaseLost)) throw error
      attempt.isGivenUp = true
      throw attempt.mayBeSaved ? unknownOutcome() : unavailable()
    } finally {
      waiting.delete(lost.reject)
      if (waiting.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
    }
  }
}

class DatabaseLost extends Error {}

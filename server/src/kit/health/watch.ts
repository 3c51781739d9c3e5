import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Attempt } from '../auth/actor.ts'
import { type Database, type Db, rowsOf } from '../db/db.ts'
import { serverBusy, unavailable, unknownOutcome } from '../errors/refusal.ts'
import type { Clock } from '../process/clock.ts'

const EVERY_MS = 400
const PING_MS = 1000

/**
 * One watchdog for all requests: while any is under way it asks the database for a sign of life. Without one, all are
 * answered 503 at once; a slow query or a full pool is left alone. What is answered so is rolled back, or reported as
 * unknown.
 */
export function createWatch(database: Pick<Database, 'ping'>) {
  // One promise that all race would retain memory of every request until the database is lost.
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

const SAMPLE_MS = 1000
/** A turn of the event loop this long makes every answer late. */
const LATE_MS = 3000
/** A single long turn is over before anybody could be refused; only a lasting delay is an overload. */
const LATE_IN_A_ROW = 2

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
    if (overload.isOverloaded()) throw serverBusy()
  })
}

const MAX_MS = 60_000

/**
 * Whether this machine's clock is within a minute of the database's. One instance writes the ends of codes, locks and
 * sessions and others read them, so a wrong clock would change them all.
 */
export async function sharesClock(db: Db, clock: Clock): Promise<boolean> {
  const before = clock.now().getTime()
  const [row] = await rowsOf<{ ms: string | number }>(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  const after = clock.now().getTime()
  const theirs = Number(row?.ms)
  return theirs > before - MAX_MS && theirs < after + MAX_MS
}

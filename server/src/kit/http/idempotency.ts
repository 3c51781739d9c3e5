import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../db/columns.ts'
import { type Db, rowsOf } from '../db/db.ts'
import { type Clock, secondsAfter } from '../process/clock.ts'
import { conflict, invalid, Refusal } from './refusal.ts'

/** Answers of POSTs that carried an `Idempotency-Key`, for a day. `status` is null while the first is under way. */
export const idempotencyKeys = pgTable('idempotency_keys', {
  key: text().primaryKey(),
  bodyHash: text('body_hash').notNull(),
  status: integer(),
  answer: text(),
  expiresAt: moment('expires_at').notNull(),
})

const DAY_S = 86_400
/** A process that dies mid-way leaves the key in flight; after this it may be used anew. */
const IN_FLIGHT_S = 60

export interface Answer {
  status: number
  answer: string
}

/**
 * Runs the work once per key: the same request again gets the same answer, another body 422, one still under way 409.
 * Failures of the server itself are not kept.
 */
export async function once(
  db: Db,
  clock: Clock,
  request: { key: string; caller: string; path: string; body: unknown },
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!/^[\x21-\x7e]{1,255}$/.test(request.key)) throw invalid('Idempotency-Key', 'Use 1 to 255 visible characters')
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const key = sha(JSON.stringify([request.caller, request.path, request.key]))
  // With the caller's key in it, which is not kept: a body may hold a password, and its bare hash could be tried out.
  const bodyHash = sha(JSON.stringify([request.key, request.body ?? null]))
  const now = clock.now()
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now))
  const taken = await rowsOf(
    db,
    sql`insert into idempotency_keys (key, body_hash, expires_at)
        values (${key}, ${bodyHash}, ${secondsAfter(now, IN_FLIGHT_S).toISOString()}::timestamptz)
        on conflict (key) do nothing returning key`,
  )
  if (taken.length === 0) {
    const [earlier] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
    if (earlier && earlier.bodyHash !== bodyHash) {
      throw new Refusal(422, 'VALIDATION', 'This Idempotency-Key was used with another body')
    }
    if (!earlier || earlier.status === null || earlier.answer === null) {
      throw conflict('The same request is still under way')
    }
    return { status: earlier.status, answer: earlier.answer }
  }
  try {
    const done = await work()
    await db
      .update(idempotencyKeys)
      .set({ ...done, expiresAt: secondsAfter(now, DAY_S) })
      .where(eq(idempotencyKeys.key, key))
    return done
  } catch (error) {
    await db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key))
    throw error
  }
}

import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Attempt, IdempotencyKey } from '../auth/actor.ts'
import { sha256 } from '../auth/tokens.ts'
import { moment } from '../db/columns.ts'
import { type Database, type Db, rowsOf } from '../db/db.ts'
import { isDatabaseGone, retryOnConflict } from '../errors/failures.ts'
import { invalid, Refusal, unavailable, unknownOutcome } from '../errors/refusal.ts'
import { type Clock, DAY_S, secondsAfter } from '../process/clock.ts'
import type { Letterhead } from '../process/config.ts'
import type { Change, Tx, Written } from './tx.ts'

interface Settings {
  letterhead: Letterhead
  writeEntries: (tx: Tx) => Promise<Written[]>
  afterCommit: (done: { hasLetters: boolean; written: Written[] }) => void
}

export function createChange(
  database: Database,
  clock: Clock,
  { letterhead, writeEntries, afterCommit }: Settings,
): Change {
  return async (by, work, repeats) => {
    // A request with a second change repeats only its first.
    const key = by.idempotencyKey?.answer === undefined ? by.idempotencyKey : undefined
    const { attempt } = by
    const commitOnce = () =>
      database
        .transaction(async (plain: Db) => {
          // The object exists for this try alone, so it may carry what belongs to it.
          const tx: Tx = Object.assign(plain, { by, at: clock.now(), drafts: [], hasLetters: false, letterhead })
          if (key) await claimKey(tx, key)
          const result = await work(tx)
          const written = await writeEntries(tx)
          const answer = key && (await keepAnswer(tx, key, result))
          beginCommit(attempt)
          return { result, answer, hasLetters: tx.hasLetters, written }
        })
        .catch((error: unknown) => {
          if (attempt?.mayBeSaved && isDatabaseGone(error)) throw unknownOutcome()
          if (attempt) attempt.mayBeSaved = false
          throw error
        })
    const { result, answer, hasLetters, written } = await (repeats === 'once'
      ? commitOnce()
      : retryOnConflict(commitOnce))
    if (key) key.answer = answer
    afterCommit({ hasLetters, written })
    return result
  }
}

/** The last chance to roll back a write whose caller was told that it failed. */
function beginCommit(attempt: Attempt | undefined) {
  if (!attempt) return
  if (attempt.isGivenUp) throw unavailable()
  attempt.mayBeSaved = true
}

/** Answers of POSTs with an `Idempotency-Key`, for a day; each committed with its work. */
export const idempotencyKeys = pgTable('idempotency_keys', {
  key: text().primaryKey(),
  bodyHash: text('body_hash').notNull(),
  answer: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** No two callers and no two paths share a stored key. */
export function readKey(
  request: { key: string; caller: string; path: string; body: unknown },
  answerOf: IdempotencyKey['answerOf'],
): IdempotencyKey {
  if (!/^[\x21-\x7e]{1,255}$/.test(request.key)) throw invalid('Idempotency-Key', 'Use 1 to 255 visible characters')
  return {
    id: sha256(JSON.stringify([request.caller, request.path, request.key])),
    // Salted with the caller's key, which is not stored: a body may hold a password, whose bare hash could be tried
    // out.
    bodyHash: sha256(JSON.stringify([request.key, request.body ?? null])),
    answerOf,
    answer: undefined,
  }
}

class AlreadyAnswered extends Error {
  readonly answer: string
  constructor(answer: string) {
    super('this request was answered before')
    this.answer = answer
  }
}

/** The last request of each key under way in this process; the next waits for it. */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Runs the work once per key: the same request again gets the same answer, another body 422. One that comes while the
 * first is under way waits for it. What was refused or failed stored nothing and may be sent again.
 */
export async function once(db: Db, now: Date, key: IdempotencyKey, work: () => Promise<unknown>): Promise<string> {
  const earlier = underWay.get(key.id)
  const mine = (async () => {
    await earlier?.catch(() => undefined)
    const stored = await findAnswer(db, key, now)
    if (stored !== undefined) return stored
    try {
      const envelope = await work()
      return key.answer ?? JSON.stringify(envelope)
    } catch (error) {
      if (error instanceof AlreadyAnswered) return error.answer
      throw error
    }
  })()
  underWay.set(key.id, mine)
  try {
    return await mine
  } finally {
    if (underWay.get(key.id) === mine) underWay.delete(key.id)
  }
}

export const usedKey = () => new Refusal(422, 'VALIDATION', 'This Idempotency-Key was used with another body')

async function findAnswer(db: Db, key: IdempotencyKey, now: Date): Promise<string | undefined> {
  const [stored] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.key, key.id), gt(idempotencyKeys.expiresAt, now)))
  if (stored && stored.bodyHash !== key.bodyHash) {
    throw usedKey()
  }
  return stored?.answer
}

/** Claims the key. Of two at once, on any instances, the second waits for the first and returns its answer. */
async function claimKey(tx: Tx, key: IdempotencyKey): Promise<void> {
  const claimed = await rowsOf(
    tx,
    sql`insert into idempotency_keys (key, body_hash, answer, expires_at)
        values (${key.id}, ${key.bodyHash}, '', ${secondsAfter(tx.at, DAY_S).toISOString()}::timestamptz)
        on conflict (key) do update
          set body_hash = excluded.body_hash, answer = excluded.answer, expires_at = excluded.expires_at
          where idempotency_keys.expires_at <= ${tx.at.toISOString()}::timestamptz
        returning key`,
  )
  if (claimed.length > 0) return
  throw new AlreadyAnswered((await findAnswer(tx, key, tx.at)) ?? '')
}

/** In the transaction of the work, so that neither exists without the other. */
async function keepAnswer(tx: Tx, key: IdempotencyKey, result: unknown): Promise<string> {
  const answer = key.answerOf(result)
  await tx.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.key, key.id))
  return answer
}

export const sweepKeys = (db: Db, now: Date) => db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now))

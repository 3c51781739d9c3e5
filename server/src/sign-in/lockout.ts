import { ATTEMPTS_EXCEEDED } from '@hikmah/contract/sign-in/words'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { countUse, stemOf, throttles } from '../kit/auth/throttle.ts'
import { type Db, rowsOf, type Tx } from '../kit/db/db.ts'
import { addressOf, networkOf } from '../kit/http/network.ts'
import { Refusal, rateLimited } from '../kit/http/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { FAILURES_PER_LOCK, HARD_STOP, lockSeconds } from './rules.ts'

const FAILURES_PER_HOUR_OF_ADDRESS = 100
/** Failures are remembered this long after the first, unless a full sign-in clears them. */
const REMEMBERED_S = 30 * 86_400

/** The bar parts a name from a network, so that a name made up with one cannot pass for another's key. */
const userKey = (userName: string) => `sign-in:${userName.replaceAll('|', ' ')}`
const nearKey = (userName: string, ip: string) => `${userKey(userName)}|${networkOf(ip)}`
const failureKey = (ip: string) => `sign-in-failures:${addressOf(ip)}`

export const tooManyAttempts = (retryAfterS: number) =>
  new Refusal(429, 'LOGIN_ATTEMPTS_EXCEEDED', ATTEMPTS_EXCEEDED, { retryAfterS })

/**
 * Refuses while the name is locked from this network, or everywhere after fifty failures. Unknown names lock alike. An
 * attempt without a name concerns its address alone, or one stranger could lock everybody.
 */
export async function assertNotLocked({ db, clock }: House, userName: string, ip: string) {
  const now = clock.now()
  const names = userName === '' ? [] : [nearKey(userName, ip), userKey(userName)]
  const rows = await db
    .select()
    .from(throttles)
    .where(inArray(throttles.key, [failureKey(ip), ...names]))
  for (const row of rows) {
    const leftS = (row.windowEndsAt.getTime() - now.getTime()) / 1000
    if (row.lockedUntil && row.lockedUntil > now)
      throw tooManyAttempts((row.lockedUntil.getTime() - now.getTime()) / 1000)
    if (leftS <= 0) continue
    if (row.key === userKey(userName) && row.count >= HARD_STOP) throw tooManyAttempts(leftS)
    if (row.key === failureKey(ip) && row.count > FAILURES_PER_HOUR_OF_ADDRESS) {
      throw rateLimited('Too many failed sign-ins from your network. Try again in an hour.', leftS)
    }
  }
}

/** Counts a failure, whatever was wrong. True when it was the one that locked. */
export async function countFailure({ db, clock, config }: House, userName: string, ip: string): Promise<boolean> {
  const now = clock.now()
  await countUse(db, failureKey(ip), now, 3600)
  if (userName === '') return false
  const everywhere = await countUse(db, userKey(userName), now, REMEMBERED_S)
  const near = await countUse(db, nearKey(userName, ip), now, REMEMBERED_S)
  if (near % FAILURES_PER_LOCK !== 0) return everywhere >= HARD_STOP
  const [row] = await rowsOf<{ locks: number }>(
    db,
    sql`update throttles set locks = locks + 1 where key = ${nearKey(userName, ip)} returning locks`,
  )
  const lockedUntil = secondsAfter(now, lockSeconds(config.auth.lockS, (row?.locks ?? 1) - 1))
  await db
    .update(throttles)
    .set({ lockedUntil })
    .where(eq(throttles.key, nearKey(userName, ip)))
  return true
}

/** A full sign-in, password and code, clears the name. */
export const clearFailures = (db: Db, userName: string, ip: string) =>
  db.delete(throttles).where(inArray(throttles.key, [nearKey(userName, ip), userKey(userName)]))

/**
 * Lifts the stop after fifty failures. Whoever may start the server may do so: without it a stranger who fails often
 * enough would keep the only owner out.
 */
export const liftHardStop = (db: Db, userName: string) =>
  db.delete(throttles).where(eq(throttles.key, userKey(userName)))

/** Lifts every lock and stop of a name, on all networks. True when there was something to lift. */
export async function unlockName(tx: Tx, userName: string): Promise<boolean> {
  const lifted = await tx
    .delete(throttles)
    .where(eq(stemOf(throttles.key), userKey(userName)))
    .returning({ lockedUntil: throttles.lockedUntil, count: throttles.count })
  return lifted.some(({ lockedUntil, count }) => lockedUntil !== null || count >= HARD_STOP)
}

/** Whether a name, as a column of a query, is locked from some network or stopped everywhere. */
export const isLockedOut = (userName: { getSQL(): SQL }, now: Date): SQL<boolean> => {
  const moment = sql`${now.toISOString()}::timestamptz`
  return sql<boolean>`exists (select from ${throttles} where ${stemOf(throttles.key)} = 'sign-in:' || ${userName} and (
    ${throttles.lockedUntil} > ${moment} or (${throttles.key} = 'sign-in:' || ${userName}
    and ${throttles.count} >= ${sql.raw(String(HARD_STOP))} and ${throttles.windowEndsAt} > ${moment})))`
}

/** At most AUTH_IP_PER_MIN sign-ins a minute from one address. */
export async function countSignIn({ db, clock, config }: House, ip: string) {
  const uses = await countUse(db, `sign-in-address:${addressOf(ip)}`, clock.now(), 60)
  if (uses > config.auth.ipPerMin) throw rateLimited('Too many sign-ins from your network. Try again in a minute.', 60)
}

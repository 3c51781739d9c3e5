import { ATTEMPTS_EXCEEDED } from '@hikmah/contract/sign-in/endpoints'
import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Reads, Settings } from '../house.ts'
import { countUse, limit, refundUse, stemOf, throttles, type Use } from '../kit/auth/throttle.ts'
import type { Db } from '../kit/db/db.ts'
import { Refusal, rateLimited } from '../kit/errors/refusal.ts'
import { machineAddress, networkOf } from '../kit/http/edge/network.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'

/** security.md §1: five failures lock, each further lock is twice as long, fifty end it until an owner unlocks. */
const FAILURES_PER_LOCK = 5
const HARD_STOP = 50
const LONGEST_LOCK_S = 86_400

const lockSeconds = (firstLockS: number, locksBefore: number) => Math.min(LONGEST_LOCK_S, firstLockS * 2 ** locksBefore)

const FAILURES_PER_HOUR_OF_ADDRESS = 100
/** Failures are remembered this long after the first, unless a full sign-in clears them. */
const REMEMBERED_S = 30 * 86_400
/** A stop lasts until an owner lifts it. */
const STOPPED_S = 10 * 365 * 86_400

/** Staff of the console, or an organization's person. One email address may be both, and neither locks the other out. */
export type PersonKind = 'staff' | 'member'

const stems = { staff: 'sign-in:', member: 'member-sign-in:' } satisfies Record<PersonKind, string>

/** The bar parts a name from a network, so that a name made up with one cannot pass for another's key. */
const userKey = (userName: string, kind: PersonKind) => stems[kind] + userName.replaceAll('|', ' ')
const nearKey = (userName: string, ip: string, kind: PersonKind) => `${userKey(userName, kind)}|${networkOf(ip)}`
const failureKey = (ip: string) => `sign-in-failures:${machineAddress(ip)}`

export const tooManyAttempts = (retryAfterS: number) =>
  new Refusal(429, 'LOGIN_ATTEMPTS_EXCEEDED', ATTEMPTS_EXCEEDED, { retryAfterS })

const tooManyFromNetwork = (retryAfterS: number) =>
  rateLimited('Too many failed sign-ins from your network. Try again in an hour.', retryAfterS)

/**
 * Refuses while the name is locked from this network, or everywhere after fifty failures. Unknown names lock alike. An
 * attempt without a name concerns its address alone, or one stranger could lock everybody.
 */
export async function assertNotLocked({ db, clock }: Reads, userName: string, ip: string, kind: PersonKind = 'staff') {
  const now = clock.now()
  const names = userName === '' ? [] : [nearKey(userName, ip, kind), userKey(userName, kind)]
  const rows = await db
    .select()
    .from(throttles)
    .where(inArray(throttles.key, [failureKey(ip), ...names]))
  const secondsTo = (end: Date | null) => (end ? (end.getTime() - now.getTime()) / 1000 : 0)
  const secondsToEnds = (isOver: (row: typeof throttles.$inferSelect) => boolean) =>
    rows.filter(isOver).map(({ windowEndsAt }) => secondsTo(windowEndsAt))
  const stops = secondsToEnds(({ key, count }) => key === userKey(userName, kind) && count >= HARD_STOP)
  // Of a lock and a stop at once the longer one is the truth.
  const lockedS = Math.max(...rows.map(({ lockedUntil }) => secondsTo(lockedUntil)), ...stops)
  if (lockedS > 0) throw tooManyAttempts(lockedS)
  const floodS = Math.max(
    ...secondsToEnds(({ key, count }) => key === failureKey(ip) && count > FAILURES_PER_HOUR_OF_ADDRESS),
  )
  if (floodS > 0) throw tooManyFromNetwork(floodS)
}

interface Lock {
  lockedForS: number
}

/** Counts a failure, whatever was wrong. Returns how long the name is locked, if this failure locked it. */
export async function countFailure(
  house: Reads & Settings,
  userName: string,
  ip: string,
  kind: PersonKind = 'staff',
): Promise<Lock | undefined> {
  const uses: Uses = {}
  for (const [scope, key] of throttleKeys(userName, ip, kind)) uses[scope] = await countScope(house, scope, key)
  return lockIfTooMany(house, uses)
}

/** Counts a try before `judge`, so that a burst gets no more tries. Only one that is wrong stays counted. */
export async function judgeTry<T>(
  house: Reads & Settings,
  userName: string,
  ip: string,
  judge: () => Promise<T | undefined>,
  kind: PersonKind = 'staff',
): Promise<{ right: T | undefined; lock?: Lock | undefined }> {
  await assertNotLocked(house, userName, ip, kind)
  const uses: Uses = {}
  let isFailure = false
  try {
    for (const [scope, key] of throttleKeys(userName, ip, kind)) {
      const use = await countScope(house, scope, key)
      uses[scope] = use
      await assertTriesLeft(house, scope, use)
    }
    const right = await judge()
    isFailure = right === undefined
    return right === undefined ? { right, lock: await lockIfTooMany(house, uses) } : { right }
  } finally {
    if (!isFailure) for (const { key } of Object.values(uses)) await refundUse(house.db, key)
  }
}

type Scope = 'near' | 'everywhere' | 'address'
type ScopeUse = Use & { key: string }
type Uses = Partial<Record<Scope, ScopeUse>>

/** The narrowest first: those of a burst who are refused there weigh nothing elsewhere. */
const throttleKeys = (userName: string, ip: string, kind: PersonKind): [Scope, string][] => [
  ...(userName === ''
    ? []
    : ([
        ['near', nearKey(userName, ip, kind)],
        ['everywhere', userKey(userName, kind)],
      ] as [Scope, string][])),
  ['address', failureKey(ip)],
]

async function countScope({ db, clock }: Reads, scope: Scope, key: string): Promise<ScopeUse> {
  return { key, ...(await countUse(db, key, clock.now(), scope === 'address' ? 3600 : REMEMBERED_S)) }
}

/** Refuses those of a burst that are more than may fail before the next lock, and locks: tries may never be judged. */
async function assertTriesLeft(house: Reads & Settings, scope: Scope, use: ScopeUse) {
  const { count, locks, leftS, lockedForS } = use
  // Locked by another of the burst, since this one asked whether it was.
  if (scope === 'near' && lockedForS > 0) throw tooManyAttempts(lockedForS)
  if (scope === 'near' && count > failuresUntilLock(locks)) {
    await lockNear(house, use)
    throw tooManyAttempts(lockSeconds(house.config.auth.lockS, locks))
  }
  if (scope === 'everywhere' && count > HARD_STOP) throw tooManyAttempts(leftS)
  if (scope === 'address' && count > FAILURES_PER_HOUR_OF_ADDRESS) throw tooManyFromNetwork(leftS)
}

const failuresUntilLock = (locks: number) => (locks + 1) * FAILURES_PER_LOCK

async function lockIfTooMany(house: Reads & Settings, { near, everywhere }: Uses): Promise<Lock | undefined> {
  if (!near || !everywhere) return undefined
  const stopS = everywhere.count >= HARD_STOP ? await stopEverywhere(house, everywhere) : 0
  const lockedForS = Math.max(stopS, await lockNear(house, near))
  return lockedForS > 0 ? { lockedForS } : undefined
}

async function stopEverywhere({ db, clock }: Reads, { key }: ScopeUse): Promise<number> {
  const stopped = await db
    .update(throttles)
    .set({ windowEndsAt: secondsAfter(clock.now(), STOPPED_S) })
    .where(and(eq(throttles.key, key), gte(throttles.count, HARD_STOP)))
    .returning({ key: throttles.key })
  return stopped.length > 0 ? STOPPED_S : 0
}

/** Locks when enough failures have come, and returns for how long. Of several at once only one locks it. */
async function lockNear({ db, clock, config }: Reads & Settings, { key, locks }: ScopeUse): Promise<number> {
  const lockS = lockSeconds(config.auth.lockS, locks)
  const isTime = and(eq(throttles.locks, locks), gte(throttles.count, failuresUntilLock(locks)))
  const locked = await db
    .update(throttles)
    .set({ locks: locks + 1, lockedUntil: secondsAfter(clock.now(), lockS) })
    .where(and(eq(throttles.key, key), isTime))
    .returning({ key: throttles.key })
  return locked.length > 0 ? lockS : 0
}

/** A full sign-in, password and code, clears the name. */
export const clearFailures = (db: Db, userName: string, ip: string, kind: PersonKind) =>
  db.delete(throttles).where(inArray(throttles.key, [nearKey(userName, ip, kind), userKey(userName, kind)]))

/** Whoever may start the server may lift the stop; otherwise a stranger could keep the only owner out. */
export const liftHardStop = (db: Db, userName: string) =>
  db.delete(throttles).where(eq(throttles.key, userKey(userName, 'staff')))

/** Lifts every lock and stop of a name, on all networks. True when there was something to lift. */
export async function unlockName(tx: Tx, userName: string, kind: PersonKind = 'staff'): Promise<boolean> {
  const lifted = await tx
    .delete(throttles)
    .where(eq(stemOf(throttles.key), userKey(userName, kind)))
    .returning({ lockedUntil: throttles.lockedUntil, count: throttles.count })
  return lifted.some(({ lockedUntil, count }) => lockedUntil !== null || count >= HARD_STOP)
}

/** Whether a name, as a column of a query, is locked from some network or stopped everywhere. */
export const isLockedOut = (userName: { getSQL(): SQL }, now: Date, kind: PersonKind = 'staff'): SQL<boolean> => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const key = sql`${sql.raw(`'${stems[kind]}'`)} || ${userName}`
  return sql<boolean>`exists (select from ${throttles} where ${stemOf(throttles.key)} = ${key} and (
    ${throttles.lockedUntil} > ${moment} or (${throttles.key} = ${key}
    and ${throttles.count} >= ${sql.raw(String(HARD_STOP))} and ${throttles.windowEndsAt} > ${moment})))`
}

export const countSignIn = (house: Reads & Settings, ip: string) =>
  limit(house, {
    key: `sign-in-address:${machineAddress(ip)}`,
    max: house.config.auth.ipPerMin,
    windowS: 60,
    message: 'Too many sign-ins from your network. Try again in a minute.',
  })

/** Of organizations' people. Many of one network may come at once, after a night or a loss of power. */
export const countRefresh = (house: Reads & Settings, ip: string) =>
  limit(house, {
    key: `refresh-address:${machineAddress(ip)}`,
    max: house.config.auth.ipPerMin * 3,
    windowS: 60,
    message: 'Too many sign-ins are renewed from your network. Try again in a minute.',
  })

/** Fewer than the passwords that may wait in kit/auth/passwords.ts, so that one address cannot fill the queue. */
export const countCodeTry = (house: Reads & Settings, ip: string) =>
  limit(house, {
    key: `code-address:${machineAddress(ip)}`,
    max: house.config.auth.ipPerMin * 3,
    windowS: 60,
    message: 'Too many codes from your network. Try again in a minute.',
  })

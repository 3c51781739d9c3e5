import { setTimeout as sleep } from 'node:timers/promises'

type Failure = Error & { code?: string; syscall?: string }

/** 25006: what answers is a replica, which its address led to for a moment. */
const GONE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08\w{3}|25006|57P0[1-5])$/
const GONE_TEXT =
  /Connection terminated|Query read timeout|Client has encountered a connection error|did not answer in time/i

/** Too many connections, a statement canceled for its time, a lock timeout, a deadlock, a serialization failure. */
const BUSY = /^(53300|57014|55P03|40P01|40001)$/
const BUSY_TEXT = /timeout exceeded when trying to connect/i

/** From PostgreSQL, from the folder of uploads, and from a PostgreSQL that could not start. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/
const FULL_TEXT = /No space left on device|Disk quota exceeded/i

function someCause(error: unknown, fits: (failure: Failure) => boolean): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (fits(inner)) return true
  return false
}

/** The socket of a PostgreSQL that ended is a missing file (ENOENT), hence any failure to connect. */
export const isDatabaseGone = (error: unknown) =>
  someCause(
    error,
    ({ code = '', syscall, message }) => syscall === 'connect' || GONE.test(code) || GONE_TEXT.test(message),
  )

export const isDatabaseBusy = (error: unknown) =>
  someCause(error, ({ code = '', message }) => BUSY.test(code) || BUSY_TEXT.test(message))

export function findForbidden(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, address = path } = error as { code?: string; path?: string; address?: string }
  return /^(EACCES|EPERM|EROFS)$/.test(code) && address ? `${address} (${code})` : undefined
}

export const isDiskFull = (error: unknown) =>
  someCause(error, ({ code = '', message }) => FULL.test(code) || FULL_TEXT.test(message))

const UNIQUE_VIOLATION = '23505'
const isTaken = (error: unknown) => someCause(error, ({ code }) => code === UNIQUE_VIOLATION)

/** A serialization failure, a deadlock: nothing was saved, and a moment later it may be. */
const CONFLICT = /^(40001|40P01)$/
const isConflict = (error: unknown) => someCause(error, ({ code = '' }) => CONFLICT.test(code))

const MAX_TRIES = 3
const CONFLICT_WAIT_MS = 50

async function retryOn<T>(
  fits: (error: unknown) => boolean,
  work: () => Promise<T>,
  wait: (tries: number) => Promise<unknown> | undefined,
  tries = 1,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries >= MAX_TRIES || !fits(error)) throw error
    await wait(tries)
    return retryOn(fits, work, wait, tries + 1)
  }
}

/** Of two simultaneous writes the unique index refuses one, which runs again and can name what is taken. */
export const retryOnUniqueViolation = <T>(work: () => Promise<T>) => retryOn(isTaken, work, () => undefined)

/** The database ends one of two transactions that are in each other's way; it runs again, not at once with its like. */
export const retryOnConflict = <T>(work: () => Promise<T>) =>
  retryOn(isConflict, work, (tries) => sleep(Math.random() * CONFLICT_WAIT_MS * tries))

type Failure = Error & { code?: string; syscall?: string }

/** The connection was lost or refused, or the server is on its way down or up. */
const GONE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[1-5])$/
const GONE_TEXT =
  /Connection terminated|Query read timeout|Client has encountered a connection error|did not answer in time/i

/** No connection free, statement cancelled for taking too long, deadlock, serialization: the database lives and has too much to do. */
const BUSY = /^(53300|57014|55P03|40P01|40001)$/
const BUSY_TEXT = /timeout exceeded when trying to connect/i

/** Of PostgreSQL, of the folder of uploads, and what a PostgreSQL that could not start said. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/
const FULL_TEXT = /No space left on device|Disk quota exceeded/i

function someCause(error: unknown, fits: (failure: Failure) => boolean): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (fits(inner)) return true
  return false
}

/** A socket whose server has ended is missing as a file is (ENOENT), hence whatever keeps us from connecting. */
export const isDatabaseGone = (error: unknown) =>
  someCause(
    error,
    ({ code = '', syscall, message }) => syscall === 'connect' || GONE.test(code) || GONE_TEXT.test(message),
  )

export const isDatabaseBusy = (error: unknown) =>
  someCause(error, ({ code = '', message }) => BUSY.test(code) || BUSY_TEXT.test(message))

/** The file that this account may not use, and what the system says of it. */
export function findForbidden(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, address = path } = error as { code?: string; path?: string; address?: string }
  return /^(EACCES|EPERM|EROFS)$/.test(code) && address ? `${address} (${code})` : undefined
}

export const isDiskFull = (error: unknown) =>
  someCause(error, ({ code = '', message }) => FULL.test(code) || FULL_TEXT.test(message))

const UNIQUE_VIOLATION = '23505'
const MAX_TRIES = 3

function isTaken(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ((inner as { code?: string }).code === UNIQUE_VIOLATION) return true
  }
  return false
}

/**
 * Of two at the very same moment the unique index lets one through. The other runs again, now sees what was taken and
 * can name it.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries >= MAX_TRIES || !isTaken(error)) throw error
    return retryOnUniqueViolation(work, tries + 1)
  }
}

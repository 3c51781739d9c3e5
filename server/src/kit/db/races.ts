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

import pLimit, { type LimitFunction } from 'p-limit'
import { rateLimited } from '../errors/refusal.ts'

/** A search takes up to two of the twenty connections, perhaps for a second: most are left for who opens a list. */
const AT_ONCE = 4
/** So that nobody's searches hold up everybody's. */
const AT_ONCE_OF_ONE = 2
const MAX_WAITING_OF_ONE = 20

/** Lets searches take turns, those of one person and those of all. */
export function createSearchTurns() {
  const ofAll = pLimit(AT_ONCE)
  const ofOne = new Map<string, LimitFunction>()
  return async <T>(person: string, search: () => T | Promise<T>): Promise<T> => {
    const own = ofOne.get(person) ?? pLimit(AT_ONCE_OF_ONE)
    if (own.pendingCount >= MAX_WAITING_OF_ONE)
      throw rateLimited('You have too many searches under way. Wait for them to end.', 1)
    ofOne.set(person, own)
    try {
      return await own(() => ofAll(async () => search()))
    } finally {
      if (own.activeCount + own.pendingCount === 0) ofOne.delete(person)
    }
  }
}

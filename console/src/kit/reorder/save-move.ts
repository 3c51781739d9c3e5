import { ApiError } from '../api/api.ts'
import { type Move, withMove } from './moves.ts'

interface Doors {
  /** The rows as they stand on the server now. */
  read: () => Promise<string[]>
  write: (ids: string[]) => Promise<unknown>
}

/**
 * Saves a move in the list as it stands now, and once more where the list changes at that very moment, so that what
 * others did meanwhile stays. Answers the order that stands then, without the row where it was deleted.
 */
export async function saveMove(move: Move, { read, write }: Doors): Promise<string[]> {
  async function send() {
    const before = await read()
    if (!before.includes(move.id)) return before
    const ids = withMove(before, move)
    await write(ids)
    return ids
  }
  return send().catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 400) return send()
    throw failure
  })
}

import { ApiError } from '../api/api.ts'
import { type Move, withMove } from './moves.ts'

interface Callbacks {
  /** The rows as they stand on the server now. */
  read: () => Promise<string[]>
  write: (ids: string[]) => Promise<unknown>
}

/**
 * Saves a move in the current list, and retries once if the list changes at that moment, so that other people's changes
 * stay. Returns the resulting order, without the row if it was deleted.
 */
export async function saveMove(move: Move, { read, write }: Callbacks): Promise<string[]> {
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

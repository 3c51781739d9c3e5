import { ApiError } from '../api/api.ts'

/** A move of a row: to this number, between these neighbours. */
export interface Move {
  id: string
  to: number
  after: string | undefined
  before: string | undefined
}

/** Puts a row at a number, counted from 0; beyond the ends it goes to the end. */
export function moveTo(ids: readonly string[], id: string, to: number): Move {
  const others = ids.filter((other) => other !== id)
  const at = Math.min(Math.max(to, 0), others.length)
  return { id, to: at, after: others[at - 1], before: others[at] }
}

/**
 * The rows after a move, even if the list has changed since: the row goes next to its neighbours, or to its number if
 * both are gone. If the row itself is gone, nothing changes.
 */
export function withMove(ids: readonly string[], { id, to, after, before }: Move): string[] {
  if (!ids.includes(id)) return [...ids]
  const others = ids.filter((other) => other !== id)
  const [above, below] = [after, before].map((one) => (one === undefined ? -1 : others.indexOf(one)))
  const at = after === undefined ? 0 : above! >= 0 ? above! + 1 : below! >= 0 ? below! : to
  return others.toSpliced(at, 0, id)
}

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

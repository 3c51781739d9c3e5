import { ApiError } from '../api/api.ts'

export interface Move {
  id: string
  /** From 0. */
  to: number
  /** The new neighbors. */
  after: string | undefined
  before: string | undefined
}

/** `to` counts from 0; beyond the ends the row goes to the end. */
export function moveTo(ids: readonly string[], id: string, to: number): Move {
  const others = ids.filter((other) => other !== id)
  const at = Math.min(Math.max(to, 0), others.length)
  return { id, to: at, after: others[at - 1], before: others[at] }
}

/** If the list has changed since, the row goes next to its neighbors, or to its number if both are gone. */
export function withMove(ids: readonly string[], { id, to, after, before }: Move): string[] {
  if (!ids.includes(id)) return [...ids]
  const others = ids.filter((other) => other !== id)
  const [above = -1, below = -1] = [after, before].map((neighbor) => others.indexOf(neighbor ?? ''))
  const at = after === undefined ? 0 : above >= 0 ? above + 1 : below >= 0 ? below : to
  return others.toSpliced(at, 0, id)
}

interface Callbacks {
  /** The current ids on the server. */
  read: () => Promise<string[]>
  write: (ids: string[]) => Promise<unknown>
}

/** Retries once if the list changes at that moment. Returns the new order, without the row if somebody deleted it. */
export async function saveMove(move: Move, { read, write }: Callbacks): Promise<string[]> {
  async function send() {
    const currentIds = await read()
    if (!currentIds.includes(move.id)) return currentIds
    const ids = withMove(currentIds, move)
    await write(ids)
    return ids
  }
  return send().catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status === 400) return send()
    throw failure
  })
}

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

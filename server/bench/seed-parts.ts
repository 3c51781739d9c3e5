const YEARS_MS = 5 * 365 * 86_400_000

/** The id of the nth row of its kind. */
export const idOf = (kind: number, n: number) => `00000000-0000-7000-8${kind}00-${n.toString(16).padStart(12, '0')}`

/** Moments spread evenly over the last five years, so that the newest are of today. */
export const momentOf = (n: number, rows: number, now: number) =>
  new Date(now - YEARS_MS + (YEARS_MS * (n + 1)) / rows).toISOString()

export interface Filling {
  table: string
  columns: string
  rows: number
  /** The values of a row, separated by tabs. */
  line: (n: number) => string
}

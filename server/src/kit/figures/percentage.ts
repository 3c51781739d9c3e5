/** What a card says of its figure: whole percent of change, 100 from nothing to something, 0 from nothing to nothing. */
export function percentageOf(now: number, previous: number): number {
  if (previous === 0) return now > 0 ? 100 : 0
  return Math.round(((now - previous) / previous) * 100)
}

/** The whole-number share, 0 of nothing. */
export const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100))

/** A figure with the one before. */
export const compared = (data: number, previous: number) => ({
  data,
  previous,
  percentage: percentageOf(data, previous),
})

/** How often something is billed, as the payment provider says it. */
export interface Cycle {
  interval: string | null
  intervalCount: number | null
}

/** `monthly`, `annually` (a year, or twelve months), `every 3 months`; null for what is billed once. */
export function frequencyOf({ interval, intervalCount }: Cycle): string | null {
  if (!interval) return null
  const count = intervalCount ?? 1
  if (interval === 'month' && count === 1) return 'monthly'
  if ((interval === 'year' && count === 1) || (interval === 'month' && count === 12)) return 'annually'
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`
}

/** The same as a person reads it: Monthly, Annually, Every 3 months, or a dash. */
export function cycleText(cycle: Cycle): string {
  const frequency = frequencyOf(cycle)
  return frequency ? frequency.charAt(0).toUpperCase() + frequency.slice(1) : '–'
}

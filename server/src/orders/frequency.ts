/** How often a price is paid that recurs so, or once. */
export function frequencyOf(interval: string | null | undefined, count: number | null | undefined) {
  if (!interval) return 'once' as const
  const isYear = interval === 'year' || (interval === 'month' && count === 12)
  return isYear ? ('annually' as const) : ('monthly' as const)
}

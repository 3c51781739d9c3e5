import { invalid } from '../../kit/errors/refusal.ts'

interface Period {
  currentPeriodStart: Date
  currentPeriodEnd: Date
}

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Now, limited to the period shared by all items, since the provider's clock may differ from ours. */
export function prorationDateOf(items: Period[], now: Date): number {
  const start = Math.max(...items.map((item) => secondsOf(item.currentPeriodStart)))
  const end = Math.min(...items.map((item) => secondsOf(item.currentPeriodEnd)))
  return Math.max(start, Math.min(secondsOf(now), end - 1))
}

const GOOD_FOR_S = 3600

/** A preview is good for an hour: with an older date the change would be charged as if made back then. */
export function assertRecent(given: number, now: number) {
  if (given > now || given < now - GOOD_FOR_S)
    throw invalid('prorationDate', 'This amount is out of date. Check it again.')
}

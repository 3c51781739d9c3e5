import { formatMoney } from '../money.ts'

/** How often something is billed, as the payment provider says it. */
export interface Cycle {
  interval: string | null
  intervalCount: number | null
}

/** `monthly`, `annually` (a year, or twelve months), `every 3 months`; `once` for what does not recur. */
export function frequencyOf({ interval, intervalCount }: Cycle): string {
  if (!interval) return 'once'
  const count = intervalCount ?? 1
  if (interval === 'month' && count === 1) return 'monthly'
  if ((interval === 'year' && count === 1) || (interval === 'month' && count === 12)) return 'annually'
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`
}

/** The same as a person reads it: Monthly, Annually, Every 3 months, Once. */
export const frequencyText = (frequency: string) => frequency.charAt(0).toUpperCase() + frequency.slice(1)

const suffixes: Record<string, string> = { monthly: '/mo', annually: '/yr', once: '' }

interface Price {
  /** Minor units; null where the provider does not say, as of tiers. */
  amount: number | null
  currency: string
  frequency: string
}

/** With cents only where there are some: $29/mo, $12.50/mo, $549, $90 every 3 months. */
export const priceText = ({ amount, currency, frequency }: Price) =>
  formatMoney(amount, currency, { isShort: true }) + (amount === null ? '' : (suffixes[frequency] ?? ` ${frequency}`))

/**
 * Money as the payment provider counts it: whole minor units of a currency. How many of them make one is the provider's
 * table, not the one of Intl, which would show some currencies a hundred times too large.
 */
const WITHOUT_MINOR = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf)$/i
const IN_THOUSANDTHS = /^(bhd|jod|kwd|omr|tnd)$/i
export const PRICE_ABOVE_ZERO = 'Enter a price above 0'

/** Digits after the point: 2 for USD, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: string): number {
  if (WITHOUT_MINOR.test(currency)) return 0
  return IN_THOUSANDTHS.test(currency) ? 3 : 2
}

interface Options {
  /** Without cents where there are none: $12, but $12.50. */
  isShort?: boolean
}

/** `$1,234.50` of 123450 in USD; an amount nobody knows is a dash. */
export function formatMoney(
  amount: number | null | undefined,
  currency: string,
  { isShort = false }: Options = {},
): string {
  if (amount === null || amount === undefined) return '–'
  const exponent = exponentOf(currency)
  const unit = 10 ** exponent
  const digits = isShort && amount % unit === 0 ? 0 : exponent
  const words = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(amount) / unit)
  return amount < 0 ? `−${words}` : words
}

/** What a yearly amount comes to in a month, for comparison: nobody is billed it. Halves are rounded up. */
export const perMonthOf = (yearlyAmount: number): number => Math.round(yearlyAmount / 12)

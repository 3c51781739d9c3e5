/** From the payment provider's table of minor units. Intl's would show some currencies a hundred times too large. */
const WITHOUT_MINOR = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf)$/i
const IN_THOUSANDTHS = /^(bhd|jod|kwd|omr|tnd)$/i
export const PRICE_ABOVE_ZERO = 'Enter a price above 0'

/** Digits after the point: 2 for USD, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: string): number {
  if (WITHOUT_MINOR.test(currency)) return 0
  return IN_THOUSANDTHS.test(currency) ? 3 : 2
}

/** `$1,234.50` for 123450 in USD; a dash for an unknown amount. */
export function formatMoney(
  amount: number | null | undefined,
  currency: string,
  /** Without cents where there are none: $12, but $12.50. */
  { isShort = false } = {},
): string {
  if (amount === null || amount === undefined) return '–'
  const exponent = exponentOf(currency)
  const unit = 10 ** exponent
  const digits = isShort && amount % unit === 0 ? 0 : exponent
  const text = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    // The price of one may have fractions of a cent.
    maximumFractionDigits: Number.isInteger(amount) ? digits : 15,
  }).format(Math.abs(amount) / unit)
  return amount < 0 ? `−${text}` : text
}

/** How much more or less: `+$24.00`, `−$3.00`; no difference has no sign. */
export const formatDifference = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`

/** Of so many at a price that may have fractions of a cent: rounded once, as the provider does. */
export const amountFor = (unitAmount: number, quantity: number): number =>
  Math.round(Number((unitAmount * quantity).toFixed(6)))

/** Of amounts in minor units of one currency. */
export const sum = <T>(rows: readonly T[], amountOf: (row: T) => number): number =>
  rows.reduce((total, row) => total + amountOf(row), 0)

/** For comparison: nobody is billed it. Rounds halves up. */
export const perMonthOf = (yearlyAmount: number): number => Math.round(yearlyAmount / 12)

import { formatMoney } from '@hikmah/contract/money'

export const WHOLE_US_DOLLARS = 'Whole US dollars'

/** $1,249: a price, kept in whole dollars. */
export const wholeDollars = (dollars: number) => formatMoney(dollars * 100, 'usd', { isShort: true })

/** $1,249.50: an amount, kept in cents. */
export const dollarsAndCents = (cents: number) => formatMoney(cents, 'usd')

/** A price in dollars for an input: 1249 or 1249.50, without the sign and separators. */
export const typedDollars = (price: number) => (Number.isInteger(price) ? String(price) : price.toFixed(2))

/** A typed price without the commas that part thousands: 1249.50 of 1,249.50. Any other comma stays, as in 12,50. */
export function withoutThousands(typed: string): string {
  const price = typed.trim()
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(price) ? price.replaceAll(',', '') : price
}

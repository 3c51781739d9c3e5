import { formatMoney } from '@hikmah/contract/money'

export const WHOLE_US_DOLLARS = 'Whole US dollars'

/** $1,249 */
export const wholeDollars = (dollars: number) => formatMoney(dollars * 100, 'usd', { isShort: true })

/** $1,249.50 */
export const dollarsAndCents = (cents: number) => formatMoney(cents, 'usd')

/** 1249 or 1249.50, for an input. */
export const typedDollars = (price: number) => (Number.isInteger(price) ? String(price) : price.toFixed(2))

/** 1249.50 for 1,249.50. A comma that does not separate thousands stays, as in 12,50. */
export function withoutThousands(input: string): string {
  const price = input.trim()
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(price) ? price.replaceAll(',', '') : price
}

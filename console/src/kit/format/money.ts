import { formatMoney } from '@hikmah/contract/money'

/** $1,249: a price, kept in whole dollars. */
export const wholeDollars = (dollars: number) => formatMoney(dollars * 100, 'usd', { isShort: true })

/** $1,249.50: an amount, kept in cents. */
export const dollarsAndCents = (cents: number) => formatMoney(cents, 'usd')

/** A price in dollars as one types it: cents only where it has any. */
export const typedDollars = (price: number) => (Number.isInteger(price) ? String(price) : price.toFixed(2))

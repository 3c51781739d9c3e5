import { MAX_PRICE, PRICE_ABOVE_ZERO, WHOLE_PRICE } from '@hikmah/contract/plans/words'
import { REQUIRED } from '@hikmah/contract/words'

/** What is wrong with a typed price in whole dollars, which must be above 0. */
export function priceProblem(typed: string, tooLow = PRICE_ABOVE_ZERO): string | undefined {
  const text = typed.trim()
  if (text === '') return REQUIRED
  if (!/^-?\d+(\.0*)?$/.test(text)) return WHOLE_PRICE
  if (Number(text) <= 0) return tooLow
  return Number(text) <= MAX_PRICE ? undefined : `At most ${MAX_PRICE}`
}

/** A price in a field; nothing where there is none yet. */
export const typedOf = (price: number | null) => (price ? String(price) : '')

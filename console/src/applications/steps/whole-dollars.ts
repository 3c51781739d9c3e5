import { PRICE_ABOVE_ZERO } from '@hikmah/contract/money'
import { MAX_PRICE, WHOLE_PRICE } from '@hikmah/contract/plans'
import { REQUIRED } from '@hikmah/contract/words'
import { withoutThousands } from '../../kit/format/money.ts'

/** What is wrong with a typed price in whole dollars, which must be above 0. */
export function priceProblem(typed: string, tooLow = PRICE_ABOVE_ZERO): string | undefined {
  const text = withoutThousands(typed)
  if (text === '') return REQUIRED
  if (!/^-?\d+(\.0*)?$/.test(text)) return WHOLE_PRICE
  if (Number(text) <= 0) return tooLow
  return Number(text) <= MAX_PRICE ? undefined : `At most ${MAX_PRICE}`
}

/** A price in a field; nothing where there is none yet. */
export const typedOf = (price: number | null) => (price ? String(price) : '')

/** What a typed price without a problem comes to. */
export const dollarsOf = (typed: string) => Number(withoutThousands(typed))

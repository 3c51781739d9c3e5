import { readCode } from '@hikmah/contract/typed'
import { joinByAnd } from '../format/texts.ts'

/** The typed number, NaN unless it is a whole one. */
export function parseQuantity(text: string): number {
  const digits = readCode(text)
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** 1249.50 for 1,249.50. A comma that does not separate thousands stays, as in 12,50. */
export function withoutThousands(input: string): string {
  const price = readCode(input)
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(price) ? price.replaceAll(',', '') : price
}

/** 1249 or 1249.50, for an input. */
export const typedDollars = (price: number) => (Number.isInteger(price) ? String(price) : price.toFixed(2))

/** Why a form cannot be sent yet: "Still needed: a name and a valid email". */
export function stillNeeded(missing: readonly (string | false | undefined)[]): string | undefined {
  const parts = missing.filter((part) => typeof part === 'string')
  return parts.length > 0 ? `Still needed: ${joinByAnd(parts)}` : undefined
}

export const WHOLE_US_DOLLARS = 'Whole US dollars'

import { invalid } from '../../errors.ts'
import { either, integer, list, needed, object, oneOf, type Taken, text } from '../../params.ts'
import type { Price } from '../../records.ts'
import { isExact, wholeOf } from './exact.ts'

export const TIERED = {
  billing_scheme: oneOf('per_unit', 'tiered'),
  tiers_mode: oneOf('graduated', 'volume'),
  tiers: list(
    object({
      up_to: needed(either(integer, oneOf('inf'))),
      unit_amount: integer,
      unit_amount_decimal: text,
      flat_amount: integer,
      flat_amount_decimal: text,
    }),
  ),
}

/** Of a price whose amount depends on the quantity; nothing of any other. */
export function tiersOf({ billing_scheme: scheme, tiers_mode: mode, tiers }: Taken<typeof TIERED>) {
  if (scheme !== 'tiered') {
    if (tiers) throw invalid('`tiers` may only be used with `billing_scheme=tiered`.', 'tiers')
    return undefined
  }
  if (!tiers?.length) throw invalid('Prices with `billing_scheme=tiered` require `tiers`.', 'tiers')
  if (!mode) throw invalid('Prices with `billing_scheme=tiered` require `tiers_mode`.', 'tiers_mode')
  const ends = tiers.map(({ up_to }) => (up_to === 'inf' ? Number.POSITIVE_INFINITY : up_to))
  if (ends.at(-1) !== Number.POSITIVE_INFINITY) throw invalid('The last tier must have `up_to=inf`.', 'tiers')
  if (ends.some((end, i) => end <= (ends[i - 1] ?? 0)))
    throw invalid('Each tier must end after the one before.', 'tiers')
  return { tiers_mode: mode, tiers: tiers.map(tierOf) }
}

function tierOf(
  tier: NonNullable<Taken<typeof TIERED>['tiers']>[number],
  i: number,
): NonNullable<Price['tiers']>[number] {
  const unit = exactOf(tier.unit_amount, tier.unit_amount_decimal, `tiers[${i}][unit_amount]`)
  const flat = exactOf(tier.flat_amount, tier.flat_amount_decimal, `tiers[${i}][flat_amount]`)
  if (unit === null && flat === null)
    throw invalid('Each tier requires a `unit_amount` or a `flat_amount`.', `tiers[${i}]`)
  return {
    flat_amount: wholeOf(flat),
    flat_amount_decimal: flat,
    unit_amount: wholeOf(unit),
    unit_amount_decimal: unit,
    up_to: tier.up_to === 'inf' ? null : tier.up_to,
  }
}

function exactOf(whole: number | null | undefined, decimal: string | null | undefined, at: string) {
  const exact = decimal ?? (whole == null ? null : String(whole))
  if (exact !== null && !isExact(exact)) throw invalid(`Invalid decimal: ${exact}`, at)
  return exact
}

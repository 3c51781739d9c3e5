import type { Price } from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'
import { rounded } from './money.ts'

/** What so many cost for one period. Fractions of a cent are rounded once, for the whole quantity or that of a tier. */
export function amountOf({ store }: Sandbox, price: Price, quantity: number) {
  // Who embeds a price leaves its tiers out.
  const tiers = store.recall('price', price.id)?.tiers
  if (!tiers) return times(price.unit_amount_decimal, quantity)
  const parts = tiers.map((tier, i) => ({ ...tier, from: tiers[i - 1]?.up_to ?? 0, to: tier.up_to ?? quantity }))
  const filled =
    price.tiers_mode === 'volume'
      ? parts.filter(({ from, to }) => from < quantity && quantity <= to).map((tier) => ({ ...tier, count: quantity }))
      : parts.map((tier) => ({ ...tier, count: Math.min(quantity, tier.to) - tier.from }))
  return filled
    .filter(({ count }) => count > 0)
    .reduce((sum, tier) => sum + times(tier.unit_amount_decimal, tier.count) + times(tier.flat_amount_decimal, 1), 0)
}

function times(exact: string | null, quantity: number) {
  const [whole = '0', fraction = ''] = (exact ?? '0').split('.')
  return rounded(Number(whole + fraction) * quantity, 10 ** fraction.length)
}

export const withoutTiers = ({ tiers: _tiers, ...price }: Price): Price => price

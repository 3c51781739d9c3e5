import type { Price } from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'

/** ISO 4217 is not asked: the provider has its own list of currencies without cents, and of some with three digits. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))
const THREE = new Set('bhd jod kwd omr tnd'.split(' '))

const decimals = (currency: string) => (WHOLE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2)

/** `$1,234.50` of 123450, `$0.125` of 12.5; the digits are moved as text, so no fraction is ever rounded. */
export function money(amount: number | string, currency: string) {
  const places = decimals(currency)
  const [whole = '', fraction = ''] = String(amount).replace('-', '').split('.')
  const digits = whole.padStart(places + 1, '0')
  const value = `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}${fraction}`
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places + fraction.length,
  })
  return `${Number(amount) < 0 ? '-' : ''}${format.format(value as Intl.StringNumericLiteral)}`
}

/** Half a cent goes away from zero. */
export const rounded = (numerator: number, denominator: number) =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))

/** Splits a whole by weights so that the parts sum to it; what is left over goes to the largest remainders. */
export function shares(whole: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (whole * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = whole - parts.reduce((total, part) => total + part, 0)
  const byRemainder = exact.map((value, index) => ({ index, rest: value - Math.floor(value) }))
  byRemainder.sort((a, b) => b.rest - a.rest)
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

type Recurring = { interval: string; interval_count: number }

/** The n-th period ends n intervals after the anchor, on the last day where a month is too short (31 January, 28 February, 31 March). */
export function addIntervals(anchor: number, { interval, interval_count }: Recurring, times = 1) {
  return (
    Temporal.Instant.fromEpochMilliseconds(anchor * 1000)
      .toZonedDateTimeISO('UTC')
      .add({ [`${interval}s`]: interval_count * times }).epochMilliseconds / 1000
  )
}

const SECONDS: Record<string, number> = { day: 86_400, week: 604_800, month: 2_678_400, year: 31_622_400 }

export function periodEnd(anchor: number, recurring: Recurring, after: number) {
  const longest = (SECONDS[recurring.interval] ?? 1) * recurring.interval_count
  let times = Math.max(1, Math.floor((after - anchor) / longest))
  while (addIntervals(anchor, recurring, times) <= after) times += 1
  return addIntervals(anchor, recurring, times)
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** `22 Nov 2026`, in UTC. */
export const day = (time: number) => DAY.format(time * 1000)

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

/** ISO 4217 is not asked: the provider has its own list of currencies without cents, and of some with three digits. */
const WHOLE = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))
const THREE = new Set('bhd jod kwd omr tnd'.split(' '))

const decimals = (currency: string) => (WHOLE.has(currency) ? 0 : THREE.has(currency) ? 3 : 2)

/** `$1,234.50` of 123450; the digits are moved as text, so no fraction is ever rounded. */
export function money(amount: number, currency: string) {
  const places = decimals(currency)
  const digits = String(Math.abs(amount)).padStart(places + 1, '0')
  const value = places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return `${amount < 0 ? '-' : ''}${format.format(value as Intl.StringNumericLiteral)}`
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

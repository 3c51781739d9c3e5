import type { FinanceOfCurrency } from '@hikmah/contract/finance'

interface Product {
  name: string
  amount: number
  place: number | null
}

export interface Series {
  name: string
  color: number
  /** The columns that it sums. */
  columns: number[]
}

const MAX_SERIES = 8
const OTHER_COLOR = 7
const AFTER_ALL = 1000
const COLORS = [1, 2, 3, 4, 5, 6, 8]

/** By its place; one without an application has one of the last three by its name. */
function wantedColor({ name, place }: Product): number {
  const ofName = 4 + ([...name].reduce((hash, letter) => (hash * 33 + letter.charCodeAt(0)) % 9973, 0) % 3)
  return COLORS[(place ?? ofName) % COLORS.length]!
}

/**
 * In the order of the stack, from below. A product keeps its color by its place; above eight, the smallest are one series.
 */
export function seriesOf(products: FinanceOfCurrency['revenue']['applications']): Series[] {
  const all = products.map((product, column) => ({ ...product, column }))
  const bySize = all.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
  const isTooMany = all.length > MAX_SERIES
  const shown = isTooMany ? bySize.slice(0, MAX_SERIES - 1) : bySize
  const rest = isTooMany ? bySize.slice(MAX_SERIES - 1) : []
  const free = [...COLORS, OTHER_COLOR]
  const take = (wanted: number) => free.splice(Math.max(0, free.indexOf(wanted)), 1)[0] ?? OTHER_COLOR
  const series = shown.toSorted(byPlace).map(({ column, ...product }) => {
    return { name: product.name, color: take(wantedColor(product)), columns: [column] }
  })
  if (rest.length === 0) return series
  return [...series, { name: `${rest.length} more`, color: OTHER_COLOR, columns: rest.map(({ column }) => column) }]
}

const byPlace = (a: Product, b: Product) =>
  (a.place ?? AFTER_ALL) - (b.place ?? AFTER_ALL) || (a.name < b.name ? -1 : 1)

export const amountIn = ({ columns }: Series, amounts: number[]) =>
  columns.reduce((sum, column) => sum + (amounts[column] ?? 0), 0)

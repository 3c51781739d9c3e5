import { exponentOf, formatMoney } from '@hikmah/contract/money'

const INTERVALS = 4
const NICE = [1, 2, 2.5, 5, 10]

/** The smallest round step with which this many steps reach the value. There are no half orders. */
export function niceStep(max: number, isWhole: boolean): number {
  const least = Math.max(max / INTERVALS, isWhole ? 1 : 0)
  if (least === 0) return 1
  const unit = 10 ** Math.floor(Math.log10(least))
  const factor = NICE.find((nice) => nice * unit >= least && (!isWhole || Number.isInteger(nice * unit))) ?? 10
  return factor * unit
}

export const axisLines = (step: number) => Array.from({ length: INTERVALS + 1 }, (_, i) => i * step)

const THOUSAND = 1000
const MILLION = 1_000_000

/** $950, $2.5k, $1.2M. */
export function axisMoney(amount: number, currency: string): string {
  const units = amount / 10 ** exponentOf(currency)
  const [size, unit] = units >= MILLION ? [MILLION, 'M'] : units >= THOUSAND ? [THOUSAND, 'k'] : [1, '']
  const short = formatMoney(Math.round(amount / size), currency, { isShort: true })
  return `${short.replace(/(\.\d)0$/, '$1')}${unit}`
}

import type { DashboardStats, Step } from '@hikmah/contract/dashboard-stats'
import { exponentOf, formatMoney } from '@hikmah/contract/money'
import { scaleBand, scaleLinear } from 'd3-scale'
import { formatDate } from '../kit/format/texts.ts'

/** Both axes share their grid lines. */
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

const AXIS = { left: 34, right: 50 }

type Size = Record<'width' | 'height', number>

/** Room for the labels: of the axes at the sides, of the points below. */
export function chartScales(points: number, { width, height }: Size, orders: number, amount: number) {
  const bottom = height - 26
  const range = [bottom, 14]
  return {
    x: scaleBand<number>()
      .domain(Array.from({ length: points }, (_, i) => i))
      .range([AXIS.left, width - AXIS.right])
      .paddingInner(0.47)
      .paddingOuter(0.235),
    orders: scaleLinear().domain([0, orders]).range(range),
    amount: scaleLinear().domain([0, amount]).range(range),
    left: AXIS.left,
    right: width - AXIS.right,
    bottom,
  }
}

const THOUSAND = 1000
const MILLION = 1_000_000

/** $950, $2.5k, $1.2M. */
export function axisMoney(amount: number, currency: string): string {
  const units = amount / 10 ** exponentOf(currency)
  const [size, unit] = units >= MILLION ? [MILLION, 'M'] : units >= THOUSAND ? [THOUSAND, 'k'] : [1, '']
  const short = formatMoney(Math.round(amount / size), currency, { isShort: true })
  return `${short.replace(/(\.\d)0$/, '$1')}${unit}`
}

type Point = DashboardStats['chart']['points'][number]

const formats = { hour: 'h A', day: 'MMM D', week: 'MMM D', month: 'MMM YYYY' } as const

export const stepLabel = (by: Step, { from }: Pick<Point, 'from'>) => formatDate(from, formats[by])

export function stepName(by: Step, point: Pick<Point, 'from' | 'to'>): string {
  if (by === 'week') return `Week of ${stepLabel(by, point)}`
  if (by === 'hour') return `${stepLabel(by, point)} to ${formatDate(point.to, 'h A')}`
  return stepLabel(by, point)
}

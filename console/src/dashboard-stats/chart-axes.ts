import type { DashboardStats, Step } from '@hikmah/contract/dashboard-stats'
import { scaleBand, scaleLinear } from 'd3-scale'
import { formatDate } from '../kit/format/texts.ts'

const AXIS = { left: 44, right: 4 }

type Size = Record<'width' | 'height', number>

/** Room for the labels: of the axis at the side, of the points below. */
export function chartScales(points: number, { width, height }: Size, most: number) {
  const bottom = height - 26
  const range = [bottom, 14]
  return {
    x: scaleBand<number>()
      .domain(Array.from({ length: points }, (_, i) => i))
      .range([AXIS.left, width - AXIS.right])
      .paddingInner(0.47)
      .paddingOuter(0.235),
    y: scaleLinear().domain([0, most]).range(range),
    left: AXIS.left,
    right: width - AXIS.right,
    bottom,
  }
}

type Point = DashboardStats['chart']['points'][number]

const formats = { hour: 'h A', day: 'MMM D', week: 'MMM D', month: 'MMM YYYY' } as const

export const stepLabel = (by: Step, { from }: Pick<Point, 'from'>) => formatDate(from, formats[by])

export function stepName(by: Step, point: Pick<Point, 'from' | 'to'>): string {
  if (by === 'week') return `Week of ${stepLabel(by, point)}`
  if (by === 'hour') return `${stepLabel(by, point)} to ${formatDate(point.to, 'h A')}`
  return stepLabel(by, point)
}

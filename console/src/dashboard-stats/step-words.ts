import type { DashboardStats, Step } from '@hikmah/contract/dashboard-stats'
import { formatDate } from '../kit/format/dates.ts'

type Point = DashboardStats['chart']['points'][number]

const formats = { hour: 'h A', day: 'MMM D', week: 'MMM D', month: 'MMM YYYY' } as const

/** Below a bar and in the table: Nov 2. */
export const stepLabel = (by: Step, { from }: Pick<Point, 'from'>) => formatDate(from, formats[by])

/** Said of one: Week of Nov 2. */
export function stepName(by: Step, point: Pick<Point, 'from' | 'to'>): string {
  if (by === 'week') return `Week of ${stepLabel(by, point)}`
  if (by === 'hour') return `${stepLabel(by, point)} to ${formatDate(point.to, 'h A')}`
  return stepLabel(by, point)
}

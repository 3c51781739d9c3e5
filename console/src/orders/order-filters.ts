import type { OrderStage } from '@hikmah/contract/orders/schemas'
import { choiceFilter, type Filter } from '../kit/filter/filters.ts'
import { formatDate, periodText } from '../kit/format/dates.ts'

const DAYS = [7, 28, 90, 365]

/** The start of the day this many days ago, so that the same choice means the same all day. */
function daysAgo(days: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days + 1)
  return day.toISOString()
}

interface Dates {
  createdFrom?: string
  createdTo?: string
}

/** A start date for orders. The dashboard cards link here with both ends. */
export const dateFilter = ({ createdFrom, createdTo }: Dates): Filter => ({
  label: 'Order date',
  off: { createdFrom: undefined, createdTo: undefined },
  shown: createdFrom || createdTo ? `Ordered ${periodText(createdFrom, createdTo)}` : undefined,
  choices: DAYS.map((days) => {
    const from = daysAgo(days)
    return {
      label: `Since ${formatDate(from, 'll')}`,
      isChosen: createdTo === undefined && createdFrom === from,
      on: { createdFrom: from, createdTo: '' },
    }
  }),
})

const stages = [
  { value: 'pending', label: 'Pending', chip: 'Pending: new or in progress' },
  { value: 'completed', label: 'Completed', chip: 'Completed or done' },
] as const

/** Whether it still needs something: a group of statuses. */
export const stageFilter = ({ stage }: { stage?: OrderStage }): Filter =>
  choiceFilter<OrderStage>('stage', 'Progress', stage, [...stages])

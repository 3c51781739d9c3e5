/** The periods of the seeds, by the names that addresses carry. "Default value" is the month so far. */
export const periodLabels = {
  today: 'Today',
  'last-7-days': 'Last 7 days',
  default: 'Default value',
  'last-4-weeks': 'Last 4 weeks',
  'last-3-months': 'Last 3 months',
  'last-12-months': 'Last 12 months',
  'last-year': 'Last year',
} as const

export type Period = keyof typeof periodLabels
// Its keys are those of the type.
export const periods = Object.keys(periodLabels) as Period[]

/** What an address without a period means. */
export const DEFAULT_PERIOD: Period = 'default'

/** How a period is divided. */
export const steps = ['hour', 'day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

import { z } from 'zod'
import { Timestamp, TimeZone } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { keysOf } from './words.ts'

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
export const periods = keysOf(periodLabels)

export const DEFAULT_PERIOD: Period = 'default'

export const steps = ['hour', 'day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

/** Days begin in the time zone `tz`, UTC unless said. */
export const PeriodQuery = z.object({
  period: z.enum(periods).optional(),
  tz: TimeZone.optional(),
})

/** A period up to `to`, and the one of the same length that it is compared with. */
export const Span = z.object({ from: Timestamp, to: Timestamp, previousFrom: Timestamp, previousTo: Timestamp })

export const Compared = z.object({
  data: z.int(),
  previous: z.int(),
  /** A whole number: 100 where `previous` was 0 and `data` is not, 0 where both are. */
  percentage: z.int(),
})
export type Compared = z.infer<typeof Compared>

/** The query of the list that shows the same rows, as its address carries it. */
const List = z.record(z.string(), z.string())
export const Figure = Compared.extend({ list: List })

const Amount = z.object({ currency: z.string(), amount: z.int() })

const Placed = z.object({ orders: z.int(), amounts: z.array(Amount) })

export const DashboardStats = Span.extend({
  organizations: z.object({
    /** Joined in the period. */
    newOrg: Figure,
    /** Onboarding now, against the beginning of the period. */
    onboarding: Figure,
    /** Approved now, against the beginning of the period. */
    active: Figure,
    /** Invites sent in the period. */
    invited: Figure,
  }),
  /** Orders placed in the period, by what they are now; pending ones are all that wait now. */
  orders: z.object({
    newOrders: Figure,
    completed: Figure,
    pending: z.object({
      data: z.int(),
      /** Of them, placed in the period. */
      placed: z.int(),
      oldestAt: Timestamp.nullable(),
      list: List,
    }),
    /**
     * The sums of the orders as placed, before refunds and cancellations, in minor units of each currency. Amounts of two
     * currencies are never added up.
     */
    totalAmount: z.object({ amounts: z.array(Compared.extend({ currency: z.string() })), list: List }),
  }),
  /** The same orders step by step, each with the same step before; steps that have not begun are left out. */
  chart: z.object({
    by: z.enum(steps),
    points: z.array(Placed.extend({ from: Timestamp, to: Timestamp, before: Placed, list: List })),
  }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const dashboardStats = describeEndpoints('Dashboard stats', {
  readDashboardStats: {
    call: 'GET /hikmah/dashboardStats',
    summary: 'Read the figures of a period',
    description:
      'From our own records only, so it never waits for the payment provider. Each figure carries the query of the list that shows the same rows.',
    example: { query: { period: 'last-3-months', tz: 'America/New_York' } },
    allow: 'dashboard.read',
    query: PeriodQuery,
    response: DashboardStats,
  },
})

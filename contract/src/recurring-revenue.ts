import { z } from 'zod'
import { Id, listOf, PageQuery, Timestamp } from './common.ts'
import { PeriodQuery, Span } from './dashboard-stats.ts'
import { describeEndpoints } from './endpoint.ts'
import { CurrencyCode, MonthQuery } from './finance.ts'
import { sum } from './money.ts'
import { keysOf } from './words.ts'

/**
 * Monthly recurring revenue as the provider defines it (docs.stripe.com/billing/subscriptions/analytics/glossary), but
 * before discounts: docs/decisions/038-recurring-revenue.md.
 */
export const MONTHLY_RECURRING = 'Monthly recurring revenue'
export const RECURRING_MEANING =
  'What active and past due subscriptions come to in a month, before discounts, tax and credit. A trial counts when it has ended.'

/** A payment that is late may still come. `unpaid` ones are given up, and trials may end without one. */
export const countsAsRecurring = (status: string) => status === 'active' || status === 'past_due'

export interface RecurringItem {
  /** Minor units of one, perhaps with fractions; null where it depends on the quantity, which counts nothing. */
  unitAmount: number | null
  quantity: number
  recurringInterval: string | null
  intervalCount: number | null
}

/** So many intervals in so many months. */
const intervalsInMonths: Record<string, [number, number]> = {
  day: [365, 12],
  week: [52, 12],
  month: [1, 1],
  year: [1, 12],
}

/** Minor units, rounded once for a subscription. */
export function monthlyAmount(items: RecurringItem[]): number {
  const exact = sum(items, ({ unitAmount, quantity, recurringInterval, intervalCount }) => {
    const [intervals, months] = intervalsInMonths[recurringInterval ?? ''] ?? [0, 1]
    return ((unitAmount ?? 0) * quantity * intervals) / (months * (intervalCount ?? 1))
  })
  return Math.round(Number(exact.toFixed(6)))
}

/** By what the organization, or a customer of none, paid in that currency before and after. */
export const recurringMovements = {
  new: { label: 'New', means: 'Pays for the first time' },
  expansion: { label: 'Expansion', means: 'Pays more than before' },
  contraction: { label: 'Contraction', means: 'Pays less than before' },
  churn: { label: 'Churn', means: 'Pays nothing any more' },
  recovered: { label: 'Recovered', means: 'Had stopped, however long ago, and pays again' },
}
export type RecurringMovement = keyof typeof recurringMovements
export const recurringMovementKinds = keysOf(recurringMovements)

export const recurringParts = ['start', ...recurringMovementKinds, 'end'] as const
export type RecurringPart = (typeof recurringParts)[number]

export const DERIVED_MOVEMENTS =
  'Some of these subscriptions began before the console followed them. Their start and end are the provider’s, and their amount is the one that was read first.'

/** Of an organization: what each of its subscriptions came to then and before. */
export const RECURRING_CHANGE = 'change'

const Part = z.object({
  part: z.enum(recurringParts),
  /** What it adds; of `start` and `end`, what there is then. */
  amount: z.int(),
  /** Null for `start` and `end`. */
  organizations: z.int().nullable(),
})

const OfCurrency = z.object({
  currency: z.string(),
  /** In the order of a waterfall: `start` and the movements come to `end`. */
  parts: z.array(Part),
})
export type RecurringOfCurrency = z.infer<typeof OfCurrency>

/** Amounts are minor units of a currency, and those of two are never added up. */
export const RecurringRevenue = Span.extend({ currencies: z.array(OfCurrency) })
export type RecurringRevenue = z.infer<typeof RecurringRevenue>

/** Why the provider ended it by itself. */
const providerEnds = {
  payment_failed: 'The payment failed',
  payment_disputed: 'A payment was disputed',
  canceled_by_retention_policy: 'The provider’s retention policy ended it',
}

/** Why a customer canceled, as the provider lets them choose. */
const cancellationFeedback = {
  customer_service: 'Customer service was not good enough',
  low_quality: 'Quality was not good enough',
  missing_features: 'Features are missing',
  other: 'Another reason',
  switched_service: 'Switched to another service',
  too_complex: 'Too complex',
  too_expensive: 'Too expensive',
  unused: 'Not used enough',
}

/** The provider's codes and the customer's own words, and the reason for which staff canceled the order; empty where there are none. */
const RecurringEnd = z.object({
  reason: z.string(),
  feedback: z.string(),
  comment: z.string(),
  orderReason: z.string(),
})

/** Only what somebody said: nothing where nobody did. */
export function describeRecurringEnd({ reason, feedback, comment, orderReason }: z.infer<typeof RecurringEnd>): string {
  const byProvider = keysOf(providerEnds).find((known) => known === reason)
  if (byProvider) return providerEnds[byProvider]
  const chosen = keysOf(cancellationFeedback).find((known) => known === feedback)
  const words = [...(chosen ? [cancellationFeedback[chosen]] : []), ...(comment ? [comment] : [])]
  if (words.length > 0) return `Canceled by the customer: ${words.join('. ')}`
  if (orderReason) return `Canceled by staff: ${orderReason}`
  return reason === 'cancellation_requested' ? 'Canceled on request' : ''
}

export const RecurringRow = z.object({
  organization: z.object({ _id: Id, orgName: z.string() }).nullable(),
  customerName: z.string(),
  plan: z.string(),
  /** The provider's moment; of `start`, `end` and `change`, since when it is so. */
  at: Timestamp,
  /** Of the subscription, per month. Of `start` and `end` it is 0. */
  before: z.int(),
  after: z.int(),
  difference: z.int(),
  /** Not followed when it happened: made of the start, the end and the amount that were read later. */
  isDerived: z.boolean(),
  /** Of a subscription that ended with it. */
  end: RecurringEnd.nullable(),
})
export type RecurringRow = z.infer<typeof RecurringRow>

export const recurringRevenue = describeEndpoints('Recurring revenue', {
  readRecurringRevenue: {
    call: 'GET /hikmah/finance/recurring',
    summary: 'Read how recurring revenue changed',
    description: `${RECURRING_MEANING} From the start of the period to its end, by kind of movement.`,
    example: { query: { period: 'last-12-months', tz: 'America/New_York' } },
    allow: 'finance.read',
    query: PeriodQuery,
    response: RecurringRevenue,
  },
  listRecurringMovements: {
    call: 'GET /hikmah/finance/recurring/movements',
    summary: 'List the movements of recurring revenue',
    description:
      'Those whose differences come to the part, newest first; of `start`, `end` and `change` the largest amounts first. `change` is what each subscription came to at the end and at the start. `orgId` is `none` for customers that belong to no organization yet.',
    example: { query: { part: 'churn', currency: 'usd', period: 'last-12-months' } },
    allow: 'finance.read',
    query: MonthQuery.extend({
      part: z.enum([...recurringParts, RECURRING_CHANGE]),
      currency: CurrencyCode,
      orgId: z.union([Id, z.literal('none')]).optional(),
      ...PageQuery.shape,
    }),
    ...listOf(RecurringRow),
  },
})

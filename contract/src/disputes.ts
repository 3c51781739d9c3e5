import { z } from 'zod'
import { Id, listOf, listQuery, Moment, PatternText, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { CurrencyCode } from './finance.ts'
import { DisputeMovement, disputeOutcomes } from './money-account.ts'
import { PROVIDER_AWAY } from './payments.ts'
import { keysOf } from './words.ts'

export const NO_DISPUTES = 'No disputes'
export const OPEN_AT_PROVIDER = 'Open at the payment provider'

/** Staff are told once when this long remains to send evidence. */
export const DEADLINE_NEAR_DAYS = 3

export const disputeSorts = ['evidenceDueAt', 'at', 'amount'] as const

export const DisputesQuery = listQuery(keysOf(disputeOutcomes), disputeSorts).omit({ q: true }).extend({
  orgId: Id.optional(),
  currency: CurrencyCode.optional(),
  openedFrom: Moment.optional(),
  openedTo: Moment.optional(),
})

export const DisputeRow = DisputeMovement.omit({ kind: true }).extend({
  currency: z.string(),
  /** Null while the customer is linked to none. */
  orgId: z.object({ _id: Id, orgName: z.string() }).nullable(),
  /** Null of a payment without an invoice. */
  invoice: z.object({ id: z.string(), number: z.string() }).nullable(),
  order: z.object({ _id: Id, orderNo: z.string() }).nullable(),
  /** Left out for those who may not see who paid. */
  customerEmail: z.string().optional(),
})
export type DisputeRow = z.infer<typeof DisputeRow>

export const OpenDisputes = z.object({
  /** Open ones, and inquiries that await an answer. */
  waiting: z.int(),
  /** The first deadline of those without evidence. */
  nextDueAt: Timestamp.nullable(),
  /** What banks hold, one row for each currency. */
  held: z.array(z.object({ currency: z.string(), disputes: z.int(), amount: z.int() })),
})
export type OpenDisputes = z.infer<typeof OpenDisputes>

export const disputes = describeEndpoints('Disputes', {
  listDisputes: {
    call: 'GET /hikmah/disputes',
    summary: 'List the disputes of payments',
    description:
      'Those that need evidence first come first. Amounts in minor units. Without parameters the whole array, with any of them a page with `meta`.',
    example: { query: { status: 'open', sort: 'evidenceDueAt', page: 1 } },
    allow: 'billing.read',
    query: DisputesQuery,
    ...listOf(DisputeRow),
  },
  readOpenDisputes: {
    call: 'GET /hikmah/disputes/open',
    summary: 'Read the open disputes and their next deadline',
    allow: 'billing.read',
    response: OpenDisputes,
  },
  readDisputeLink: {
    call: 'GET /hikmah/disputes/:id/link',
    summary: 'Get the link to a dispute at the payment provider',
    description: 'Evidence is sent there. Its page names the payer, so it is not for managers.',
    refusals: { 502: PROVIDER_AWAY },
    allow: 'billing.manage',
    params: z.object({ id: PatternText(67, /^(du|dp)_\w{3,64}$/, 'Enter a dispute id like du_1QmStdMo29') }),
    response: z.object({ url: z.url() }),
  },
})

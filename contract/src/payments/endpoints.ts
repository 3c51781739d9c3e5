import { z } from 'zod'
import { Id, ListMeta, Nothing, PageQuery, PatternText, Timestamp } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { CUSTOMER_LINKED, RECONCILE_STARTED } from './words.ts'

const CustomerId = PatternText(68, /^cus_\w{3,64}$/, 'Enter a customer id like cus_QmStdMo29')

const ProviderState = z.object({
  /** Since when it does not answer; null while it does, and where none is configured. */
  awaySince: Timestamp.nullable(),
  /** While it does not: until when everything that happened there is known here. Null before the first comparison. */
  knownUntil: Timestamp.nullable(),
})

const Walk = z.object({
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  compared: z.int(),
  differed: z.int(),
  /** Why it ended early, in our words; empty otherwise. */
  problem: z.string(),
})

export const payments = describeEndpoints('Payments', paths, {
  listUnlinkedCustomers: {
    summary: 'List customers that belong to no organization',
    description:
      'Newest first, also those deleted at the provider who were billed. What is billed to them counts for nobody until somebody links them.',
    allow: 'payments.read',
    query: PageQuery,
    /** `suggestion` is the organization with the same e-mail, when there is exactly one. */
    response: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        email: z.string(),
        createdAt: Timestamp,
        /** At the provider, where it can no longer be looked up. */
        isDeleted: z.boolean(),
        invoices: z.int(),
        suggestion: z.object({ _id: Id, orgName: z.string() }).nullable(),
      }),
    ),
    meta: ListMeta,
  },
  linkCustomer: {
    summary: 'Link a customer of the payment provider to an organization',
    description:
      'Everything that was billed to the customer is the organization’s from then on. A link cannot be undone.',
    refusals: { 409: 'CONFLICT: the customer is already linked' },
    example: { body: { orgId: '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55' } },
    allow: 'payments.manage',
    params: z.object({ id: CustomerId }),
    body: z.object({ orgId: Id }),
    response: Nothing,
    message: CUSTOMER_LINKED,
  },
  readReconciliation: {
    summary: 'Read how our records and the payment provider’s agree',
    description:
      'Every 15 minutes missed events are fetched, every night everything is compared; what differed was repaired.',
    allow: 'payments.read',
    response: z.object({
      /** The newest comparisons, newest first, at most 20. */
      walks: z.array(Walk),
      /** What differed, newest first, at most 200. */
      drift: z.array(
        z.object({
          foundAt: Timestamp,
          object: z.string(),
          objectId: z.string(),
          field: z.string(),
          local: z.string(),
          remote: z.string(),
        }),
      ),
      /** Events of the provider that wait to be worked on, and those that could not be. */
      events: z.object({ waiting: z.int(), failed: z.int() }),
      /** Calls whose end is not known yet; they are tried again by themselves. */
      openOperations: z.int(),
      /** Whether there is a provider to compare with. */
      isConfigured: z.boolean(),
    }),
  },
  readProviderState: {
    summary: 'Read whether the payment provider answers',
    description:
      'It is asked when nobody has heard from it for half a minute. Pages that show our copies of what it says mark them by this.',
    allow: 'billing.read',
    response: ProviderState,
  },
  tryProvider: {
    summary: 'Ask the payment provider again whether it answers',
    description: 'Asked at once, even while other calls are held back. If it answers, what was missed is fetched.',
    refusals: {
      502: 'UPSTREAM: the payment provider cannot be reached',
      503: 'UNAVAILABLE: the payment provider is not configured',
    },
    allow: 'billing.read',
    response: ProviderState,
  },
  reconcile: {
    summary: 'Compare all records with the payment provider now',
    refusals: { 503: 'UNAVAILABLE: the payment provider is not configured' },
    allow: 'payments.manage',
    response: Nothing,
    message: RECONCILE_STARTED,
  },
})

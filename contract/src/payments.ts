import { z } from 'zod'
import { Id, ListMeta, PageQuery, PatternText, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { formatMoney } from './money.ts'

export const PROVIDER_AWAY = 'UPSTREAM: the payment provider cannot be reached'

export const AS_LAST_READ = 'As it was last read at the payment provider, which need not be reachable.'

export const CUSTOMER_LINKED = 'Customer Linked Successfully!'
export const PAYMENT_PROVIDER = 'Payment provider'
export const PAYMENT_METHOD = 'Payment Method'
export const BILLING_CYCLE = 'Billing Cycle'
export const PROVIDER_NOT_CONFIGURED = 'The payment provider is not configured'
/** Words of what a change costs, and of a receipt. */
export const FROM_CREDIT = 'From credit'
export const CREDIT_FOR_NEXT = 'Credit for the next invoices'
export const chargedNowText = (isInvoiceSent: boolean) => (isInvoiceSent ? 'Invoiced now' : 'Charged now')
export const WAITING_FOR_PRICE = 'Waiting for the price from the payment provider'

export const RECONCILE_STARTED = 'Comparison started. What differs is repaired and listed here.'

/** How often something is billed, as the payment provider says it. */
export interface Cycle {
  interval: string | null
  intervalCount: number | null
}

/** `monthly`, `annually` (a year, or twelve months), `every 3 months`; `once` for what does not recur. */
export function frequencyOf({ interval, intervalCount }: Cycle): string {
  if (!interval) return 'once'
  const count = intervalCount ?? 1
  if (interval === 'month' && count === 1) return 'monthly'
  if ((interval === 'year' && count === 1) || (interval === 'month' && count === 12)) return 'annually'
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`
}

export const frequencyText = (frequency: string) => frequency.charAt(0).toUpperCase() + frequency.slice(1)

const suffixes: Record<string, string> = { monthly: '/mo', annually: '/yr', once: '' }

interface Price {
  /** Minor units; null where the provider does not say, as of tiers. */
  amount: number | null
  currency: string
  frequency: string
}

/** With cents only where there are some: $29/mo, $12.50/mo, $549, $90 every 3 months. */
export const priceText = ({ amount, currency, frequency }: Price) =>
  formatMoney(amount, currency, { isShort: true }) + (amount === null ? '' : (suffixes[frequency] ?? ` ${frequency}`))

export const CustomerId = PatternText(68, /^cus_\w{3,64}$/, 'Enter a customer id like cus_QmStdMo29')

const ProviderState = z.object({
  /** When the provider stopped answering; null while it answers, and where none is configured. */
  awaySince: Timestamp.nullable(),
  /** While it is away: the moment up to which our copies are complete. Null before the first comparison. */
  knownUntil: Timestamp.nullable(),
})

const Walk = z.object({
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  compared: z.int(),
  differed: z.int(),
  /** The reason why it ended early; empty otherwise. */
  problem: z.string(),
})

export const payments = describeEndpoints('Payments', {
  listUnlinkedCustomers: {
    call: 'GET /hikmah/payments/customers',
    summary: 'List customers that belong to no organization',
    description:
      'Newest first, also those deleted at the provider who were billed. What is billed to them counts for nobody until somebody links them.',
    allow: 'payments.read',
    query: PageQuery,
    /** `suggestion` is the organization with the same email, when there is exactly one. */
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
    call: 'POST /hikmah/payments/customers/:id/link',
    summary: 'Link a customer of the payment provider to an organization',
    description:
      'Everything that was billed to the customer is the organization’s from then on. A link cannot be undone.',
    refusals: { 409: 'CONFLICT: the customer is already linked' },
    example: { body: { orgId: '0198c9a2-5d1e-7c3a-9f60-2b7d4e8a1c55' } },
    allow: 'payments.manage',
    params: z.object({ id: CustomerId }),
    body: z.object({ orgId: Id }),
    message: CUSTOMER_LINKED,
  },
  readReconciliation: {
    call: 'GET /hikmah/payments/reconciliation',
    summary: 'Read how our records and the payment provider’s agree',
    description:
      'Every 15 minutes missed events are fetched, every night everything is compared; what differed was repaired.',
    allow: 'payments.read',
    response: z.object({
      /** The newest comparisons, newest first, at most 20. */
      walks: z.array(Walk),
      /** Differences, newest first, at most 200. */
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
      /** Calls whose outcome is unknown; they are retried automatically. */
      openOperations: z.int(),
      /** Deleted at the provider, of organizations that have no other customer, at most 50. */
      deletedCustomers: z.array(
        z.object({ id: z.string(), name: z.string(), organization: z.object({ _id: Id, orgName: z.string() }) }),
      ),
      isConfigured: z.boolean(),
    }),
  },
  readProviderState: {
    call: 'GET /hikmah/payments/provider',
    summary: 'Read whether the payment provider answers',
    description:
      'It is asked when nobody has heard from it for half a minute. Pages that show our copies of what it says mark them by this.',
    allow: 'billing.read',
    response: ProviderState,
  },
  tryProvider: {
    call: 'POST /hikmah/payments/provider',
    summary: 'Ask the payment provider again whether it answers',
    description: 'Asked at once, even while other calls are held back. If it answers, what was missed is fetched.',
    refusals: {
      502: PROVIDER_AWAY,
      503: 'UNAVAILABLE: the payment provider is not configured',
    },
    allow: 'billing.read',
    response: ProviderState,
  },
  reconcile: {
    call: 'POST /hikmah/payments/reconciliation',
    summary: 'Compare all records with the payment provider now',
    refusals: { 503: 'UNAVAILABLE: the payment provider is not configured' },
    allow: 'payments.manage',
    message: RECONCILE_STARTED,
  },
})

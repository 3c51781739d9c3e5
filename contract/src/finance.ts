import { z } from 'zod'
import { FileBytes, Id, listOf, listQuery, Moment, PatternText, Text, Timestamp } from './common.ts'
import { PeriodQuery, Span } from './dashboard-stats.ts'
import { describeEndpoints } from './endpoint.ts'
import { type InvoiceStatus, invoiceStatusText } from './invoices.ts'
import type { DisputeOutcome } from './money-account.ts'
import { keysOf } from './words.ts'

/**
 * The state of an invoice for bookkeeping: open ones are due, and overdue from the first whole day after their due date.
 * A void one shows as Failed (second seed, section 3). Drafts are not invoices yet.
 */
export const invoiceStates = ['due', 'overdue', 'paid', 'failed', 'uncollectible'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** The provider's status of an invoice in each state. */
export const statusInState = {
  due: 'open',
  overdue: 'open',
  paid: 'paid',
  failed: 'void',
  uncollectible: 'uncollectible',
} as const satisfies Record<InvoiceState, InvoiceStatus>

export const invoiceStateText = (state: InvoiceState) =>
  state === 'overdue' ? 'Overdue' : invoiceStatusText(statusInState[state])

/** The payer of an invoice that belongs to no organization yet. */
export const NOT_LINKED = 'Not linked'

/** Whole days since an open invoice was due. */
export const invoiceAgeLabels = {
  'not-due': 'Not due',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
}
export type InvoiceAge = keyof typeof invoiceAgeLabels
export const invoiceAges = keysOf(invoiceAgeLabels)
/** Every open invoice, due or overdue. */
export const ANY_AGE = 'any'

export const invoiceSorts = ['createdAt', 'total'] as const

export const CurrencyCode = PatternText(3, /^[a-z]{3}$/, 'Three lower-case letters, such as usd')

/** Paid invoices of which money is gone again. */
export const takenBackLabels = { refunded: 'Refunded', lost: 'Dispute lost' }

/** The filters of the list. `orgId` is `none` for customers that belong to no organization yet. */
const filters = {
  age: z.enum([...invoiceAges, ANY_AGE]).optional(),
  currency: CurrencyCode.optional(),
  orgId: z.union([Id, z.literal('none')]).optional(),
  paidFrom: Moment.optional(),
  paidTo: Moment.optional(),
  takenBack: z.enum(keysOf(takenBackLabels)).optional(),
}
const list = listQuery(invoiceStates, invoiceSorts)

export const InvoicesQuery = list.extend(filters)
/** The filters of an export, which has no pages. */
export const InvoicesFilter = list.pick({ q: true, status: true }).extend(filters)

const Organization = z.object({ _id: Id, orgName: z.string() }).nullable()

/** Amounts are minor units of `currency`. */
export const InvoiceRow = z.object({
  id: z.string(),
  number: z.string(),
  receiptNumber: z.string(),
  orgId: Organization,
  customerName: z.string(),
  customerEmail: z.string(),
  status: z.enum(invoiceStates),
  currency: z.string(),
  total: z.int(),
  amountPaid: z.int(),
  amountRemaining: z.int(),
  attemptCount: z.int(),
  /** Of an open one: when the provider charges next by itself. */
  nextAttemptAt: Timestamp.nullable(),
  /** The provider's code of why the last payment failed (open-invoices.ts); empty where none did. */
  decline: z.string(),
  /** Of its account (money-account.ts). */
  refunded: z.int(),
  credited: z.int(),
  returnedOutside: z.int(),
  disputed: z.int(),
  lost: z.int(),
  net: z.int(),
  createdAt: Timestamp,
  /** The due date; without one, the date of issue. */
  dueAt: Timestamp,
  paidAt: Timestamp.nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** What of a dispute finance counts. */
export const bookedOutcomes = ['open', 'won', 'lost'] as const satisfies DisputeOutcome[]
export type BookedOutcome = (typeof bookedOutcomes)[number]

/** The query of the list that shows what a figure sums. */
const List = z.record(z.string(), z.string())

/** An amount, of how many invoices, and their list. */
const Sum = z.object({ amount: z.int(), invoices: z.int(), list: List })

/** In a chart a product keeps its place and color for good: that of its application, from 0. Others stand after these by name. */
const Place = z.int().nullable()

/** Most paid first, at most fifty; the rest are summed in `others`. `before` is the net of the time that it is compared with. */
const Payers = z.object({
  organizations: z.array(
    z.object({
      organization: Organization,
      paid: Sum.extend({ net: z.int() }),
      before: Sum,
      /** Per month, at the end of the period and at its start. */
      recurring: z.object({ now: z.int(), before: z.int() }),
      due: Sum,
      overdue: Sum,
    }),
  ),
  others: z.object({ organizations: z.int(), paid: z.int(), net: z.int(), due: z.int(), overdue: z.int() }).nullable(),
})
export type Payers = z.infer<typeof Payers>

const OfCurrency = Payers.extend({
  currency: z.string(),
  /**
   * Paid in the period; `previous` is the one before. Of these payments `refunded` went back, by the provider or outside it,
   * and banks took `lost` in disputes: `net` is what is left.
   */
  paid: Sum.extend({
    previous: z.int(),
    previousInvoices: z.int(),
    percentage: z.int(),
    refunded: z.int(),
    lost: z.int(),
    net: z.int(),
    refundedList: List,
    lostList: List,
  }),
  /** Opened in the period, by what became of them. An inquiry holds no money and is none yet. */
  disputes: z.array(
    z.object({
      outcome: z.enum(bookedOutcomes),
      amount: z.int(),
      disputes: z.int(),
      list: z.record(z.string(), z.string()),
    }),
  ),
  /** Open and not overdue now. */
  due: Sum,
  overdue: Sum,
  /** Both of them. */
  open: Sum,
  revenue: z.object({
    /** Most paid first. Amounts that belong to no line, such as tax, stand last. */
    applications: z.array(z.object({ name: z.string(), amount: z.int(), place: Place })),
    /** `amounts` are those of `applications`, in their order. `previous` was paid in the same days of the period before. */
    months: z.array(
      Sum.extend({ from: Timestamp, to: Timestamp, amounts: z.array(z.int()), previous: z.int(), net: z.int() }),
    ),
  }),
  ageing: z.array(Sum.extend({ age: z.enum(invoiceAges) })),
})
export type FinanceOfCurrency = z.infer<typeof OfCurrency>

/** One block for each currency: amounts of two currencies are never added up. */
export const FinanceSummary = Span.extend({ currencies: z.array(OfCurrency) })
export type FinanceSummary = z.infer<typeof FinanceSummary>

/** Why revenue changed. The first four are organizations by what they paid, then and now. */
export const changeReasons = ['new', 'lost', 'more', 'less', 'refunds', 'disputes'] as const
export type ChangeReason = (typeof changeReasons)[number]

/** What a month is compared with: the same days of the month before or of a year before. */
const ComparedMonth = z.enum(['month', 'year'])

/**
 * `month` is the beginning of a month of the period, and `compare` what it is compared with, the month before unless it is
 * told. Without a month the period is compared with the one before.
 */
export const MonthQuery = PeriodQuery.extend({ month: Moment.optional(), compare: ComparedMonth.optional() })
const ChangeQuery = MonthQuery.extend({ currency: CurrencyCode })

/** What of the net revenue of a period differs from the one before. A part that lowers it is negative. */
const Difference = z.object({ now: z.int(), before: z.int(), difference: z.int() })

export const RevenueChange = Span.extend({
  net: Difference,
  products: z.array(
    Difference.extend({
      name: z.string(),
      place: Place,
      /** How many were billed, of a month; null for a period, and where the lines do not say it of all that was paid. */
      units: z.object({ now: z.int(), before: z.int() }).nullable(),
    }),
  ),
  refunds: Difference,
  disputes: Difference,
  /** The same difference by its reasons. */
  reasons: z.array(z.object({ reason: z.enum(changeReasons), difference: z.int(), organizations: z.int() })),
  /** Products, refunds and disputes come to the same as the reasons. */
  isSound: z.boolean(),
})
export type RevenueChange = z.infer<typeof RevenueChange>

export const RevenueChangeRows = z.object({
  /** The largest difference first, at most a hundred; the rest are summed in `others`. */
  rows: z.array(
    Difference.extend({
      organization: Organization,
      list: z.record(z.string(), z.string()),
      listBefore: z.record(z.string(), z.string()),
    }),
  ),
  others: Difference.extend({ organizations: z.int() }).nullable(),
})
export type RevenueChangeRows = z.infer<typeof RevenueChangeRows>

export const finance = describeEndpoints('Finance', {
  readFinanceSummary: {
    call: 'GET /hikmah/finance/summary',
    summary: 'Read revenue and what is overdue',
    description:
      'What was paid in the period by month, application and organization, and what is open now by age. One block for each currency. Each figure carries the query of the list that shows its invoices.',
    example: { query: { period: 'last-12-months', tz: 'America/New_York' } },
    allow: 'finance.read',
    query: PeriodQuery,
    response: FinanceSummary,
  },
  readPayers: {
    call: 'GET /hikmah/finance/organizations',
    summary: 'Read what organizations paid in a month',
    description:
      'As `organizations` of the summary, of one month of the period against the month before or a year before.',
    example: { query: { period: 'last-12-months', currency: 'usd', month: '2026-10-01T00:00:00.000Z' } },
    allow: 'finance.read',
    query: ChangeQuery,
    response: Span.extend(Payers.shape),
  },
  readRevenueChange: {
    call: 'GET /hikmah/finance/change',
    summary: 'Read why revenue changed',
    description:
      'The net revenue of a period, or of one month of it, against the one before, or a month against the same a year before: by product and by reason. Both come to the same difference. A month that is not over is compared with the same days.',
    example: { query: { period: 'last-12-months', currency: 'usd', tz: 'America/New_York' } },
    allow: 'finance.read',
    query: ChangeQuery,
    response: RevenueChange,
  },
  readRevenueChangeRows: {
    call: 'GET /hikmah/finance/change/rows',
    summary: 'Read the organizations behind a change of revenue',
    description:
      'Those of a reason or of a product, by its name. Their differences come to that of the reason or product.',
    example: { query: { period: 'last-12-months', currency: 'usd', reason: 'lost' } },
    allow: 'finance.read',
    query: ChangeQuery.extend({ reason: z.enum(changeReasons).optional(), product: Text(500).optional() }),
    response: RevenueChangeRows,
  },
  listInvoices: {
    call: 'GET /hikmah/finance/invoices',
    summary: 'List all invoices',
    description:
      'Drafts are left out. `q` searches number, receipt number, organization and email. Without parameters the whole array is streamed, newest first; with any of them a page with `meta`.',
    example: { query: { status: 'overdue', age: '31-60', currency: 'usd', page: 1 } },
    allow: 'finance.read',
    query: InvoicesQuery,
    ...listOf(InvoiceRow),
  },
  exportInvoices: {
    call: 'GET /hikmah/finance/invoices/export',
    summary: 'Export invoices',
    description: 'Those of the filter as CSV (RFC 4180), newest first. The audit trail records the export.',
    allow: 'finance.read',
    query: InvoicesFilter,
    download: true,
    response: FileBytes,
  },
})

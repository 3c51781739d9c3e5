import { z } from 'zod'
import { Id, listQuery, Moment, PatternText, Timestamp } from '../common.ts'
import { Span } from '../dashboard-stats/schemas.ts'
import { invoiceAges, invoiceSorts, invoiceStates } from './words.ts'

/** What narrows the list. `orgId` is `none` for customers that nobody has linked to an organization yet. */
const filters = {
  age: z.enum(invoiceAges).optional(),
  currency: PatternText(3, /^[a-z]{3}$/, 'Three lower-case letters, such as usd').optional(),
  orgId: z.union([Id, z.literal('none')]).optional(),
  paidFrom: Moment.optional(),
  paidTo: Moment.optional(),
}
const list = listQuery(invoiceStates, invoiceSorts)

export const InvoicesQuery = list.extend(filters)
/** What is exported: the same, without pages. */
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
  refunded: z.int(),
  createdAt: Timestamp,
  /** The due date; without one, the date of issue. */
  dueAt: Timestamp,
  paidAt: Timestamp.nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

const List = z.record(z.string(), z.string())
/** An amount, of how many invoices, and the query of the list that shows them. */
const Sum = z.object({ amount: z.int(), invoices: z.int(), list: List })

const OfCurrency = z.object({
  currency: z.string(),
  /** Paid in the period; `previous` is the one before, `refunded` what of it went back. */
  paid: Sum.extend({ previous: z.int(), percentage: z.int(), refunded: z.int() }),
  /** Not paid yet, as of now. */
  due: Sum,
  overdue: Sum,
  revenue: z.object({
    /** What was paid for, most first; what belongs to no line, as tax, stands last. */
    applications: z.array(z.object({ name: z.string(), amount: z.int() })),
    /** `amounts` are those of `applications`, in their order. */
    months: z.array(Sum.extend({ from: Timestamp, to: Timestamp, amounts: z.array(z.int()) })),
  }),
  ageing: z.array(Sum.extend({ age: z.enum(invoiceAges) })),
  /** Most paid first, at most fifty; the rest are summed in `others`. */
  organizations: z.array(z.object({ organization: Organization, paid: Sum, due: Sum, overdue: Sum })),
  others: z.object({ organizations: z.int(), paid: z.int(), due: z.int(), overdue: z.int() }).nullable(),
})
export type FinanceOfCurrency = z.infer<typeof OfCurrency>

/** One block for each currency: amounts of two currencies are never added up. */
export const FinanceSummary = Span.extend({ currencies: z.array(OfCurrency) })
export type FinanceSummary = z.infer<typeof FinanceSummary>

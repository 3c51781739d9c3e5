import { z } from 'zod'
import { Id, listQuery, PatternText } from '../common.ts'
import { invoiceSorts, invoiceStatuses } from './words.ts'

export const InvoiceId = PatternText(67, /^in_\w{3,64}$/, 'Enter an invoice id like in_1QmStdMo29')

export const InvoicesQuery = listQuery(invoiceStatuses, invoiceSorts)

/** Epoch seconds, as the payment provider counts. */
const Seconds = z.int()
const Address = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})

const InvoiceLine = z.object({
  id: z.string(),
  description: z.string(),
  /** Negative for what is given back when a plan changes. */
  amount: z.int(),
  quantity: z.int().nullable(),
  /** Of one, in minor units, perhaps with fractions of one. */
  unit_amount_decimal: z.string().nullable(),
  /** What is off this line. */
  discount: z.int(),
  proration: z.boolean(),
  period: z.object({ start: Seconds, end: Seconds }),
  /** Null for what is billed once. */
  plan: z.object({ interval: z.string(), interval_count: z.int() }).nullable(),
})

/** All amounts in whole minor units of `currency`. */
export const Invoice = z.object({
  id: z.string(),
  orgId: Id,
  number: z.string().nullable(),
  receipt_number: z.string().nullable(),
  /** The page of the payment provider; null in lists, where it would have expired before it is opened. */
  hosted_invoice_url: z.string().nullable(),
  /** The address of the PDF here, which redirects to a fresh one of the provider. */
  invoice_pdf: z.string(),
  created: Seconds,
  status: z.string(),
  currency: z.string(),
  subtotal: z.int(),
  /** Of the whole invoice: subtotal − discount + tax + shipping = total. */
  discount: z.int(),
  tax: z.int(),
  shipping: z.int(),
  total: z.int(),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  refunded: z.int(),
  due_date: Seconds.nullable(),
  paid_at: Seconds.nullable(),
  attempt_count: z.int(),
  customer_name: z.string().nullable(),
  /** Null for managers. */
  customer_email: z.string().nullable(),
  customer_address: Address.nullable(),
  discounts: z.array(
    z.object({
      code: z.string(),
      /** Exactly one of the two. */
      percentOff: z.number().nullable(),
      amountOff: z.int().nullable(),
      /** What it took off this invoice. */
      amount: z.int(),
    }),
  ),
  subscription: z.string().nullable(),
  lines: z.object({ data: z.array(InvoiceLine) }),
})
export type Invoice = z.infer<typeof Invoice>

/** An invoice with what stands around it on its page. */
export const Receipt = Invoice.extend({
  orgName: z.string(),
  /** Who bills, line by line. */
  billedFrom: z.array(z.string()),
  /** How it was paid; null when it was not, and for managers. */
  payment: z
    .object({
      type: z.string(),
      brand: z.string(),
      last4: z.string(),
      /** How many more payments there are. */
      others: z.int(),
    })
    .nullable(),
  order: z.object({ _id: Id, orderNo: z.string() }).nullable(),
  /** Of the same order, newest first, at most five. */
  siblings: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      receipt_number: z.string().nullable(),
      status: z.string(),
      created: Seconds,
      total: z.int(),
      refunded: z.int(),
      currency: z.string(),
    }),
  ),
  /** When this was last read at the payment provider. */
  asOf: z.iso.datetime(),
})
export type Receipt = z.infer<typeof Receipt>

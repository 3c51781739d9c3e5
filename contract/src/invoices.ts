import { z } from 'zod'
import { Address } from './addresses.ts'
import { CodeText, FileBytes, Id, listOf, listQuery, PatternText } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { formatMoney } from './money.ts'
import { MoneyMovement } from './money-account.ts'
import { AS_LAST_READ, PROVIDER_AWAY } from './payments.ts'
import {
  AccountOverview,
  REFUND_MADE,
  REFUSED_REFUND,
  RefundablePayment,
  RefundMade,
  RefundRequest,
} from './refunds.ts'
import { capitalized } from './words.ts'

/** Statuses that are shown; a draft may still become anything. */
export const invoiceStatuses = ['open', 'paid', 'void', 'uncollectible'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export const invoiceSorts = ['created', 'number', 'total'] as const

const statusTexts: Record<string, string> = { open: 'Due', paid: 'Paid', void: 'Failed' }

/** INV-02: open is Due, paid Paid, void Failed; any other capitalized. */
export const invoiceStatusText = (status: string) => statusTexts[status] ?? capitalized(status)

type Refunded = Record<'paid' | 'refunded', number>

export const isWhollyRefunded = ({ paid, refunded }: Refunded) => refunded > 0 && refunded >= paid

/** Stands beside the status, which stays Paid: how much of the money went back, if any. */
export function refundNote({ paid, refunded, currency }: Refunded & { currency: string }): string {
  if (isWhollyRefunded({ paid, refunded })) return 'Refunded'
  return refunded > 0 ? `${formatMoney(refunded, currency)} refunded` : ''
}

export const PAID_OUTSIDE = 'Paid outside Stripe'
export const REFUND_UNDER_WAY = 'Refund on its way'
export const BALANCE = 'Balance'

/** P2.3: an auditor reads one page only, so the status says that no provider moved the money. */
export const isPaidOutside = ({ status, amount_paid, paid_outside }: PaidPart) =>
  status === 'paid' && paid_outside > 0 && paid_outside >= amount_paid
type PaidPart = Pick<Invoice, 'status' | 'amount_paid' | 'paid_outside'>

/** `Texas Sales tax, 6.25% of $899.00`; the sum alone where the provider named no tax. */
export function taxLines({ tax, taxes, currency }: Pick<Receipt, 'tax' | 'taxes' | 'currency'>) {
  if (taxes.length === 0) return [{ label: 'Tax', amount: tax }]
  return taxes.map(({ name, percentage, base, amount, isIncluded, isExempt }) => {
    const rate = [name || 'Tax', percentage !== null && `${percentage}%`].filter(Boolean).join(', ')
    const of = isExempt ? ': exempt' : base === null ? '' : ` of ${formatMoney(base, currency)}`
    return { label: `${rate}${of}${isIncluded ? ', included' : ''}`, amount }
  })
}

export const AMOUNT_DUE = 'Amount due'
export const AMOUNT_PAID = 'Amount paid'
export const INVOICE_NUMBER = 'Invoice number'
export const ORDER_NUMBER = 'Order number'
export const RECEIPT_NUMBER = 'Receipt number'
export const NO_PAYMENTS = 'No payments yet'

/** VISA 4242, or another means of payment. */
export const paymentMethodText = (
  { brand, last4, type }: { brand: string; last4: string; type: string },
  between = ' ',
) => [brand ? brand.toUpperCase() : type.replaceAll('_', ' '), last4].filter(Boolean).join(between) || '–'

export const VIEW_RECEIPT = 'VIEW RECEIPT'
export const VIEW_INVOICE = 'VIEW INVOICE'
export const DOWNLOAD_RECEIPT = 'Download Receipt'
export const DOWNLOAD_INVOICE = 'Download Invoice'
export const MAY_NOT_DOWNLOAD =
  'Only owners and admins can download the payment provider’s PDF, which names the payer. You can print this page'
export const NO_PAGE = 'The payment provider has no page of this invoice'
export const NO_PDF = 'The payment provider has no PDF of this invoice yet'

type Discount = Pick<z.infer<typeof TakenDiscount>, 'code' | 'percentOff' | 'amount'>

/**
 * The discount lines of the totals, zero or less: `Discount 10%` with its code, `Discount (CODE)` for an amount, `Discounts` with each of
 * several below it, and the label and 0.00 of the customer's document where there is none. The amounts are the provider's.
 */
export function discountLines({ discount, discounts }: { discount: number; discounts: Discount[] }) {
  const [only, ...others] = discounts
  if (!only) return [{ label: 'Discount 10%', code: '', amount: minus(discount) }]
  if (others.length === 0) return [{ ...named(only), amount: minus(discount) }]
  return [
    { label: 'Discounts', code: '', amount: minus(discount) },
    ...discounts.map((one) => ({ ...named(one), amount: minus(one.amount) })),
  ]
}

/** Zero has no sign. */
const minus = (amount: number) => (amount === 0 ? 0 : -amount)

const named = ({ code, percentOff }: Discount) => {
  if (percentOff !== null) return { label: `Discount ${percentOff}%`, code }
  return { label: code ? `Discount (${code})` : 'Discount', code: '' }
}

export const InvoicesQuery = listQuery(invoiceStatuses, invoiceSorts).extend({
  /** Of this one alone. */
  subscription: CodeText(255).optional(),
})

/** Epoch seconds, as the payment provider counts. */
const Seconds = z.int()

const InvoiceLine = z.object({
  id: z.string(),
  description: z.string(),
  /** Negative for what is given back when a plan changes. */
  amount: z.int(),
  quantity: z.int().nullable(),
  /** The price of one, in minor units, perhaps with fractions. */
  unit_amount_decimal: z.string().nullable(),
  discount: z.int(),
  proration: z.boolean(),
  period: z.object({ start: Seconds, end: Seconds }),
  /** The plan that was bought, as our catalogue names it, else the provider. */
  plan_name: z.string(),
  /** Null for what is billed once. */
  plan: z.object({ interval: z.string(), interval_count: z.int() }).nullable(),
})

/** `amount` was taken off, by exactly one of `percentOff` and `amountOff`. */
export const TakenDiscount = z.object({
  code: z.string(),
  percentOff: z.number().nullable(),
  amountOff: z.int().nullable(),
  amount: z.int(),
})

/** A tax of the whole invoice. Included ones are in the subtotal already. */
export const TakenTax = z.object({
  name: z.string(),
  /** Of 100. */
  percentage: z.number().nullable(),
  /** What it was taken of. */
  base: z.int().nullable(),
  amount: z.int(),
  isIncluded: z.boolean(),
  isExempt: z.boolean(),
})
export type TakenTax = z.infer<typeof TakenTax>

/** Who bills, from the configuration. */
export const Seller = z.object({
  name: z.string(),
  address: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
  taxId: z.string(),
})
export type Seller = z.infer<typeof Seller>

/** All amounts in whole minor units of `currency`. */
export const Invoice = z.object({
  id: z.string(),
  orgId: Id,
  number: z.string().nullable(),
  receipt_number: z.string().nullable(),
  /** The address of the provider's page here, which redirects to a fresh one. */
  hosted_invoice_url: z.string(),
  /** The address of the PDF here, which redirects to a fresh one of the provider. */
  invoice_pdf: z.string(),
  created: Seconds,
  status: z.string(),
  currency: z.string(),
  subtotal: z.int(),
  /** The discount of the whole invoice: subtotal − discount + tax + shipping = total. */
  discount: z.int(),
  tax: z.int(),
  shipping: z.int(),
  total: z.int(),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  /** Of its account (money-account.ts), in minor units. */
  refunded: z.int(),
  refund_pending: z.int(),
  paid_outside: z.int(),
  credited: z.int(),
  returned_outside: z.int(),
  disputed: z.int(),
  lost: z.int(),
  due_date: Seconds.nullable(),
  paid_at: Seconds.nullable(),
  attempt_count: z.int(),
  /** When the provider charges next by itself. */
  next_payment_attempt: Seconds.nullable(),
  /** `charge_automatically` or `send_invoice`; empty where it was not read yet. */
  collection_method: z.string(),
  /** The provider's code of why the last payment failed; empty where none did. */
  decline: z.string(),
  customer_name: z.string().nullable(),
  /** Null for managers. */
  customer_email: z.string().nullable(),
  customer_address: Address.nullable(),
  discounts: z.array(TakenDiscount),
  subscription: z.string().nullable(),
  lines: z.object({ data: z.array(InvoiceLine) }),
})
export type Invoice = z.infer<typeof Invoice>

export const Receipt = Invoice.extend({
  orgName: z.string(),
  seller: Seller,
  taxes: z.array(TakenTax),
  /** How it was paid; null when it was not, and for managers. */
  payment: z
    /** `others`: how many more payments there are. */
    .object({ type: z.string(), brand: z.string(), last4: z.string(), others: z.int() })
    .nullable(),
  /** Who said that it was paid outside the provider, and how. */
  paid_outside_note: z.object({ note: z.string(), byName: z.string() }).nullable(),
  order: z.object({ _id: Id, orderNo: z.string() }).nullable(),
  /** How many other invoices the order has, and the newest of them. */
  siblings_total: z.int(),
  siblings: z.array(
    Invoice.pick({
      id: true,
      number: true,
      receipt_number: true,
      status: true,
      created: true,
      total: true,
      refunded: true,
      currency: true,
    }),
  ),
  /** What moved after it was paid, oldest first. */
  movements: z.array(MoneyMovement),
  /** When this was last read at the payment provider. */
  asOf: z.iso.datetime(),
})
export type Receipt = z.infer<typeof Receipt>

export const oneInvoice = z.object({ id: PatternText(67, /^in_\w{3,64}$/, 'Enter an invoice id like in_1QmStdMo29') })
const oneCreditNote = z.object({ id: PatternText(67, /^cn_\w{3,64}$/, 'Enter a credit note id like cn_1QmStdMo29') })
const refusals = { 409: 'CONFLICT: the payment provider has no PDF of it yet', 502: PROVIDER_AWAY }

export const invoices = describeEndpoints('Invoices', {
  listOrganizationInvoices: {
    call: 'GET /hikmah/orgreceipts/:orgId',
    summary: 'List the invoices and receipts of an organization',
    description:
      'Newest first, drafts left out. Without parameters the whole array, with any of them a page with `meta`. `q` searches number, receipt number and the name on it. Amounts in minor units, times in epoch seconds.',
    allow: 'billing.read',
    query: InvoicesQuery,
    ...listOf(Invoice),
  },
  readInvoice: {
    call: 'GET /hikmah/invoices/:id',
    summary: 'Get an invoice',
    description: AS_LAST_READ,
    allow: 'billing.read',
    params: oneInvoice,
    response: Receipt,
  },
  readInvoiceLinks: {
    call: 'GET /hikmah/invoices/:id/links',
    summary: 'Get fresh links to an invoice at the payment provider',
    description:
      'Fetched at the time of the call: they open the invoice for anyone who has them, and expire. They show the card and the email of the payer, so they are not for managers.',
    refusals,
    allow: 'billing.manage',
    params: oneInvoice,
    response: z.object({ invoice_pdf: z.url(), hosted_invoice_url: z.url().nullable() }),
    isSecret: true,
  },
  readCreditNoteLink: {
    call: 'GET /hikmah/credit-notes/:id/links',
    summary: 'Get a fresh link to a credit note at the payment provider',
    description: 'Fetched at the time of the call: it opens the PDF for anyone who has it, and expires.',
    refusals,
    allow: 'billing.manage',
    params: oneCreditNote,
    response: z.object({ pdf: z.url() }),
    isSecret: true,
  },
  readCreditNotePdf: {
    call: 'GET /hikmah/credit-notes/:id/pdf',
    summary: 'Go to the PDF of a credit note',
    description: 'Redirects (302) to a fresh link of the payment provider and to no other site.',
    refusals,
    allow: 'billing.manage',
    params: oneCreditNote,
    response: FileBytes,
    download: true,
  },
  readInvoicePage: {
    call: 'GET /hikmah/invoices/:id/page',
    summary: 'Go to the page of an invoice',
    description:
      'Redirects (302) to a fresh link to the payment provider’s page, where an open invoice is paid. It is not for managers.',
    refusals: { ...refusals, 409: 'CONFLICT: the payment provider has no page of it' },
    allow: 'billing.manage',
    params: oneInvoice,
    response: FileBytes,
    download: true,
  },
  readInvoicePdf: {
    call: 'GET /hikmah/invoices/:id/pdf',
    summary: 'Go to the PDF of an invoice',
    description:
      'Redirects (302) to a fresh link of the payment provider and to no other site. The PDF shows the card and the email of the payer, so it is not for managers.',
    refusals,
    allow: 'billing.manage',
    params: oneInvoice,
    response: FileBytes,
    download: true,
  },
  readInvoiceMoney: {
    call: 'GET /hikmah/invoices/:id/money',
    summary: 'Get what is left of the payment of an invoice',
    allow: 'billing.read',
    params: oneInvoice,
    response: AccountOverview,
  },
  refundInvoice: {
    call: 'POST /hikmah/invoices/:id/refund',
    summary: 'Refund an invoice',
    description: 'As a payment of an order is refunded.',
    example: { body: { paymentId: 'in_1QmStdMo29', reason: 'Service was down for a month' } },
    refusals: {
      409: REFUSED_REFUND,
      502: PROVIDER_AWAY,
    },
    allow: 'billing.manage',
    params: oneInvoice,
    body: RefundRequest,
    response: RefundMade,
    conflict: RefundablePayment,
    message: REFUND_MADE,
  },
})

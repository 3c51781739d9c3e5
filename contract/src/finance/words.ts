/**
 * The state of an invoice for bookkeeping: open ones are due, and overdue from the first whole day after their due date.
 * A void one shows as Failed (second seed, section 3). Drafts are not invoices yet.
 */
export const invoiceStates = ['due', 'overdue', 'paid', 'failed', 'uncollectible'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceStateLabels: Record<InvoiceState, string> = {
  due: 'Due',
  overdue: 'Overdue',
  paid: 'Paid',
  failed: 'Failed',
  uncollectible: 'Uncollectible',
}

/** Whole days since an open invoice was due. */
export const invoiceAges = ['not-due', '1-30', '31-60', '61-90', 'over-90'] as const
export type InvoiceAge = (typeof invoiceAges)[number]

export const invoiceAgeLabels: Record<InvoiceAge, string> = {
  'not-due': 'Not due',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
}

export const invoiceSorts = ['createdAt', 'total'] as const

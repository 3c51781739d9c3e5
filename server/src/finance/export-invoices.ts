import { invoiceStateText } from '@hikmah/contract/finance'
import { AMOUNT_PAID, INVOICE_NUMBER, paymentMethodText, RECEIPT_NUMBER } from '@hikmah/contract/invoices'
import { exponentOf } from '@hikmah/contract/money'
import { CREDITED_TO_BALANCE, HELD_BY_BANK, LOST_IN_DISPUTE, RETURNED_OUTSIDE } from '@hikmah/contract/money-words'
import type { CsvColumns } from '../kit/list/read-page.ts'
import type { ExportedInvoice } from './queries.ts'

/** 123450 of USD is 1234.50: what a spreadsheet adds up. */
const decimal = (amount: number, { currency }: Pick<ExportedInvoice, 'currency'>) =>
  (amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))

const money = (title: string, amountOf: (row: ExportedInvoice) => number) =>
  [title, (row: ExportedInvoice) => decimal(amountOf(row), row)] as const

const methodOf = ({ payment, paidOutside }: ExportedInvoice) =>
  [payment && paymentMethodText(payment), paidOutside > 0 && 'Outside the provider'].filter(Boolean).join(', ')

/** The CSV of all invoices. Subtotal − discount + tax + shipping is the total; paid less what left is the net. */
export const invoiceColumns: CsvColumns<ExportedInvoice> = [
  [INVOICE_NUMBER, (row) => row.number],
  [RECEIPT_NUMBER, (row) => row.receiptNumber],
  ['Order', (row) => row.orderNumbers],
  ['Organization', (row) => row.orgId?.orgName ?? ''],
  ['Customer', (row) => row.customerName],
  ['Email', (row) => row.customerEmail],
  ['Plan', (row) => row.plans],
  ['Status', (row) => invoiceStateText(row.status)],
  ['Date (UTC)', (row) => row.createdAt],
  ['Due date (UTC)', (row) => row.dueAt],
  ['Paid (UTC)', (row) => row.paidAt ?? ''],
  ['Method', methodOf],
  ['Currency', (row) => row.currency.toUpperCase()],
  money('Subtotal', (row) => row.subtotal),
  money('Discount', (row) => row.discount),
  money('Tax', (row) => row.tax),
  money('Shipping', (row) => row.shipping),
  money('Total', (row) => row.total),
  money(AMOUNT_PAID, (row) => row.amountPaid),
  money('Amount remaining', (row) => row.amountRemaining),
  money('Refunded', (row) => row.refunded),
  money(RETURNED_OUTSIDE, (row) => row.returnedOutside),
  money(CREDITED_TO_BALANCE, (row) => row.credited),
  money(HELD_BY_BANK, (row) => row.disputed),
  money(LOST_IN_DISPUTE, (row) => row.lost),
  money('Dispute fees', (row) => row.disputeFees),
  [
    'Dispute fees in another currency',
    ({ otherFees }) => otherFees.map((of) => `${decimal(of.amount, of)} ${of.currency.toUpperCase()}`).join(', '),
  ],
  money('Net', (row) => row.net),
]

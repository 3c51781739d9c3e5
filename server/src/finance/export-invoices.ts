import { type InvoiceRow, invoiceStateText } from '@hikmah/contract/finance'
import { AMOUNT_PAID, INVOICE_NUMBER, RECEIPT_NUMBER } from '@hikmah/contract/invoices'
import { exponentOf } from '@hikmah/contract/money'
import type { CsvColumns } from '../kit/list/read-page.ts'

/** 123450 of USD is 1234.50: what a spreadsheet adds up. */
const decimal = (amount: number, { currency }: InvoiceRow) =>
  (amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))

/** The CSV of all invoices. */
export const invoiceColumns: CsvColumns<InvoiceRow> = [
  [INVOICE_NUMBER, (row) => row.number],
  [RECEIPT_NUMBER, (row) => row.receiptNumber],
  ['Organization', (row) => row.orgId?.orgName ?? ''],
  ['Customer', (row) => row.customerName],
  ['E-mail', (row) => row.customerEmail],
  ['Status', (row) => invoiceStateText(row.status)],
  ['Date (UTC)', (row) => row.createdAt],
  ['Due date (UTC)', (row) => row.dueAt],
  ['Paid (UTC)', (row) => row.paidAt ?? ''],
  ['Currency', (row) => row.currency.toUpperCase()],
  ['Total', (row) => decimal(row.total, row)],
  [AMOUNT_PAID, (row) => decimal(row.amountPaid, row)],
  ['Amount remaining', (row) => decimal(row.amountRemaining, row)],
  ['Refunded', (row) => decimal(row.refunded, row)],
]

import { DEFAULT_PERIOD } from '@hikmah/contract/dashboard-stats'
import { finance, type InvoiceRow, invoiceStateText } from '@hikmah/contract/finance'
import { AMOUNT_PAID, INVOICE_NUMBER, RECEIPT_NUMBER } from '@hikmah/contract/invoices'
import { exponentOf } from '@hikmah/contract/money'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { type CsvColumns, serveCsv, serveList } from '../kit/list/read-page.ts'
import { listInvoices, streamInvoices } from './queries.ts'
import { createFinanceSummaries } from './summary.ts'

export function financeRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  const readSummary = createFinanceSummaries(house)
  serve(finance.readFinanceSummary, ({ query: { period = DEFAULT_PERIOD, tz = 'UTC' } }) =>
    readSummary({ period, zone: tz }),
  )
  serveList(serve, change, finance.listInvoices, {
    entity: 'invoice',
    entityName: 'All invoices',
    page: ({ query }) => listInvoices(db, query, clock.now()),
    whole: () => streamInvoices(db, {}, clock.now()),
  })
  serveCsv(serve, house, finance.exportInvoices, {
    file: 'invoices',
    about: { action: 'invoice.list-exported', entity: 'invoice', entityName: 'All invoices' },
    columns: csvColumns,
    rows: (query) => streamInvoices(db, query, clock.now()),
  })
}

/** 123450 of USD is 1234.50: what a spreadsheet adds up. */
const decimal = (amount: number, { currency }: InvoiceRow) =>
  (amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))

const csvColumns: CsvColumns<InvoiceRow> = [
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

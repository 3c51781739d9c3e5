import { type InvoiceRow, type InvoicesFilter, invoiceStateText } from '@hikmah/contract/finance'
import { AMOUNT_PAID, INVOICE_NUMBER, RECEIPT_NUMBER } from '@hikmah/contract/invoices'
import { exponentOf } from '@hikmah/contract/money'
import type { z } from 'zod'
import type { House, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { csvLine } from '../kit/files/files.ts'
import { streamInvoices } from './queries.ts'

type Filter = z.infer<typeof InvoicesFilter>

const HEAD = [
  INVOICE_NUMBER,
  RECEIPT_NUMBER,
  'Organization',
  'Customer',
  'E-mail',
  'Status',
  'Date (UTC)',
  'Due date (UTC)',
  'Paid (UTC)',
  'Currency',
  'Total',
  AMOUNT_PAID,
  'Amount remaining',
  'Refunded',
]

/** Exports the filtered invoices as CSV. The export is recorded before the first line is sent. */
export async function exportInvoices({ db, clock, change }: Reads & Writes, actor: StaffActor, filter: Filter) {
  await change(actor, async (tx) =>
    record(tx, {
      action: 'invoice.list-exported',
      entity: 'invoice',
      entityId: '',
      entityName: 'All invoices',
      after: filter,
    }),
  )
  return csvLines(db, filter, clock.now())
}

async function* csvLines(db: House['db'], filter: Filter, now: Date): AsyncGenerator<string> {
  yield csvLine(HEAD)
  for await (const row of streamInvoices(db, filter, now)) yield csvLine(csvCells(row))
}

function csvCells(row: InvoiceRow) {
  const money = (amount: number) => decimal(amount, row.currency)
  return [
    row.number,
    row.receiptNumber,
    row.orgId?.orgName ?? '',
    row.customerName,
    row.customerEmail,
    invoiceStateText(row.status),
    row.createdAt,
    row.dueAt,
    row.paidAt ?? '',
    row.currency.toUpperCase(),
    ...[row.total, row.amountPaid, row.amountRemaining, row.refunded].map(money),
  ]
}

/** 123450 of USD is 1234.50: what a spreadsheet adds up. */
function decimal(amount: number, currency: string): string {
  const exponent = exponentOf(currency)
  return (amount / 10 ** exponent).toFixed(exponent)
}

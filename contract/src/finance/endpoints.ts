import { z } from 'zod'
import { FileBytes, ListMeta } from '../common.ts'
import { PeriodQuery } from '../dashboard-stats/schemas.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { FinanceSummary, InvoiceRow, InvoicesFilter, InvoicesQuery } from './schemas.ts'

export const finance = describeEndpoints('Finance', paths, {
  readFinanceSummary: {
    summary: 'Read revenue and what is overdue',
    description:
      'What was paid in the period by month, application and organization, and what is open now by age. One block for each currency. Each figure carries the query of the list that shows its invoices.',
    example: { query: { period: 'last-12-months', tz: 'America/New_York' } },
    allow: 'finance.read',
    query: PeriodQuery,
    response: FinanceSummary,
  },
  listInvoices: {
    summary: 'List all invoices',
    description:
      'Drafts are left out. `q` searches number, receipt number, organization and e-mail. Without parameters the whole array is streamed, newest first; with any of them a page with `meta`.',
    example: { query: { status: 'overdue', age: '31-60', currency: 'usd', page: 1 } },
    allow: 'finance.read',
    query: InvoicesQuery,
    response: z.array(InvoiceRow),
    meta: ListMeta,
  },
  exportInvoices: {
    summary: 'Export invoices',
    description: 'Those of the filter as CSV (RFC 4180), newest first. The audit trail records the export.',
    allow: 'finance.read',
    query: InvoicesFilter,
    download: true,
    response: FileBytes,
  },
})

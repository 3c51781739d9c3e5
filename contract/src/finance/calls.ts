import { type Calls, callsOf } from '../endpoint.ts'
import type { finance as endpoints } from './endpoints.ts'

export const paths = {
  readFinanceSummary: { method: 'GET', path: '/hikmah/finance/summary' },
  listInvoices: { method: 'GET', path: '/hikmah/finance/invoices' },
  exportInvoices: { method: 'GET', path: '/hikmah/finance/invoices/export' },
} as const satisfies Calls

export const finance = callsOf<typeof endpoints>(paths)

import { type Calls, callsOf } from '../endpoint.ts'
import type { invoices as endpoints } from './endpoints.ts'

export const paths = {
  listOrganizationInvoices: { method: 'GET', path: '/hikmah/orgreceipts/:orgId' },
  readInvoice: { method: 'GET', path: '/hikmah/invoices/:id' },
  readInvoiceLinks: { method: 'GET', path: '/hikmah/invoices/:id/links' },
  readInvoicePdf: { method: 'GET', path: '/hikmah/invoices/:id/pdf' },
} as const satisfies Calls

export const invoices = callsOf<typeof endpoints>(paths)

import { z } from 'zod'
import { FileBytes, Id, ListMeta } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Invoice, InvoiceId, InvoicesQuery, Receipt } from './schemas.ts'

const oneInvoice = z.object({ id: InvoiceId })
const NOT_YET = 'CONFLICT: the payment provider has no PDF of it yet'
const AWAY = 'UPSTREAM: the payment provider cannot be reached'

export const invoices = describeEndpoints('Invoices', paths, {
  listOrganizationInvoices: {
    summary: 'List the invoices and receipts of an organization',
    description:
      'Newest first, drafts left out. Without parameters the whole array, with any of them a page with `meta`. `q` searches number, receipt number and the name on it. Amounts in minor units, times in epoch seconds.',
    allow: 'billing.read',
    params: z.object({ orgId: Id }),
    query: InvoicesQuery,
    response: z.array(Invoice),
    meta: ListMeta,
  },
  readInvoice: {
    summary: 'Get an invoice',
    description: 'As it was last read at the payment provider, which need not be reachable.',
    allow: 'billing.read',
    params: oneInvoice,
    response: Receipt,
  },
  readInvoiceLinks: {
    summary: 'Get fresh links to an invoice at the payment provider',
    description:
      'Fetched at the time of the call: they open the invoice for anyone who has them, and expire. They show the card and the e-mail of the payer, so they are not for managers.',
    refusals: { 409: NOT_YET, 502: AWAY },
    allow: 'billing.manage',
    params: oneInvoice,
    response: z.object({ invoice_pdf: z.url(), hosted_invoice_url: z.url().nullable() }),
    isSecret: true,
  },
  readInvoicePdf: {
    summary: 'Go to the PDF of an invoice',
    description:
      'Redirects (302) to a fresh link of the payment provider and to no other site. The PDF shows the card and the e-mail of the payer, so it is not for managers.',
    refusals: { 409: NOT_YET, 502: AWAY },
    allow: 'billing.manage',
    params: oneInvoice,
    response: FileBytes,
    download: true,
  },
})

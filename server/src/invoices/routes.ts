import { invoices } from '@hikmah/contract/invoices'
import { maySeePayer } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listOrganizationInvoices, readInvoice, readLinks } from './queries.ts'

export function invoiceRoutes(serve: Serve, house: House) {
  const { db, config } = house
  const { billedFrom } = config
  serve(invoices.listOrganizationInvoices, ({ params, query, actor }) =>
    listOrganizationInvoices(db, params.orgId, query, maySeePayer(actor.role)),
  )
  serve(invoices.readInvoice, ({ params, actor }) =>
    readInvoice(db, params.id, { billedFrom, seesPayer: maySeePayer(actor.role) }),
  )
  serve(invoices.readInvoiceLinks, ({ params }) => readLinks(house, params.id))
  serve(invoices.readInvoicePdf, async ({ params, reply }) => {
    const links = await readLinks(house, params.id)
    reply.code(302).header('location', links.invoice_pdf).header('referrer-policy', 'no-referrer')
    return new Uint8Array()
  })
}

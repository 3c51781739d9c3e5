import { invoices, NO_PAGE } from '@hikmah/contract/invoices'
import { maySeePayer } from '@hikmah/contract/permissions'
import type { FastifyReply } from 'fastify'
import type { House } from '../house.ts'
import { conflict } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listOfOrganization } from '../organizations/queries.ts'
import { listOrganizationInvoices, readCreditNoteLink, readInvoice, readLinks } from './queries.ts'

export function invoiceRoutes(serve: Serve, house: House) {
  const { db, config } = house
  const { seller } = config
  serve(invoices.listOrganizationInvoices, ({ params, query, actor }) =>
    listOfOrganization(db, params.orgId, listOrganizationInvoices(db, params.orgId, query, maySeePayer(actor.role))),
  )
  serve(invoices.readInvoice, ({ params, actor }) =>
    readInvoice(db, params.id, { seller, seesPayer: maySeePayer(actor.role) }),
  )
  serve(invoices.readInvoiceLinks, ({ params }) => readLinks(house, params.id))
  serve(invoices.readInvoicePage, async ({ params, reply }) => {
    const { hosted_invoice_url: page } = await readLinks(house, params.id)
    if (!page) throw conflict(NO_PAGE)
    return lead(reply, page)
  })
  serve(invoices.readInvoicePdf, async ({ params, reply }) =>
    lead(reply, (await readLinks(house, params.id)).invoice_pdf),
  )
  serve(invoices.readCreditNoteLink, ({ params }) => readCreditNoteLink(house, params.id))
  serve(invoices.readCreditNotePdf, async ({ params, reply }) =>
    lead(reply, (await readCreditNoteLink(house, params.id)).pdf),
  )
}

function lead(reply: FastifyReply, link: string) {
  reply.code(302).header('location', link).header('referrer-policy', 'no-referrer')
  return new Uint8Array()
}

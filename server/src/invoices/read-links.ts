import type { Data } from '@hikmah/contract/endpoint'
import { type invoices, NO_PDF } from '@hikmah/contract/invoices'
import type { Payments, Reads } from '../house.ts'
import { conflict, notFound, Refusal } from '../kit/errors/refusal.ts'
import { readInvoice } from '../outside/stripe/billing.ts'
import { assertInvoice } from './queries.ts'

/** Fetched at each call: such links open the invoice for anyone who has them, so they are not stored. */
export async function readLinks(
  { db, stripe }: Pick<Reads, 'db'> & Payments,
  id: string,
): Promise<Data<typeof invoices.readInvoiceLinks>> {
  await assertInvoice(db, id)
  const invoice = await readInvoice(stripe, 'page', id)
  if (!invoice) throw notFound('invoice')
  const { invoice_pdf: pdf, hosted_invoice_url: page } = invoice
  if (!pdf) throw conflict(NO_PDF)
  for (const link of [pdf, page]) {
    if (link && !(await stripe.owns(link)))
      throw new Refusal(502, 'UPSTREAM', 'The payment provider returned a link to another site')
  }
  return { invoice_pdf: pdf, hosted_invoice_url: page ?? null }
}

import { sql } from 'drizzle-orm'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import { invoiceEmail, invoiceNames, stripeInvoices } from '../payments/table.ts'

export const invoiceSource: SearchSource = {
  type: 'invoice',
  permission: 'billing.read',
  from: stripeInvoices,
  id: stripeInvoices.id,
  createdAt: stripeInvoices.createdAt,
  where: sql`${stripeInvoices.organizationId} is not null and ${stripeInvoices.status} <> 'draft'`,
  title: sql`coalesce(${stripeInvoices.number}, ${stripeInvoices.id})`,
  detail: detailOf(stripeInvoices.customerName, stripeInvoices.receiptNumber),
  organizationId: stripeInvoices.organizationId,
  search: stripeInvoices.search,
  names: invoiceNames,
  secret: { permission: 'billing.manage', search: invoiceEmail },
}

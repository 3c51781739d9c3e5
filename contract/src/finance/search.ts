import { type FieldsOf, id, listFields, matching, moment, oneOf } from '../search.ts'
import type { InvoicesQuery } from './schemas.ts'
import { invoiceAges, invoiceSorts, invoiceStates } from './words.ts'

/** What the address of the list of all invoices may carry. */
export const invoiceSearch = {
  ...listFields(invoiceStates, invoiceSorts),
  age: oneOf(invoiceAges),
  currency: matching(/^[a-z]{3}$/),
  orgId: (raw) => (raw === 'none' ? raw : id(raw)),
  paidFrom: moment,
  paidTo: moment,
} satisfies FieldsOf<typeof InvoicesQuery>

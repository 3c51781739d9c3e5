import { type FieldsOf, line, listFields, ownPath, id as uuid } from '../search.ts'
import type { InvoicesQuery } from './schemas.ts'
import { invoiceSorts, invoiceStatuses } from './words.ts'

/** What the address of the list may carry. */
export const invoiceSearch = { ...listFields(invoiceStatuses, invoiceSorts) } satisfies FieldsOf<typeof InvoicesQuery>

/** The receipt: which invoice, of whom, and where Back leads. */
export const receiptSearch = { id: line(100), orgId: uuid, returnUrl: ownPath }

import { type FieldsOf, line, listFields, matching, id as uuid } from '../search.ts'
import type { InvoicesQuery } from './schemas.ts'
import { invoiceSorts, invoiceStatuses } from './words.ts'

/** What the address of the list may carry. */
export const invoiceSearch = { ...listFields(invoiceStatuses, invoiceSorts) } satisfies FieldsOf<typeof InvoicesQuery>

/** A path of this console, as `/orgorders/…?tab=1`; never another website's. */
const ownPath = matching(/^\/(?![/\\])[^\s\\]{0,300}$/)

/** The receipt: which invoice, of whom, and where Back leads. */
export const receiptSearch = { id: line(100), orgId: uuid, returnUrl: ownPath }

import { type FieldsOf, listFields, oneOf } from '../search.ts'
import { taxReviewSorts, taxReviewStatuses, waitingKinds } from './review-kinds.ts'
import type { TaxReviewsQuery } from './schemas.ts'

/** What the address of the list may carry. */
export const taxReviewSearch = {
  ...listFields(taxReviewStatuses, taxReviewSorts),
} satisfies FieldsOf<typeof TaxReviewsQuery>

/** What the address of the desk may carry: which queue stands beside it, and what of the review a small screen shows. */
export const reviewDeskSearch = {
  sort: oneOf(['waitingSince', '-waitingSince', 'orgName']),
  status: oneOf(waitingKinds),
  part: oneOf(['facts', 'documents', 'history']),
}

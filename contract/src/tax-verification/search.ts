import { type FieldsOf, listFields } from '../search.ts'
import type { TaxReviewsQuery } from './schemas.ts'
import { taxReviewSorts, taxReviewStatuses } from './words.ts'

/** What the address of the list may carry. */
export const taxReviewSearch = {
  ...listFields(taxReviewStatuses, taxReviewSorts),
} satisfies FieldsOf<typeof TaxReviewsQuery>

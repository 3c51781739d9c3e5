import { verdictGroups } from '@hikmah/contract/irs-registry/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { TaxReviewsQuery } from '@hikmah/contract/tax-verification/schemas'
import { waitingKinds } from '@hikmah/contract/tax-verification/words'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'

/** The search of the desk: which queue stands beside it, and which part of the review a small screen shows. */
export const ReviewDeskSearch = z.object({
  sort: z.enum(['waitingSince', '-waitingSince', 'orgName']),
  status: z.enum([...waitingKinds, 'papers']),
  record: z.enum(verdictGroups),
  part: z.enum(['facts', 'documents', 'history']),
})
const QueueSearch = ReviewDeskSearch.omit({ part: true })
export type QueueSearch = Partial<z.output<typeof QueueSearch>>

/** The queue parameters of an address, of the list of reviews or of the desk. */
export const queueSearch = (search: { sort?: string; status?: string; record?: string }): QueueSearch =>
  searchOf(QueueSearch)(search)

/** The first hundred of the queue; unless the address says otherwise the longest wait first, or the link that ends first. */
export const readQueue = ({ sort, status, record }: QueueSearch) =>
  read(taxVerification.listTaxReviews, {
    query: { sort: sort ?? (status === 'papers' ? 'linkEndsAt' : 'waitingSince'), status, record, page: 1, limit: 100 },
  })

/** What waits is narrowed by these in the list, beside the record. */
export const waitingListKinds = ['ein', 'exemption', 'resubmitted', 'changed'] as const

const ReviewsSearch = TaxReviewsQuery.extend({
  view: z.enum(['decided', 'papers']),
  status: z.enum(waitingListKinds),
})
export type ReviewsSearch = Partial<z.output<typeof ReviewsSearch>>
export type ReviewView = NonNullable<ReviewsSearch['view']> | 'waiting'

/** The address of the list. In earlier ones the status named the view, or the record. */
export function reviewsSearch(raw: Record<string, unknown>): ReviewsSearch {
  const { status } = raw
  return searchOf(ReviewsSearch)({
    ...((status === 'decided' || status === 'papers') && { view: status }),
    ...(verdictGroups.some((group) => group === status) && { record: status }),
    ...raw,
  })
}

export const reviewsQuery = ({ view, ...search }: ReviewsSearch) => pageOf({ ...search, status: view ?? search.status })

/** From the list to the desk. */
export const queueOf = ({ sort, status, record, view }: ReviewsSearch) =>
  queueSearch({ sort, status: view === 'papers' ? view : status, record })

export const openReviewAt = (orgId: string, search: QueueSearch) =>
  ({ to: '/varify-ein/{$orgId}', params: { orgId }, search }) as const

import { verdictGroups } from '@hikmah/contract/irs-registry/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { TaxReviewsQuery } from '@hikmah/contract/tax-verification/schemas'
import { waitingKinds } from '@hikmah/contract/tax-verification/words'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'

/** The search of the desk: which queue stands beside it, and which part of the review a small screen shows. */
export const ReviewDeskSearch = TaxReviewsQuery.pick({
  q: true,
  record: true,
  against: true,
  mine: true,
  noPaper: true,
  longWait: true,
}).extend({
  sort: z.enum(['waitingSince', '-waitingSince', 'orgName']),
  status: z.enum([...waitingKinds, 'papers']),
  part: z.enum(['facts', 'documents', 'history']),
})
const QueueSearch = ReviewDeskSearch.omit({ part: true })
export type QueueSearch = Partial<z.output<typeof QueueSearch>>

/** The queue parameters of an address, of the list of reviews or of the desk. */
export const queueSearch = (search: object): QueueSearch => searchOf(QueueSearch)({ ...search })

/** The first hundred of the queue; unless the address says otherwise the longest wait first, or the link that ends first. */
export const readQueue = ({ sort, ...search }: QueueSearch) =>
  read(taxVerification.listTaxReviews, {
    query: {
      ...search,
      sort: sort ?? (search.status === 'papers' ? 'linkEndsAt' : 'waitingSince'),
      page: 1,
      limit: 100,
    },
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

/** From the list to the desk. What is decided waits only where the record has changed since. */
export function queueOf({ view, status, changed, mine, ...search }: ReviewsSearch): QueueSearch {
  if (view === 'decided') return changed ? queueSearch({ ...search, status: 'changed' }) : {}
  return queueSearch({ ...search, mine, status: view ?? status })
}

/** From the desk back to the list. */
export const listOfQueue = ({ status, ...search }: QueueSearch) =>
  reviewsSearch({ ...search, ...(status === 'papers' ? { view: status } : { status }) })

export const openReviewAt = (orgId: string, search: QueueSearch) =>
  ({ to: '/varify-ein/{$orgId}', params: { orgId }, search }) as const

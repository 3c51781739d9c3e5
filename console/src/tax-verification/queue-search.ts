import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { waitingKinds } from '@hikmah/contract/tax-verification/words'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { searchOf } from '../kit/list/list-search.ts'

/** The search of the desk: which queue stands beside it, and which part of the review a small screen shows. */
export const ReviewDeskSearch = z.object({
  sort: z.enum(['waitingSince', '-waitingSince', 'orgName']),
  status: z.enum(waitingKinds),
  part: z.enum(['facts', 'documents', 'history']),
})
const QueueSearch = ReviewDeskSearch.omit({ part: true })
export type QueueSearch = Partial<z.output<typeof QueueSearch>>

/** The queue parameters of an address, of the list of reviews or of the desk. */
export const queueSearch = (search: { sort?: string; status?: string }): QueueSearch => searchOf(QueueSearch)(search)

/** The first hundred of the queue; unless the address says otherwise, the longest wait first. */
export const readQueue = ({ sort = 'waitingSince', status }: QueueSearch) =>
  read(taxVerification.listTaxReviews, { query: { sort, status, page: 1, limit: 100 } })

export const openReviewAt = (orgId: string, search: QueueSearch) =>
  ({ to: '/varify-ein/{$orgId}', params: { orgId }, search }) as const

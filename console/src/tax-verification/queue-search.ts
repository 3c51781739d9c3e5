import type { SearchOf } from '@hikmah/contract/search'
import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import { reviewDeskSearch } from '@hikmah/contract/tax-verification/search'
import { read } from '../kit/api/data.ts'

export type QueueSearch = Pick<SearchOf<typeof reviewDeskSearch>, 'sort' | 'status'>

/** The queue parameters of an address, of the list of reviews or of the desk. */
export const queueOf = (search: { sort?: string; status?: string }): QueueSearch => ({
  sort: reviewDeskSearch.sort(search.sort),
  status: reviewDeskSearch.status(search.status),
})

/** The first hundred of the queue; unless the address says otherwise, the longest wait first. */
export const readQueue = ({ sort = 'waitingSince', status }: QueueSearch) =>
  read(taxVerification.listTaxReviews, { query: { sort, status, page: 1, limit: 100 } })

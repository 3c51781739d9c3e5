import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { EmptyState, NothingFound, PastTheEnd } from '../page/ListStates.tsx'
import type { ListQuery } from './ListTable.tsx'
import { useListSearch } from './list-search.ts'

interface Props {
  query: Pick<ListQuery<unknown>, 'data' | 'isPlaceholderData'>
  empty: { title: string; text: string; action?: ReactNode }
}

/** Nothing there yet, no match, or a page beyond the last one, with a link to the last one. */
export function NoRows({ query: { data, isPlaceholderData }, empty }: Props) {
  const { isNarrowed, change, clear } = useListSearch()
  const { total = 0, isTotalCapped = false, page = 1, limit = 1 } = data?.meta ?? {}
  const isPastTheEnd = page > 1 && total > 0
  // Where the rows are all counted, the last page is known.
  const last = isPastTheEnd && !isTotalCapped && !isPlaceholderData ? Math.ceil(total / limit) : undefined
  const goTo = useEffectEvent((end: number) => void change({ page: end > 1 ? end : undefined }, true))
  // Once: a page that follows the address is drawn again on the way there.
  useEffect(() => {
    if (last !== undefined) goTo(last)
  }, [last])

  if (last !== undefined) return null
  if (isPastTheEnd) return <PastTheEnd onBack={() => change({})} />
  return isNarrowed ? <NothingFound onClear={clear} /> : <EmptyState {...empty} />
}

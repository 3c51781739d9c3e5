import type { ListMeta } from '@hikmah/contract/common'
import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api.ts'
import { countText, totalText } from '../format/texts.ts'

/**
 * The page of a list that the address asks for. The old rows stay until the new ones are loaded, and also if loading
 * fails: `seenAt` is when they were last loaded.
 */
export function useList<Data, Key extends QueryKey>(asked: UndefinedInitialDataOptions<Data, ApiError, Data, Key>) {
  const query = useQuery({ ...asked, placeholderData: keepPreviousData })
  const [seen, setSeen] = useState<{ data: Data; at: number }>()
  const { data, dataUpdatedAt, isPlaceholderData } = query
  if (data && !isPlaceholderData && dataUpdatedAt !== seen?.at) setSeen({ data, at: dataUpdatedAt })
  return {
    data: data ?? seen?.data,
    error: query.error,
    isPlaceholderData: isPlaceholderData || (!data && seen !== undefined),
    seenAt: seen?.at,
    refetch: query.refetch,
  }
}

/** Logs the failure of a list, which the customer wants in the log only. */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    if (error) console.error(what, error)
  }, [what, error])
}

type Counted = Pick<ListMeta, 'total' | 'isTotalCapped' | 'counts' | 'cappedCounts' | 'whole'>

/** How many rows a tab would show; undefined if unknown. */
export function tabCount(meta: Counted | undefined, name = 'all'): string | undefined {
  const count = meta?.counts[name]
  if (count === undefined) return undefined
  return countText(count) + (meta?.cappedCounts?.includes(name) ? '+' : '')
}

/** What stands beside the title of a list: 60, and 3 of 60 where not all are shown. */
export const titleCount = (meta: Counted | undefined): string | undefined =>
  meta && (meta.total === meta.whole ? countText(meta.whole) : `${totalText(meta)} of ${countText(meta.whole)}`)

import type { ListMeta } from '@hikmah/contract/common'
import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api.ts'
import { countText, totalText } from '../format/texts.ts'

/** The old rows stay until the new ones are loaded, and also if loading fails: `seenAt` is when they were last loaded. */
export function useList<Data, Key extends QueryKey>(options: UndefinedInitialDataOptions<Data, ApiError, Data, Key>) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
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

/** The customer wants such a failure in the log only. */
export function useLogged(what: string, error: Error | null) {
  useEffect(() => {
    if (error) console.error(what, error)
  }, [what, error])
}

type Counted = Pick<ListMeta, 'total' | 'isTotalCapped' | 'counts' | 'cappedCounts' | 'whole'>

export function tabCount(meta: Counted | undefined, name = 'all'): string | undefined {
  const count = meta?.counts[name]
  if (count === undefined) return undefined
  return countText(count) + (meta?.cappedCounts?.includes(name) ? '+' : '')
}

/** 60, or 3 of 60 where not all are shown. */
export const titleCount = (meta: Counted | undefined): string | undefined =>
  meta && (meta.total === meta.whole ? countText(meta.whole) : `${totalText(meta)} of ${countText(meta.whole)}`)

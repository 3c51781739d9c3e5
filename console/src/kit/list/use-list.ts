import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../api/api.ts'

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

import { keepPreviousData, type QueryKey, type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../api/api.ts'

/**
 * The page of a list that the address asks for. The rows that were there stay until the new ones have come, and when these
 * fail to come they stay too: `seenAt` is when the server last told them.
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

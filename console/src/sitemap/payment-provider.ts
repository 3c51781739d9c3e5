import { payments } from '@hikmah/contract/payments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { read } from '../kit/api/data.ts'
import { navigationCounts, usePaymentsAwaySince } from './navigation-counts.ts'

/** Why nothing that moves money can be saved at this moment, or false. */
export const useProviderAway = (): string | false =>
  usePaymentsAwaySince() !== undefined && 'The payment provider is not reachable'

/**
 * Since when the provider has been unreachable, for a page that shows our copies of its data. It is read once when the
 * page opens, and then follows the counts that every console polls. When the provider is back, the page is read again.
 */
export function useProviderState() {
  const client = useQueryClient()
  const since = usePaymentsAwaySince()
  const wasAway = useRef(false)
  const { data, dataUpdatedAt } = useQuery(read(payments.readProviderState, {}))
  const asked = data?.data.awaySince ?? undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: of each answer once
  useEffect(() => {
    if (dataUpdatedAt > 0 && asked !== since) void client.invalidateQueries({ queryKey: navigationCounts.queryKey })
  }, [client, dataUpdatedAt])

  useEffect(() => {
    const isBack = wasAway.current && since === undefined
    wasAway.current = since !== undefined
    if (since !== undefined || isBack) {
      const [queryKey] = navigationCounts.queryKey
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey })
    }
  }, [client, since])

  return { since, knownUntil: data?.data.knownUntil ?? undefined }
}

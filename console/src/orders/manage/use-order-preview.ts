import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { LAST_ITEM } from '@hikmah/contract/orders/words'
import type { ChangePreview } from '@hikmah/contract/organization-plans/schemas'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../kit/api/api.ts'
import { read } from '../../kit/api/data.ts'
import { isChanged, isEverythingRemoved, keptItems, problemsOf, type Quantities } from './order-quantities.ts'

/** Valid for an hour on the server; refreshed well before. */
const GOOD_FOR_MS = 10 * 60_000

export interface Preview {
  /** Undefined while loading, and while nothing is changed. */
  data: ChangePreview | undefined
  error: ApiError | null
  /** Why these quantities have no price. */
  problem: string | false
  retry: () => unknown
}

/** What the payment provider would charge now for these quantities; fetched once typing pauses. */
export function useOrderPreview(order: Order, values: Quantities): Preview {
  const kept = keptItems(values, order)
  const isWhole = Object.keys(problemsOf(values)).length === 0
  const problem = isEverythingRemoved(values, order) ? LAST_ITEM : !isWhole && 'Enter the quantities first'
  const sent = JSON.stringify(kept)
  const [settled] = useDebouncedValue(sent, 400)
  const items: ReturnType<typeof keptItems> = JSON.parse(settled)
  const isAsked = settled === sent && !problem && isChanged(values, order) && !order.itemsLockedBecause
  const { data, error, refetch } = useQuery({
    ...read(orders.previewOrder, { params: { id: order._id }, body: { items } }),
    enabled: isAsked,
    staleTime: GOOD_FOR_MS,
    refetchInterval: GOOD_FOR_MS,
    gcTime: 0,
    // Each try may take as long as the provider's timeout.
    retry: false,
  })
  return { data: isAsked ? data?.data : undefined, error: isAsked ? error : null, problem, retry: refetch }
}

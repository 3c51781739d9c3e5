import { orders } from '@hikmah/contract/orders/endpoints'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/notify.ts'

export type Refreshing = ReturnType<typeof useRefresh>

/** Refreshes an order's data from the payment provider. */
export function useRefresh(id: string) {
  const { mutate, isPending } = useWrite(orders.refreshOrder, { error: ({ message }) => notifyFailure(message) })
  return { isRunning: isPending, start: () => mutate({ params: { id } }) }
}

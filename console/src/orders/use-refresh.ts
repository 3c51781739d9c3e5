import { orders } from '@hikmah/contract/orders/calls'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/notify.ts'

export type Refreshing = ReturnType<typeof useRefresh>

/** Has what an order shows of the payment provider read again there. */
export function useRefresh(id: string) {
  const { mutate, isPending } = useWrite(orders.refreshOrder, { error: ({ message }) => notifyFailure(message) })
  return { isRunning: isPending, start: () => mutate({ params: { id } }) }
}

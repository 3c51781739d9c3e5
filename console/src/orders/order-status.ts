import type { OrderStatus } from '@hikmah/contract/orders/words'

export const statusLabels: Record<OrderStatus, string> = {
  new: 'New',
  'in-progress': 'In-progress',
  completed: 'Completed',
  done: 'Done',
  closed: 'Closed',
}

import { orders } from '@hikmah/contract/orders/endpoints'
import { whyItemsCannotBeRemoved } from '@hikmah/contract/orders/order-rules'
import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { MAX_ORDER_QUANTITY } from '@hikmah/contract/orders/words'
import type { ChangePreview } from '@hikmah/contract/organization-plans/endpoints'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../kit/api/api.ts'
import { read } from '../../kit/api/data.ts'
import { type ComparedFields, comparedFields } from '../../kit/form/conflicts.ts'
import { itemName } from '../order-text.ts'

/** The quantity of each item as typed; null for a deleted item. */
export interface Quantities {
  items: Record<string, string | null>
}

export const orderedQuantities = ({ orderItems }: Order): Quantities => ({
  items: Object.fromEntries(orderItems.map(({ _id, qty }) => [_id, String(qty)])),
})

const quantity = { show: (typed: string) => typed || 'deleted' }

/** The quantities of an order, for the choice between two versions. */
export function quantityFields({ orderItems }: Order): ComparedFields<Quantities> {
  const byPath = <Value>(describe: (item: OrderItem) => Value) =>
    Object.fromEntries(orderItems.map((item) => [`items.${item._id}`, describe(item)]))
  return comparedFields(
    byPath((item) => `${itemName(item)}, quantity`),
    byPath(() => quantity),
  )
}

/** One-time items are not part of the subscription. */
export const isOnce = ({ frequency }: OrderItem) => frequency === 'once'

export const isRemoved = ({ items }: Quantities, { _id }: OrderItem) => (items[_id] ?? null) === null

/** The typed number, NaN unless it is a whole one. Arabic and Persian keyboards have digits of their own. */
export function parseQuantity(text: string): number {
  const latin = text.trim().replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
  return /^\d+$/.test(latin) ? Number(latin) : Number.NaN
}

export function quantityProblem(text: string): string | undefined {
  const number = parseQuantity(text)
  if (!(number >= 1)) return 'Enter a whole number, at least 1'
  return number > MAX_ORDER_QUANTITY ? `At most ${MAX_ORDER_QUANTITY}` : undefined
}

/** Problems by field. */
export const quantityProblems = ({ items }: Quantities): Record<string, string> =>
  Object.fromEntries(
    Object.entries(items).flatMap(([id, text]) => {
      const problem = text === null ? undefined : quantityProblem(text)
      return problem ? [[`items.${id}`, problem]] : []
    }),
  )

/** The remaining items, as sent. */
export const remainingItems = ({ items }: Quantities, { orderItems }: Order) =>
  orderItems.flatMap(({ _id }) => {
    const text = items[_id] ?? null
    return text === null ? [] : [{ _id, qty: parseQuantity(text) }]
  })

export const whyNotRemoved = (quantities: Quantities, { orderItems }: Order) =>
  whyItemsCannotBeRemoved(orderItems.map((item) => ({ isBilled: !isOnce(item), isKept: !isRemoved(quantities, item) })))

export const isChanged = (quantities: Quantities, order: Order) =>
  order.orderItems.some(({ _id, qty }) => parseQuantity(quantities.items[_id] ?? '') !== qty)

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

/** The charge of these quantities, fetched from the payment provider once typing pauses. */
export function useOrderPreview(order: Order, values: Quantities): Preview {
  const isIncomplete = Object.keys(quantityProblems(values)).length > 0
  const problem = whyNotRemoved(values, order) ?? (isIncomplete && 'Enter the quantities first')
  const sent = JSON.stringify(remainingItems(values, order))
  const [settled] = useDebouncedValue(sent, 400)
  const items: ReturnType<typeof remainingItems> = JSON.parse(settled)
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

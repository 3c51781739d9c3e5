import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { MAX_ORDER_QUANTITY } from '@hikmah/contract/orders/words'
import { itemName } from '../order-words.ts'

/** The quantity of each item as typed; a deleted item has none. */
export interface Quantities {
  items: Record<string, string>
}

const REMOVED = ''

export const quantitiesOf = ({ orderItems }: Order): Quantities => ({
  items: Object.fromEntries(orderItems.map(({ _id, qty }) => [_id, String(qty)])),
})

/** The labels of the fields, for the choice between two versions. */
export const quantityLabels = ({ orderItems }: Order): Record<string, string> =>
  Object.fromEntries(orderItems.map((item) => [`items.${item._id}`, `${itemName(item)}, quantity`]))

export const isRemoved = ({ items }: Quantities, { _id }: OrderItem) => (items[_id] ?? REMOVED) === REMOVED

export function quantityProblem(text: string): string | undefined {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) return 'Enter a whole number, at least 1'
  return number > MAX_ORDER_QUANTITY ? `At most ${MAX_ORDER_QUANTITY}` : undefined
}

/** Problems by field. */
export const problemsOf = ({ items }: Quantities): Record<string, string> =>
  Object.fromEntries(
    Object.entries(items).flatMap(([id, text]) => {
      const problem = text === REMOVED ? undefined : quantityProblem(text)
      return problem ? [[`items.${id}`, problem]] : []
    }),
  )

/** The remaining items, as sent. */
export const keptItems = ({ items }: Quantities, { orderItems }: Order) =>
  orderItems.flatMap(({ _id }) => (items[_id] ? [{ _id, qty: Number(items[_id]) }] : []))

export const isChanged = (quantities: Quantities, order: Order) =>
  order.orderItems.some(({ _id, qty }) => quantities.items[_id] !== String(qty))

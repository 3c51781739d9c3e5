import { amountFor, formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { whyItemsCannotBeRemoved } from '@hikmah/contract/orders/rules'
import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { MAX_ORDER_QUANTITY } from '@hikmah/contract/orders/words'
import { frequencyText } from '@hikmah/contract/payments'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../kit/api/data.ts'
import { type ComparedFields, comparedFields } from '../../kit/form/conflicts.ts'
import { parseQuantity } from '../../kit/form/typed-numbers.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { ColumnHeads, SectionHead } from '../../kit/page/Page.tsx'
import { itemName } from '../order-text.ts'
import classes from './manage-order.module.css'

interface Props {
  order: Order
  form: UseFormReturnType<Quantities>
  isLocked: boolean
}

export const ManagedItems = ({ order: { orderItems }, form, isLocked }: Props) => (
  <section className={classes.items} aria-label="Items">
    <SectionHead title="Items" />
    <table className="ruled" aria-label="Items">
      <ColumnHeads names={['Items', 'Price', 'Cycle', 'Quantity', 'Total']}>
        <th scope="col">
          <span className="spoken">Delete</span>
        </th>
      </ColumnHeads>
      <tbody>
        {orderItems
          .filter((item) => !isRemoved(form.values, item))
          .map((item) => (
            <ItemRow key={item._id} item={item} form={form} isLocked={isLocked} />
          ))}
      </tbody>
    </table>
    <DeletedItems items={orderItems.filter((item) => isRemoved(form.values, item))} form={form} />
  </section>
)

function DeletedItems({ items, form }: { items: OrderItem[]; form: Props['form'] }) {
  if (items.length === 0) return null
  return (
    <ul className={classes.deleted} aria-label="Deleted when saved">
      {items.map(({ _id, qty, ...item }) => {
        const name = itemName(item)
        return (
          <li key={_id}>
            <span>
              <b>{name}</b> is deleted when saved
            </span>
            <Button
              variant="default"
              size="xs"
              // The button that deleted it, and had the focus, is gone.
              autoFocus
              aria-label={`Keep ${name}`}
              onClick={() => {
                form.setFieldValue(`items.${_id}`, String(qty))
                setTimeout(() => form.getInputNode(`items.${_id}`)?.focus())
              }}
            >
              Keep
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function ItemRow({ item, form, isLocked }: { item: OrderItem } & Pick<Props, 'form' | 'isLocked'>) {
  const { _id, unitAmount, currency, frequency, qty } = item
  const field = `items.${_id}`
  const name = itemName(item)
  const text = form.values.items[_id] ?? ''
  const total = quantityProblem(text) ? null : amountFor(unitAmount, parseQuantity(text))
  const stays = isLocked || isOnce(item)
  const set = (quantity: string | null) => {
    form.setFieldValue(field, quantity)
    form.clearFieldError(field)
  }
  return (
    <tr>
      <th scope="row" style={{ gridArea: 'name' }}>
        <b>{name}</b>
      </th>
      <td style={{ gridArea: 'price' }}>{formatMoney(unitAmount, currency, { isShort: true })}</td>
      <td style={{ gridArea: 'cycle' }}>{frequencyText(frequency)}</td>
      <td style={{ gridArea: 'quantity' }}>
        {stays ? qty : <Quantity name={name} form={form} field={field} onSet={set} />}
      </td>
      <td style={{ gridArea: 'total' }}>{formatMoney(total, currency)}</td>
      <td style={{ gridArea: 'delete' }}>
        {!stays && (
          <ActionIcon aria-label={`Delete ${name}`} onClick={() => set(null)}>
            <Icon name="trash" />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}

interface QuantityProps {
  name: string
  field: string
  form: Props['form']
  onSet: (quantity: string) => void
}

function Quantity({ name, field, form, onSet }: QuantityProps) {
  const { value, ...input } = form.getInputProps(field)
  const number = parseQuantity(value)
  return (
    <span className={classes.quantity}>
      <ActionIcon
        aria-label={`Decrease quantity of ${name}`}
        disabled={!(number > 1)}
        onClick={() => onSet(String(number - 1))}
      >
        <Icon name="minus" />
      </ActionIcon>
      <TextInput
        classNames={{ error: classes.problem }}
        aria-label={`Quantity of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        {...input}
        value={value}
        onChange={({ currentTarget }) => onSet(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ActionIcon aria-label={`Increase quantity of ${name}`} onClick={() => onSet(String((number || 0) + 1))}>
        <Icon name="plus" />
      </ActionIcon>
    </span>
  )
}

/** The quantity of each item as typed; null for a deleted item. */
export interface Quantities {
  items: Record<string, string | null>
}

export const orderedQuantities = ({ orderItems }: Order): Quantities => ({
  items: Object.fromEntries(orderItems.map(({ _id, qty }) => [_id, String(qty)])),
})

const quantity = { show: (typed: string) => typed || 'deleted' }

export const quantityFields = ({ orderItems }: Order): ComparedFields<Quantities> =>
  comparedFields(
    Object.fromEntries(orderItems.map((item) => [`items.${item._id}`, `${itemName(item)}, quantity`])),
    Object.fromEntries(orderItems.map(({ _id }) => [`items.${_id}`, quantity])),
  )

/** One-time items are not part of the subscription. */
const isOnce = ({ frequency }: OrderItem) => frequency === 'once'

export const isRemoved = ({ items }: Quantities, { _id }: OrderItem) => (items[_id] ?? null) === null

function quantityProblem(text: string): string | undefined {
  const number = parseQuantity(text)
  if (!(number >= 1)) return 'Enter a whole number, at least 1'
  return number > MAX_ORDER_QUANTITY ? `At most ${MAX_ORDER_QUANTITY}` : undefined
}

export const quantityProblems = ({ items }: Quantities): Record<string, string> =>
  Object.fromEntries(
    Object.entries(items).flatMap(([id, text]) => {
      const problem = text === null ? undefined : quantityProblem(text)
      return problem ? [[`items.${id}`, problem]] : []
    }),
  )

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

export type Preview = ReturnType<typeof useOrderPreview>

/** What somebody else changed of the order meanwhile changes what these items cost. */
function askPreview({ _id, version }: Order, items: ReturnType<typeof remainingItems>) {
  const asked = read(orders.previewOrder, { params: { id: _id }, body: { items } })
  return { ...asked, queryKey: [...asked.queryKey, version], staleTime: GOOD_FOR_MS }
}

export const orderPreview = (order: Order, values: Quantities) => askPreview(order, remainingItems(values, order))

/**
 * The charge of these quantities, fetched from the payment provider once typing pauses; `problem` is why it has none.
 * What is saved has no price any more.
 */
export function useOrderPreview(order: Order, values: Quantities, isOpen: boolean) {
  const isIncomplete = Object.keys(quantityProblems(values)).length > 0
  const problem = whyNotRemoved(values, order) ?? (isIncomplete && 'Enter the quantities first')
  const sent = JSON.stringify(remainingItems(values, order))
  const [settled] = useDebouncedValue(sent, 400)
  const items: ReturnType<typeof remainingItems> = JSON.parse(settled)
  const isAsked = settled === sent && !problem && isChanged(values, order) && !order.itemsLockedBecause
  const { data, error, refetch } = useQuery({
    ...askPreview(order, items),
    enabled: isAsked && isOpen,
    refetchInterval: GOOD_FOR_MS,
    gcTime: 0,
    // Each try may take as long as the provider's timeout.
    retry: false,
  })
  return { data: isAsked ? data?.data : undefined, error: isAsked ? error : null, problem, retry: refetch }
}

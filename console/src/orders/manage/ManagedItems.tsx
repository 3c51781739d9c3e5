import { formatMoney } from '@hikmah/contract/money'
import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { frequencyText } from '@hikmah/contract/payments'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Icon } from '../../kit/icons/icons.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { itemName } from '../order-text.ts'
import classes from './manage-order.module.css'
import { isOnce, isRemoved, parseQuantity, type Quantities, quantityProblem } from './order-quantities.ts'

interface Props {
  /** The version that is being edited. */
  order: Order
  form: UseFormReturnType<Quantities>
  isLocked: boolean
}

/** The items with their quantities. A deleted item can be restored until it is saved. */
export const ManagedItems = ({ order: { orderItems }, form, isLocked }: Props) => (
  <section className={classes.items} aria-label="Items">
    <SectionHead title="Items" />
    <table aria-label="Items">
      <thead>
        <tr>
          <th scope="col">Items</th>
          <th scope="col">Price</th>
          <th scope="col">Cycle</th>
          <th scope="col">Quantity</th>
          <th scope="col">Total</th>
          <th scope="col">
            <span className={classes.spoken}>Delete</span>
          </th>
        </tr>
      </thead>
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
  const total = quantityProblem(text) ? null : unitAmount * parseQuantity(text)
  const stays = isLocked || isOnce(item)
  const set = (quantity: string | null) => {
    form.setFieldValue(field, quantity)
    form.clearFieldError(field)
  }
  return (
    <tr>
      <td data-part="name">
        <b>{name}</b>
      </td>
      <td data-part="price">{formatMoney(unitAmount, currency, { isShort: true })}</td>
      <td data-part="cycle">{frequencyText(frequency)}</td>
      <td data-part="quantity">{stays ? qty : <Quantity name={name} form={form} field={field} onSet={set} />}</td>
      <td data-part="total">{formatMoney(total, currency)}</td>
      <td data-part="delete">
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

/** A number between two buttons. */
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

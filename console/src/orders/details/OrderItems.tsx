import type { Order, OrderItem } from '@hikmah/contract/orders/schemas'
import { priceText } from '@hikmah/contract/payments'
import { Anchor } from '@mantine/core'
import { DeviceLink } from '../../hardware/DeviceLink.tsx'
import { Avatar } from '../../kit/display/Pictures.tsx'
import { formatDate } from '../../kit/format/texts.ts'
import { Age, When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import { OrderStatusBadge } from '../OrderStatusBadge.tsx'
import { dueInstant, endedWith, isLate, itemName, lateText, sentDevices } from '../order-text.ts'
import { AssignItem } from './AssignItem.tsx'
import classes from './order-items.module.css'
import page from './orders.module.css'

const columnWidths = {
  Name: undefined,
  'Stripe order #': 136,
  Qty: 56,
  Price: 104,
  Assignee: 172,
  'Due date': 228,
  Status: 116,
  Action: 80,
}

export function OrderItems({ order }: { order: Order }) {
  const { orderItems } = order
  return (
    <section className={`${page.items} ${classes.items}`} aria-label="Items">
      <SectionHead title="Items">
        <span className="fine">{orderItems.length}</span>
      </SectionHead>
      {orderItems.length === 0 ? (
        <p className="nothing">No items in this order</p>
      ) : (
        <table className="ruled" aria-label="Items">
          <thead>
            <tr>
              {Object.entries(columnWidths).map(([header, width]) => (
                <th key={header} scope="col" style={{ width }}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orderItems.map((item) => (
              <ItemRow key={item._id} item={item} order={order} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const ItemRow = ({ item, order }: { item: OrderItem; order: Order }) => (
  <tr>
    <th scope="row" style={{ gridArea: 'name' }}>
      <b>{itemName(item)}</b>
      {isDisputed(item, order) && <span className={classes.disputed}>disputed</span>}
    </th>
    <td style={{ gridArea: 'receipt' }}>
      <Receipt item={item} />
    </td>
    <td style={{ gridArea: 'quantity' }}>{item.qty}</td>
    <td style={{ gridArea: 'price' }}>
      <span className={classes.narrowOnly}>{`${item.qty} × `}</span>
      {priceText({ ...item, amount: item.unitAmount })}
    </td>
    <td style={{ gridArea: 'assignee' }}>
      <Assignee item={item} />
    </td>
    <td style={{ gridArea: 'due' }}>
      <Due item={item} endedAt={order.endedAt} />
    </td>
    <td style={{ gridArea: 'status' }}>
      <OrderStatusBadge status={item.status} inDetails />
    </td>
    <td style={{ gridArea: 'action' }}>
      <AssignItem order={order} item={item} />
    </td>
  </tr>
)

/** A bank disputes a payment, not an item: the items of that payment are marked. */
const isDisputed = ({ receipt_url }: OrderItem, { money }: Order) =>
  receipt_url !== '' &&
  money.some(
    ({ movement, receipt_url: disputed }) =>
      movement?.kind === 'dispute' && movement.outcome === 'open' && disputed === receipt_url,
  )

function Receipt({ item: { receipt_number, receipt_url } }: { item: OrderItem }) {
  if (!receipt_url) return receipt_number || '–'
  return (
    <Anchor className={classes.receipt} href={receipt_url} target="_blank" rel="noreferrer">
      {receipt_number || 'Invoice'}
      <Icon name="open" size={12} />
      <span className="spoken">
        {receipt_url.startsWith('/') ? ', opens its page' : ', opens the payment provider'}
      </span>
    </Anchor>
  )
}

/** Devices for a kiosk or a screen, a person for everything else; both for orders made by staff. */
const Assignee = ({ item: { assignee, ...item } }: { item: OrderItem }) => (
  <>
    {assignee && (
      <span className={classes.who}>
        <Avatar name={assignee.name} image={assignee.image} />
        <span>{assignee.name}</span>
      </span>
    )}
    {item.appStream && <Devices item={item} hasAssignee={assignee !== null} />}
    {!assignee && !item.appStream && <Nobody>Not assigned</Nobody>}
  </>
)

/** The first that was sent, else the one that is ordered. */
function Devices({ item, hasAssignee }: { item: Pick<OrderItem, 'devices' | 'qty'>; hasAssignee: boolean }) {
  const { devices, qty } = item
  const sent = sentDevices(item)
  const shown = sent[0] ?? devices[0]
  if (!shown) return <Nobody>{hasAssignee ? 'No device' : 'Not assigned'}</Nobody>
  return (
    <span className={classes.who}>
      <DeviceLink id={shown._id}>{shown.deviceId}</DeviceLink>
      {sent.length === 0 && <small>not assigned</small>}
      {sent.length > 0 && qty > 1 && <small>{`${sent.length} of ${qty}`}</small>}
    </span>
  )
}

const Nobody = ({ children }: { children: string }) => (
  <span className={classes.who} data-none>
    <i />
    {children}
  </span>
)

function Due({ item, endedAt }: { item: OrderItem; endedAt: string | null }) {
  const ended = endedWith(item, endedAt)
  if (ended) {
    return (
      <>
        Ended <When at={ended} as="MMM DD, YYYY" />
      </>
    )
  }
  const due = dueInstant(item)
  if (due === null) return '–'
  const isOver = isLate(item)
  return (
    <span className={`${classes.due} ${isOver ? 'late' : ''}`}>
      <When at={due} as="MMM DD, YYYY h:mm A" />
      {isOver && (
        <span>
          {' '}
          · <Age text={lateText(item)} />
        </span>
      )}
      {item.endDate && <small>to {formatDate(`${item.endDate}T00:00`, 'MMM DD, YYYY')}</small>}
    </span>
  )
}

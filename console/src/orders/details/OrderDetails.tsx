import { NO_PAYMENTS } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import type { DisputeOutcome } from '@hikmah/contract/money-account'
import {
  CREDITED_TO_BALANCE,
  HELD_BY_BANK,
  LOST_IN_DISPUTE,
  NET_KEPT,
  RETURNED_OUTSIDE,
} from '@hikmah/contract/money-words'
import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'
import { hasRefundFailed, orderStatusLabels, PAID_IN_CANCEL, PROMO_LABEL } from '@hikmah/contract/orders/words'
import { describePlanned } from '@hikmah/contract/organization-plans/rules'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Anchor, Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DisputeBadge, DisputedBadge } from '../../disputes/DisputeBadge.tsx'
import { DisputePanel } from '../../disputes/DisputePanel.tsx'
import { CreditNoteLink } from '../../invoices/CreditNoteLink.tsx'
import { Term } from '../../kit/display/Facts.tsx'
import { StatusBadge } from '../../kit/display/StatusBadge.tsx'
import { Timeline, type TimelineItem } from '../../kit/display/Timeline.tsx'
import { Email } from '../../kit/format/breakable.tsx'
import { serverNow } from '../../kit/format/server-time.ts'
import { ageText, daysSince, formatDate, phoneText, plural } from '../../kit/format/texts.ts'
import { Age, When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { ButtonLink, HrefButton, Page, SectionHead } from '../../kit/page/Page.tsx'
import { OrganizationLink } from '../../organizations/OrganizationLink.tsx'
import { useRefund } from '../../refunds/RefundPanel.tsx'
import { StaleMark } from '../../sitemap/StaleMark.tsx'
import { LoadedOrder, useRefresh } from '../LoadedOrder.tsx'
import { OrdersLink } from '../OrderLink.tsx'
import { OrderStatusBadge, PaymentBadge } from '../OrderStatusBadge.tsx'
import { itemsText, orderNumber, orderStatusMeanings, placeText, shippingText } from '../order-text.ts'
import { OrderItems } from './OrderItems.tsx'
import '../../kit/parts/plain.css'
import classes from './orders.module.css'

const route = getRouteApi('/console/order/order-details')

/** /order/order-details?id=…: what was ordered, how it was paid, and who handles it. */
export function OrderDetails() {
  const { id, returnUrl } = route.useSearch()
  return <LoadedOrder id={id}>{(order) => <Loaded order={order} returnUrl={returnUrl} />}</LoadedOrder>
}

function Loaded({ order, returnUrl }: { order: Order; returnUrl: string | undefined }) {
  const { _id, orderNo, orgId, created, status, orderItems } = order
  const refresh = useRefresh(_id)
  const refund = useRefund({
    kind: 'order',
    id: _id,
    name: `order #${orderNumber(orderNo)}`,
    text: `${organizationName(orgId.orgName)}. The order stays ${orderStatusLabels[status]}.`,
  })
  // Nothing was billed for an order by staff.
  const isBilled = order.source === 'checkout'
  const disputes = disputesOf(order)
  const manage = (
    <ButtonLink to="/order/manage-order" search={{ id: _id, returnUrl }} leftSection={<Icon name="edit" />}>
      Manage order
    </ButtonLink>
  )
  return (
    <Page
      title={`Order #${orderNumber(orderNo)}`}
      badge={
        <>
          <OrderStatusBadge status={status} inDetails />
          {disputes.map(({ movement }) => movement.evidenceDueAt && <DisputeBadge key={movement.id} {...movement} />)}
        </>
      }
      sub={`${organizationName(orgId.orgName)} · placed ${formatDate(created, 'MMM DD, YYYY')}, ${ago(created)} · ${itemsText(orderItems)} · ${orderStatusLabels[status]}: ${orderStatusMeanings[status]}`}
      action={
        <>
          <HrefButton variant="subtle" href={returnUrl ?? '/order'} leftSection={<Icon name="back" />}>
            Back
          </HrefButton>
          <div className={classes.wideOnly}>
            {isBilled && refund.button}
            {manage}
          </div>
        </>
      }
      trail={[<OrdersLink key="all" />]}
    >
      <StaleMark asOf={order.checkedAt} onBack={refresh.start} />
      <div className={classes.order}>
        <OrderFacts order={order} />
        <OrderMoney order={order} refresh={refresh} retry={refund.retry} />
        <OrderItems order={order} />
      </div>
      {refund.dialog}
      <div className={classes.bar}>
        {isBilled && refund.button}
        {manage}
      </div>
    </Page>
  )
}

function ago(created: string): string {
  const days = daysSince(created)
  return days < 1 ? 'today' : `${plural(days, 'day')} ago`
}

function OrderFacts({ order }: { order: Order }) {
  const { orderNo, created, orgId, email, shippingAddress, planned } = order
  return (
    <section className={classes.facts} aria-label="Order Details">
      <SectionHead title="Order Details" />
      <div className={classes.both}>
        <dl className={classes.lines}>
          <Term name="Order #" value={orderNumber(orderNo)} />
          <Term name="Date" value={<When at={created} as="MMM DD, YYYY" />} />
          <Term
            name="Organization"
            value={<OrganizationLink id={orgId._id}>{organizationName(orgId.orgName)}</OrganizationLink>}
          />
          <Term name="Address" value={placeText(orgId.orgAddress)} />
          {/* A manager does not see who paid. */}
          {email !== undefined && (
            <Term
              name="Email"
              value={
                email && (
                  <Anchor href={`mailto:${email}`}>
                    <Email>{email}</Email>
                  </Anchor>
                )
              }
            />
          )}
          <Term name="Phone" value={phoneText(orgId.phoneFax.primaryPhone)} />
          <Term name="Shipping" value={shippingText(shippingAddress)} />
          {planned.map((change) => (
            <Term
              key={change.plan}
              name="Planned"
              value={describePlanned(change, (at) => formatDate(at, 'MMM DD, YYYY'))}
            />
          ))}
        </dl>
        <Ledger order={order} />
      </div>
      {disputesOf(order).map(({ movement, receipt_number, receipt_url }) => (
        <DisputePanel
          key={movement.id}
          dispute={movement}
          currency={order.currency}
          about={
            receipt_url && (
              <a href={receipt_url} target="_blank" rel="noreferrer">
                {receipt_number || 'Invoice'}
              </a>
            )
          }
        />
      ))}
    </section>
  )
}

/** With their payments, newest first. */
const disputesOf = ({ money }: Order) =>
  money.flatMap(({ movement, ...entry }) => (movement?.kind === 'dispute' ? [{ ...entry, movement }] : []))

/** Subtotal − promo + tax + shipping = total; total − from credit + credited − refunded = net paid. */
function Ledger({ order: { payment, ledger, currency, promo, trialEndsAt } }: { order: Order }) {
  const money = (amount: number) => formatMoney(amount, currency)
  const { discounts, tax, credited, fromCredit, refunded, refundPending } = ledger
  const { toBalance, returnedOutside, disputed, lost } = ledger
  return (
    <dl className={`amounts ${classes.ledger}`}>
      <Term
        name="Payment"
        value={
          <>
            {payment === 'none' && <small className={classes.unproven}>no payment recorded </small>}
            {trialEndsAt ? (
              <StatusBadge tone="invite">
                Trial until <When at={trialEndsAt} as="MMM DD, YYYY" />
              </StatusBadge>
            ) : (
              <PaymentBadge payment={payment} />
            )}
            {disputed > 0 && <DisputedBadge />}
          </>
        }
      />
      <Term name="Subtotal" value={money(ledger.subtotal)} />
      {discounts.length === 0 && !promo && <Term name={PROMO_LABEL} value="None" />}
      {discounts.map(({ code, amount }) => (
        <Term
          key={code}
          name={
            <>
              {PROMO_LABEL} {code && <span className="code">{code}</span>}
            </>
          }
          value={money(-amount)}
        />
      ))}
      {promo?.pendingUntil && (
        <Term
          name={
            <>
              {PROMO_LABEL} <span className="code">{promo.code}</span>
            </>
          }
          value={
            <>
              from <When at={promo.pendingUntil} as="MMM DD, YYYY" />
            </>
          }
        />
      )}
      {tax !== 0 && <Term name="Tax" value={money(tax)} />}
      <Term name="Shipping Cost" value={money(ledger.shipping)} />
      <Term name="Total" value={money(ledger.total)} isTotal />
      {fromCredit > 0 && <Term name="Paid from credit" value={money(-fromCredit)} />}
      {credited > 0 && <Term name="Paid beyond the total, credited" value={money(credited)} />}
      {refundPending > 0 && <Term name="Refund pending" value={money(-refundPending)} />}
      {refunded > 0 && <Term name="Refunded" value={money(-refunded)} />}
      {returnedOutside > 0 && <Term name={RETURNED_OUTSIDE} value={money(-returnedOutside)} />}
      {lost > 0 && <Term name={LOST_IN_DISPUTE} value={money(-lost)} />}
      {disputed > 0 && <Term name={HELD_BY_BANK} value={money(disputed)} />}
      {toBalance > 0 && <Term name={CREDITED_TO_BALANCE} value={money(toBalance)} />}
      {(credited > 0 || fromCredit > 0 || ledger.netPaid !== ledger.paid) && (
        <Term name={NET_KEPT} value={money(ledger.netPaid)} isSum />
      )}
    </dl>
  )
}

type Refreshing = ReturnType<typeof useRefresh>

type Retry = ReturnType<typeof useRefund>['retry']

function OrderMoney({ order, refresh, retry }: { order: Order; refresh: Refreshing; retry: Retry }) {
  const { money, ledger, currency, checkedAt } = order
  return (
    <aside className={classes.rail} aria-label="Money">
      <SectionHead title="Money">{checkedAt && <Checked at={checkedAt} refresh={refresh} />}</SectionHead>
      {ledger.paid > 0 && (
        <dl className={classes.kept}>
          <Term name={NET_KEPT} value={formatMoney(ledger.netPaid, currency)} />
          {ledger.disputed > 0 && <Term name={HELD_BY_BANK} value={formatMoney(ledger.disputed, currency)} />}
        </dl>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by the arrow keys */}
      <section className={classes.timeline} aria-label="Payments and refunds" tabIndex={0}>
        <Timeline byDay items={money.map((entry, i) => timelineItem(entry, order, i, retry))} />
        {!money.some(({ amount }) => amount !== null) && <p className="nothing">{NO_PAYMENTS}</p>}
      </section>
    </aside>
  )
}

/** After this time the order may be refreshed again. */
const OLD_MS = 15 * 60_000

/** When the provider was last asked about the order. Refresh stays in place and so keeps the focus. */
function Checked({ at, refresh: { isRunning, start } }: { at: string; refresh: Refreshing }) {
  const age = ageText(at)
  const [wasOld] = useState(() => serverNow() - Date.parse(at) > OLD_MS)
  const isOld = serverNow() - Date.parse(at) > OLD_MS
  return (
    <span className={`fine ${classes.checked}`} data-old={isOld || undefined}>
      Checked <Age text={age === 'now' ? 'now' : `${age} ago`} />
      {(isOld || wasOld) && (
        <Button variant="subtle" color="gray" size="compact-xs" mr={-8} loading={isRunning} onClick={start}>
          Refresh
        </Button>
      )}
    </span>
  )
}

type Look = Pick<TimelineItem, 'glyph' | 'tone' | 'title'>

const looks: Record<Exclude<MoneyEntry['kind'], 'promo' | 'paid' | 'refund' | 'dispute'>, Look> = {
  placed: { glyph: 'up', title: 'Order placed' },
  due: { glyph: 'half', tone: 'warning', title: 'Payment due' },
  'paid-in-cancel': { glyph: 'half', tone: 'warning', title: PAID_IN_CANCEL },
  failed: { glyph: 'cross', tone: 'danger', title: 'Payment failed' },
  changed: { glyph: 'returned', title: 'Order changed, credit' },
  credit: { glyph: 'returned', title: 'Credit note' },
  cancelled: { glyph: 'slash', title: 'Order canceled' },
}

const disputeLooks: Record<DisputeOutcome, Look> = {
  open: { glyph: 'half', tone: 'warning', title: 'Disputed by the bank' },
  inquiry: { glyph: 'half', tone: 'warning', title: 'Inquiry of the bank' },
  won: { glyph: 'check', tone: 'success', title: 'Dispute won' },
  lost: { glyph: 'cross', tone: 'danger', title: 'Dispute lost' },
}

function entryLook({ kind, amount, text, status, movement }: MoneyEntry, { ledger }: Order): Look {
  if (kind === 'promo') return { glyph: 'percent', title: `Promo ${text}` }
  if (kind === 'paid') return { glyph: 'check', tone: 'success', title: text ? `${text}, paid` : 'Paid' }
  if (kind === 'dispute') return disputeLooks[movement?.kind === 'dispute' ? movement.outcome : 'open']
  if (kind === 'credit' && movement?.kind === 'credit-note')
    return {
      ...looks.credit,
      title: (
        <span>
          {looks.credit.title} <CreditNoteLink id={movement.id} number={movement.number} inText />
        </span>
      ),
    }
  if (kind !== 'refund') return looks[kind]
  const title = refundTitle(-(amount ?? 0), ledger)
  if (status && hasRefundFailed(status)) return { glyph: 'cross', tone: 'danger', title: `${title} failed` }
  if (status !== 'succeeded') return { glyph: 'half', tone: 'warning', title: `${title} pending` }
  return { glyph: 'returned', title }
}

const withReceipt: MoneyEntry['kind'][] = ['paid', 'paid-in-cancel', 'due', 'failed']

function timelineItem(entry: MoneyEntry, order: Order, i: number, retry: Retry): TimelineItem {
  const { at, kind, amount, net, by, card, receipt_number, receipt_url, status, paymentId, text } = entry
  const reason = shownReason(entry, order)
  // It moved no money: the total of the order has it. Nor has what is disputed gone yet.
  const isPromo = kind === 'promo'
  const isHeld = entry.movement?.kind === 'dispute' && entry.movement.outcome === 'open'
  const toBalance = entry.movement?.kind === 'credit-note' ? entry.movement.toBalance : 0
  // Newer ones stand before it.
  const isRepeated = order.money
    .slice(0, i)
    .some(
      (newer) =>
        newer.paymentId === paymentId && newer.amount === amount && newer.status && !hasRefundFailed(newer.status),
    )
  const hasFailed = status !== null && hasRefundFailed(status) && !isRepeated
  const parts = [
    toBalance > 0 && CREDITED_TO_BALANCE,
    by || ((kind === 'refund' || kind === 'credit') && 'made at the payment provider'),
    card,
    receipt_url && withReceipt.includes(kind) && (
      <a key="receipt" href={receipt_url} target="_blank" rel="noreferrer">
        {receipt_number || 'Invoice'}
      </a>
    ),
  ].filter(Boolean)
  return {
    key: `${at} ${kind} ${i}`,
    at,
    ...entryLook(entry, order),
    // A credit has not left: it lowers no sum of the ledger.
    end: amount !== null && !isPromo && formatMoney(toBalance || (isHeld ? Math.abs(amount) : amount), order.currency),
    below: net !== null && `net ${formatMoney(net, order.currency)}`,
    by: parts.length > 0 && parts.flatMap((part, place) => (place > 0 ? [', ', part] : [part])),
    text: hasFailed ? (
      <>
        {reason && <>{reason} </>}
        {retry({ paymentId, amount: -(amount ?? 0), reason: text })}
      </>
    ) : (
      reason ||
      (isPromo && `Took ${formatMoney(-(amount ?? 0), order.currency)} off the total.`) ||
      (kind === 'paid-in-cancel' && paymentId && retry({ paymentId, amount: amount ?? 0 }, 'Refund'))
    ),
  }
}

/** Parts that together give back everything paid are no partial refunds. */
export function refundTitle(amount: number, { paid, refunded, refundPending }: Order['ledger']): string {
  return amount >= paid || refunded + refundPending >= paid ? 'Refund' : 'Partial refund'
}

/** A refund or a credit shows its reason only where it differs from that of the cancellation. */
export function shownReason({ kind, text }: MoneyEntry, { money }: Pick<Order, 'money'>): string | false {
  if (kind === 'cancelled') return text
  const isBack = kind === 'refund' || kind === 'credit'
  return isBack && !money.some((other) => other.kind === 'cancelled' && other.text === text) && text
}

import { formatMoney } from '@hikmah/contract/money'
import type { Order } from '@hikmah/contract/orders/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Anchor } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Email } from '../../kit/display/Email.tsx'
import { daysSince, formatDate } from '../../kit/format/dates.ts'
import { phoneText, plural } from '../../kit/format/texts.ts'
import { When } from '../../kit/format/When.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { HrefLink } from '../../kit/page/HrefLink.tsx'
import { ButtonLink } from '../../kit/page/LinkTo.tsx'
import { Page, SectionHead } from '../../kit/page/Page.tsx'
import { OrganizationLink } from '../../organizations/OrganizationLink.tsx'
import { StaleMark } from '../../sitemap/StaleMark.tsx'
import { OrdersLink } from '../OrderLink.tsx'
import { OrderStatusBadge } from '../OrderStatusBadge.tsx'
import { OrderAtHand, useRefresh } from '../order-at-hand.tsx'
import { itemsText, orderNumber, placeText, shippingText } from '../order-text.ts'
import { PaymentBadge } from '../PaymentBadge.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import classes from './orders.module.css'

const route = getRouteApi('/console/order/order-details')

/** /order/order-details?id=…: what was ordered, how it was paid, and who handles it. */
export function OrderDetails() {
  const { id, returnUrl } = route.useSearch()
  return <OrderAtHand id={id}>{(order) => <Loaded order={order} returnUrl={returnUrl} />}</OrderAtHand>
}

function Loaded({ order, returnUrl }: { order: Order; returnUrl: string | undefined }) {
  const { _id, orderNo, orgId, created, status, orderItems } = order
  const refresh = useRefresh(_id)
  const manage = (
    <ButtonLink to="/order/manage-order" search={{ id: _id, returnUrl }} leftSection={<Icon name="edit" />}>
      Manage order
    </ButtonLink>
  )
  return (
    <Page
      title={`Order #${orderNumber(orderNo)}`}
      badge={<OrderStatusBadge status={status} inDetails />}
      sub={`${organizationName(orgId.orgName)}. Placed ${formatDate(created, 'll')}, ${ago(created)}. ${itemsText(orderItems)}.`}
      action={
        <>
          <HrefLink variant="subtle" href={returnUrl ?? '/order'} leftSection={<Icon name="back" />}>
            Back
          </HrefLink>
          <div className={classes.wideOnly}>{manage}</div>
        </>
      }
      trail={[<OrdersLink key="all" />]}
    >
      <StaleMark asOf={order.checkedAt} onBack={refresh.start} />
      <div className={classes.order}>
        <OrderFacts order={order} />
        <OrderItems order={order} />
        <OrderMoney order={order} refresh={refresh} />
      </div>
      <div className={classes.bar}>{manage}</div>
    </Page>
  )
}

function ago(created: string): string {
  const days = daysSince(created)
  return days < 1 ? 'today' : `${plural(days, 'day')} ago`
}

/** The card of the order: its facts and its total. */
export const OrderFacts = ({ order }: { order: Order }) => (
  <section className={classes.facts} aria-label="Order Details">
    <SectionHead title="Order Details" />
    <div className={classes.both}>
      <Lines lines={orderFacts(order)} />
      <Ledger order={order} />
    </div>
  </section>
)

function orderFacts({ orderNo, created, orgId, email, shippingAddress }: Order): Line[] {
  const { primaryPhone } = orgId.phoneFax
  return [
    ['Order #', orderNumber(orderNo)],
    ['Date', <When key="at" at={created} />],
    [
      'Organization',
      <OrganizationLink key="to" id={orgId._id}>
        {organizationName(orgId.orgName)}
      </OrganizationLink>,
    ],
    ['Address', placeText(orgId.orgAddress)],
    // A manager does not see who paid.
    ...(email === undefined
      ? []
      : ([
          [
            'Email',
            email && (
              <Anchor key="to" href={`mailto:${email}`}>
                <Email>{email}</Email>
              </Anchor>
            ),
          ],
        ] satisfies Line[])),
    ['Phone', phoneText(primaryPhone)],
    ['Shipping', shippingText(shippingAddress)],
  ]
}

/**
 * Subtotal − promo + tax + shipping is the total; less what credit paid, with what became credit and less what was
 * refunded it is what stays paid.
 */
function Ledger({ order: { payment, ledger, currency } }: { order: Order }) {
  const money = (amount: number) => formatMoney(amount, currency)
  const { discounts, tax, credited, fromCredit, refunded, refundPending } = ledger
  const promos: Line[] = discounts.map(({ code, amount }) => [
    <span key={code}>Promo Applied {code && <span className={classes.code}>{code}</span>}</span>,
    money(-amount),
  ])
  return (
    <dl className={classes.ledger}>
      <Row
        term="Payment"
        value={
          <>
            {payment === 'none' && <small className={classes.unproven}>no payment recorded </small>}
            <PaymentBadge payment={payment} />
          </>
        }
      />
      <Row term="Subtotal" value={money(ledger.subtotal)} />
      {promos.length === 0 && <Row term="Promo Applied" value="None" />}
      {promos.map(([term, value], i) => (
        <Row key={discounts[i]?.code} term={term} value={value} />
      ))}
      {tax !== 0 && <Row term="Tax" value={money(tax)} />}
      <Row term="Shipping Cost" value={money(ledger.shipping)} />
      <Row term="Total" value={money(ledger.total)} isTotal />
      {fromCredit > 0 && <Row term="Paid from credit" value={money(-fromCredit)} />}
      {credited > 0 && <Row term="Paid beyond the total, credited" value={money(credited)} />}
      {refundPending > 0 && <Row term="Refund pending" value={money(-refundPending)} />}
      {refunded > 0 && <Row term="Refunded" value={money(-refunded)} />}
      {(credited > 0 || fromCredit > 0 || refunded > 0) && <Row term="Net paid" value={money(ledger.netPaid)} isSum />}
    </dl>
  )
}

type Line = [term: ReactNode, value: ReactNode]

const Lines = ({ lines }: { lines: [term: ReactNode, value: ReactNode][] }) => (
  <dl className={classes.lines}>
    {lines.map(([term, value]) => (
      <Row key={String(term)} term={term} value={value} />
    ))}
  </dl>
)

interface RowProps {
  term: ReactNode
  value: ReactNode
  isTotal?: boolean
  isSum?: boolean
}

const Row = ({ term, value, isTotal, isSum }: RowProps) => (
  <div data-total={isTotal} data-sum={isSum || isTotal}>
    <dt>{term}</dt>
    <dd>{value || '–'}</dd>
  </div>
)

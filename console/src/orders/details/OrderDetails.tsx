import type { Order } from '@hikmah/contract/orders/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { getRouteApi } from '@tanstack/react-router'
import { daysSince, formatDate } from '../../kit/format/dates.ts'
import { plural } from '../../kit/format/texts.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import { HrefLink } from '../../kit/page/HrefLink.tsx'
import { ButtonLink } from '../../kit/page/LinkTo.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { StaleMark } from '../../sitemap/StaleMark.tsx'
import { OrdersLink } from '../OrderLink.tsx'
import { OrderStatusBadge } from '../OrderStatusBadge.tsx'
import { OrderAtHand } from '../order-at-hand.tsx'
import { itemsText, numberOf } from '../order-words.ts'
import { useRefresh } from '../use-refresh.ts'
import { OrderFacts } from './OrderFacts.tsx'
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
      title={`Order #${numberOf(orderNo)}`}
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

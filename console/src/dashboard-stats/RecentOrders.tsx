import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { formatDate } from '../kit/format/dates.ts'
import { titleCount } from '../kit/list/counts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { OrderLink } from '../orders/OrderLink.tsx'
import { OrderStatusBadge } from '../orders/OrderStatusBadge.tsx'
import { NEWEST, Recent } from './Recent.tsx'
import classes from './stats.module.css'

export function RecentOrders() {
  const query = useQuery(read(orders.listOrders, { query: { page: 1, limit: NEWEST } }))
  const count = titleCount(query.data?.meta)
  return (
    <Recent
      title="Recent Orders"
      all={
        <LinkTo className={classes.all} to="/order" aria-label={`All ${count ?? ''} orders`}>
          All {count}
        </LinkTo>
      }
      query={query}
      none="No orders yet"
      rowKey={({ _id }) => _id}
    >
      {({ _id, orderNo, orgId, created, totalAmount, currency, status }) => (
        <>
          <div>
            <OrderLink id={_id}>{`${orderNo} ${organizationName(orgId.orgName)}`}</OrderLink>
            <div className={classes.sub}>{formatDate(created, 'll')}</div>
          </div>
          <div className={classes.end}>
            <b>{formatMoney(totalAmount, currency)}</b>
            <OrderStatusBadge status={status} bare />
          </div>
        </>
      )}
    </Recent>
  )
}

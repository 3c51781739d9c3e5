import { orders } from '@hikmah/contract/orders/endpoints'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { titleCount } from '../kit/list/counts.ts'
import { ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { Page } from '../kit/page/Page.tsx'
import { orderColumns } from './order-columns.tsx'
import { dateFilter, stageFilter } from './order-filters.ts'
import { statuses } from './order-words.ts'

const route = getRouteApi('/console/order')

/** /order: every order of every organization. */
export function OrderList() {
  const search = route.useSearch()
  const { href } = useLocation()
  const list = useList(read(orders.listOrders, { query: pageOf(search) }))
  const maySeeEmail = useMay('billing.manage')
  const meta = list.data?.meta
  return (
    <Page title="Orders" count={titleCount(meta)}>
      <ListToolbar
        searchLabel={maySeeEmail ? 'Search org, e-mail, phone, no., promo' : 'Search org, phone, no., promo'}
        statuses={statuses}
        meta={meta}
        filters={[stageFilter(search), dateFilter(search)]}
      />
      <ListTable
        name="Orders"
        one="order"
        query={list}
        columns={orderColumns(href)}
        rowKey={({ _id }) => _id}
        sortedBy="-created"
        empty={{ title: 'No orders yet', text: 'An order appears here once an organization checks out.' }}
      />
    </Page>
  )
}

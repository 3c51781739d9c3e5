import { orders } from '@hikmah/contract/orders/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { PaymentsHistoryPanel } from '../billing/PaymentsHistoryPanel.tsx'
import { read } from '../kit/api/data.ts'
import { ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationPanel } from '../organizations/OrganizationPanel.tsx'
import { dateFilter, orderColumns } from './OrderList.tsx'
import type { OrdersTabSearch } from './order-search.ts'
import { statuses } from './order-text.ts'

const route = getRouteApi('/console/orgorders/$id')
const tabs = [
  { value: 'orders', label: 'ORDERS' },
  { value: 'payments', label: 'PAYMENTS HISTORY' },
]

/** /orgorders/{id}: what one organization ordered, and what it paid. */
export function OrganizationOrders() {
  const { id } = route.useParams()
  return <OrganizationPanel id={id}>{(data) => <OrdersOf key={id} organization={data} />}</OrganizationPanel>
}

function OrdersOf({ organization: { _id, orgName } }: { organization: Organization }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  return (
    <Page
      title="Orders"
      sub={`Of ${organizationName(orgName)}`}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={_id}>
          {organizationName(orgName)}
        </OrganizationLink>,
      ]}
    >
      <PageTabs
        label="Orders and payments"
        tabs={tabs}
        value={search.tab ?? 'orders'}
        onChange={(to) =>
          void navigate({
            to: '/orgorders/$id',
            params: { id: _id },
            search: to === 'payments' ? { tab: to } : {},
            resetScroll: false,
          })
        }
      >
        {search.tab === 'payments' ? <PaymentsHistoryPanel orgId={_id} /> : <OrdersPanel orgId={_id} search={search} />}
      </PageTabs>
    </Page>
  )
}

function OrdersPanel({ orgId, search: { tab: _, ...search } }: { orgId: string; search: OrdersTabSearch }) {
  const { href } = useLocation()
  const query = pageOf(search)
  const list = useList(read(orders.listOrganizationOrders, { params: { orgId }, query }))
  return (
    <>
      <ListToolbar
        searchLabel="Search number, promo"
        statuses={statuses}
        meta={list.data?.meta}
        filters={[dateFilter(search)]}
      />
      <ListTable
        name="Orders"
        one="order"
        query={list}
        columns={orderColumns(href)}
        rowKey={({ _id }) => _id}
        sortedBy="-created"
        empty={{ title: 'No orders yet', text: 'An order appears here once the organization checks out.' }}
      />
    </>
  )
}

import { orders } from '@hikmah/contract/orders/endpoints'
import type { OrdersQuery } from '@hikmah/contract/orders/schemas'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { PaymentsHistoryPanel } from '../invoices/PaymentsHistoryPanel.tsx'
import { read } from '../kit/api/data.ts'
import { useList } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { organizationTrail } from '../organizations/OrganizationLink.tsx'
import { OrganizationPanel } from '../organizations/OrganizationPanel.tsx'
import { dateFilter, OrdersTable } from './OrderList.tsx'

const route = getRouteApi('/console/orgorders/$id')
const tabs = [
  { value: 'orders', label: 'ORDERS' },
  { value: 'payments', label: 'PAYMENTS HISTORY' },
]

/** /orgorders/{id}: what one organization ordered, and what it paid. */
export function OrganizationOrders() {
  const { id } = route.useParams()
  return <OrganizationPanel id={id}>{(data) => <OrdersAndPayments key={id} organization={data} />}</OrganizationPanel>
}

function OrdersAndPayments({ organization: { _id, orgName } }: { organization: Organization }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  return (
    <Page title="Orders" sub={`Of ${organizationName(orgName)}`} trail={organizationTrail(_id, orgName)}>
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

export const readOrdersOf = (orgId: string, search: z.infer<typeof OrdersQuery>) =>
  read(orders.listOrganizationOrders, { params: { orgId }, query: pageOf(search) })

type OrdersTab = Extract<ReturnType<typeof route.useSearch>, { tab?: undefined }>

function OrdersPanel({ orgId, search: { tab: _, ...search } }: { orgId: string; search: OrdersTab }) {
  const list = useList(readOrdersOf(orgId, search))
  return (
    <OrdersTable
      list={list}
      searchLabel="Search number, promo"
      filters={[dateFilter(search)]}
      buyer="the organization"
    />
  )
}

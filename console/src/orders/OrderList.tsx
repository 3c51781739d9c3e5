import type { ListMeta } from '@hikmah/contract/common'
import { refundNote } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { OrderRow } from '@hikmah/contract/orders/schemas'
import { NO_ORDERS, type OrderStage, orderStatuses, orderStatusLabels } from '@hikmah/contract/orders/words'
import { organizationName } from '@hikmah/contract/organizations/words'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { DisputedBadge } from '../disputes/DisputeBadge.tsx'
import { read, useMay } from '../kit/api/data.ts'
import { serverNow } from '../kit/format/server-time.ts'
import { formatDate, periodText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, type ListQuery, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, type Filter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { Page } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { OrderLink } from './OrderLink.tsx'
import { OrderStatusBadge, PaymentBadge } from './OrderStatusBadge.tsx'
import { orderNumber } from './order-text.ts'

const route = getRouteApi('/console/order')

/** /order: every order of every organization. */
export function OrderList() {
  const search = route.useSearch()
  const list = useList(read(orders.listOrders, { query: pageOf(search) }))
  const maySeeEmail = useMay('billing.manage')
  return (
    <Page title="Orders" count={titleCount(list.data?.meta)}>
      <OrdersTable
        list={list}
        searchLabel={
          maySeeEmail ? 'Search organization, email, phone, no., promo' : 'Search organization, phone, no., promo'
        }
        filters={[stageFilter(search), dateFilter(search)]}
        buyer="an organization"
      />
    </Page>
  )
}

interface Props {
  list: ListQuery<OrderRow> & { data: { meta?: ListMeta | undefined } | undefined }
  searchLabel: string
  filters: Filter[]
  buyer: string
}

export function OrdersTable({ list, searchLabel, filters, buyer }: Props) {
  const { href } = useLocation()
  return (
    <>
      <ListToolbar searchLabel={searchLabel} statuses={statuses} meta={list.data?.meta} filters={filters} />
      <ListTable
        name="Orders"
        one="order"
        query={list}
        columns={orderColumns(href)}
        rowKey={({ _id }) => _id}
        sortedBy="-created"
        empty={{ title: NO_ORDERS, text: `An order appears here once ${buyer} checks out.` }}
      />
    </>
  )
}

const statuses = orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] }))

const DAYS = [7, 28, 90, 365]

/** The start of the day this many days ago, so that the same choice means the same all day. */
function daysAgo(days: number): string {
  const day = new Date(serverNow())
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - days + 1)
  return day.toISOString()
}

/** A start date for orders. The dashboard cards link here with both ends. */
export const dateFilter = ({ createdFrom, createdTo }: { createdFrom?: string; createdTo?: string }): Filter => ({
  label: 'Order date',
  off: { createdFrom: undefined, createdTo: undefined },
  chip: createdFrom || createdTo ? `Ordered ${periodText(createdFrom, createdTo)}` : undefined,
  choices: DAYS.map((days) => {
    const from = daysAgo(days)
    return {
      label: `Since ${formatDate(from, 'll')}`,
      isChosen: createdTo === undefined && createdFrom === from,
      on: { createdFrom: from, createdTo: '' },
    }
  }),
})

const stages = [
  { value: 'pending', label: 'Pending', chip: 'Pending: new or in progress' },
  { value: 'completed', label: 'Completed', chip: 'Completed or done' },
] as const

const stageFilter = ({ stage }: { stage?: OrderStage }): Filter =>
  choiceFilter<OrderStage>('stage', 'Progress', stage, [...stages])

/** Disputed or refunded says more than paid. */
function PaymentState({ payment, refunded, totalAmount, currency, isDisputed }: OrderRow) {
  if (isDisputed) return <DisputedBadge />
  return <PaymentBadge payment={payment} note={refundNote({ paid: totalAmount, refunded, currency })} />
}

/** Worth its place where there is little. */
const isMoreThanPaid = ({ payment, refunded, isDisputed }: OrderRow) =>
  isDisputed || refunded > 0 || payment === 'due' || payment === 'failed'

/** Back leads from an order to `returnUrl`. */
const orderColumns = (returnUrl: string): Column<OrderRow>[] => [
  {
    header: 'Order no.',
    sort: 'orderNo',
    width: 104,
    narrow: 'title',
    cell: ({ _id, orderNo }) => (
      <OrderLink id={_id} returnUrl={returnUrl}>
        {orderNumber(orderNo)}
      </OrderLink>
    ),
    narrowCell: ({ orderNo }) => <b>{orderNumber(orderNo)}</b>,
  },
  {
    header: 'Order date',
    sort: 'created',
    width: 156,
    cell: ({ created }) => <When at={created} age />,
  },
  {
    header: 'Org name',
    sort: 'orgName',
    narrow: 'sub',
    cell: ({ orgId }) => <b title={orgId.orgName}>{organizationName(orgId.orgName)}</b>,
    narrowCell: (row) => (
      <>
        {organizationName(row.orgId.orgName)}
        <br />
        <When at={row.created} />
        {isMoreThanPaid(row) && (
          <>
            {' '}
            <PaymentState {...row} />
          </>
        )}
      </>
    ),
  },
  {
    header: 'Amount',
    sort: 'totalAmount',
    width: 116,
    align: 'right',
    narrow: 'end',
    cell: ({ totalAmount, currency }) => formatMoney(totalAmount, currency),
  },
  {
    header: 'Payment',
    width: 132,
    wideOnly: true,
    cell: PaymentState,
  },
  {
    header: 'Status',
    sort: 'status',
    width: 124,
    narrow: 'badge',
    cell: ({ status }) => <OrderStatusBadge status={status} />,
  },
  {
    header: 'Action',
    width: 104,
    align: 'right',
    cell: ({ _id, orderNo }) => (
      <RowActions>
        <RowLink
          to="/order/order-details"
          search={{ id: _id, returnUrl }}
          aria-label={`See details of ${orderNumber(orderNo)}`}
        >
          See details
        </RowLink>
      </RowActions>
    ),
  },
]

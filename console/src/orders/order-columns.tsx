import { formatMoney } from '@hikmah/contract/money'
import type { OrderRow } from '@hikmah/contract/orders/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { When } from '../kit/format/When.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { OrderLink } from './OrderLink.tsx'
import { OrderStatusBadge } from './OrderStatusBadge.tsx'
import { numberOf } from './order-words.ts'

/** The columns of every list of orders; Back leads from an order to `returnUrl`. */
export const orderColumns = (returnUrl: string): Column<OrderRow>[] => [
  {
    header: 'Order no.',
    sort: 'orderNo',
    width: 124,
    narrow: 'title',
    cell: ({ _id, orderNo }) => (
      <OrderLink id={_id} returnUrl={returnUrl}>
        {numberOf(orderNo)}
      </OrderLink>
    ),
    narrowCell: ({ orderNo }) => <b>{numberOf(orderNo)}</b>,
  },
  {
    header: 'Order date',
    sort: 'created',
    width: 164,
    cell: ({ created }) => <When at={created} age />,
  },
  {
    header: 'Org name',
    sort: 'orgName',
    narrow: 'sub',
    cell: ({ orgId }) => <b title={orgId.orgName}>{organizationName(orgId.orgName)}</b>,
    narrowCell: ({ orgId, created }) => (
      <>
        {organizationName(orgId.orgName)}
        <br />
        <When at={created} />
      </>
    ),
  },
  {
    header: 'Amount',
    sort: 'totalAmount',
    width: 128,
    align: 'right',
    narrow: 'end',
    cell: ({ totalAmount, currency }) => formatMoney(totalAmount, currency),
  },
  {
    header: 'Status',
    sort: 'status',
    width: 132,
    narrow: 'badge',
    cell: ({ status }) => <OrderStatusBadge status={status} />,
  },
  {
    header: 'Action',
    width: 116,
    align: 'right',
    cell: ({ _id, orderNo }) => (
      <RowActions>
        <RowLink
          to="/order/order-details"
          search={{ id: _id, returnUrl }}
          aria-label={`See details of ${numberOf(orderNo)}`}
        >
          See details
        </RowLink>
      </RowActions>
    ),
  },
]

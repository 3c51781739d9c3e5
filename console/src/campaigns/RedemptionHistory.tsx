import { campaigns } from '@hikmah/contract/campaigns/endpoints'
import type { Redemption } from '@hikmah/contract/campaigns/schemas'
import { consolePaths } from '@hikmah/contract/console-paths'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { read } from '../kit/api/data.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import { OrderLink } from '../orders/OrderLink.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { MOMENT } from './campaign-words.ts'
import classes from './campaigns.module.css'

const columnsOf = (returnUrl: string): Column<Redemption>[] => [
  {
    header: 'Organization',
    narrow: 'title',
    cell: ({ orgId, customerName }) =>
      orgId ? (
        <OrganizationLink id={orgId._id}>{organizationName(orgId.orgName)}</OrganizationLink>
      ) : (
        <span className={classes.quiet}>{customerName || 'Not linked'}</span>
      ),
  },
  { header: 'Redeemed', width: 200, narrow: 'sub', cell: ({ redeemedAt }) => <When at={redeemedAt} as={MOMENT} /> },
  {
    header: 'Order',
    width: 120,
    cell: ({ order }) =>
      order ? (
        <OrderLink id={order._id} returnUrl={returnUrl}>
          {order.orderNo}
        </OrderLink>
      ) : (
        '–'
      ),
  },
  { header: 'Invoices', width: 96, align: 'right', cell: ({ invoices }) => invoices },
  {
    header: 'Discount',
    width: 128,
    align: 'right',
    narrow: 'end',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]

/** Which organizations used the code, and the discount each one got. */
export function RedemptionHistory({ id, search }: { id: string; search: { page?: number; limit?: number } }) {
  const { page, limit } = pageOf(search)
  const list = useList(read(campaigns.listRedemptions, { params: { id }, query: { page, limit } }))
  return (
    <section aria-label="Redemption History" className={classes.redemptions}>
      <SectionHead title="Redemption History" />
      <ListTable
        name="Redemption History"
        one="redemption"
        query={list}
        columns={columnsOf(consolePaths.campaign(id))}
        rowKey={({ key }) => key}
        empty={{ title: 'Not redeemed yet', text: 'Each use of the code appears here, with its discount.' }}
      />
    </section>
  )
}

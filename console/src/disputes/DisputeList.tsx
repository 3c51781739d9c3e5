import type { ListMeta } from '@hikmah/contract/common'
import { type DisputeRow, type DisputesQuery, disputes, NO_DISPUTES } from '@hikmah/contract/disputes'
import { NOT_LINKED } from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { disputeOutcomes } from '@hikmah/contract/money-account'
import { describeDisputeReason } from '@hikmah/contract/money-words'
import { organizationName } from '@hikmah/contract/organizations/words'
import { keysOf } from '@hikmah/contract/words'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import type { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { daysSince, periodText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, chevronColumn, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { RowLink } from '../kit/row/RowActions.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { DisputeBadge } from './DisputeBadge.tsx'

const route = getRouteApi('/console/disputes')

export const readDisputes = (search: z.infer<typeof DisputesQuery>) =>
  read(disputes.listDisputes, { query: pageOf(search) })

/** /disputes: those whose evidence is due first come first. */
export function DisputeList() {
  const search = route.useSearch()
  const { href } = useLocation()
  const list = useList(readDisputes(search))
  const meta = list.data?.meta
  const name = list.data?.data.find(({ orgId }) => orgId?._id === search.orgId)?.orgId?.orgName
  const organization = {
    label: 'Organization',
    off: { orgId: undefined },
    chip: search.orgId && (name ? organizationName(name) : 'One organization'),
  }
  const currency = { label: 'Currency', off: { currency: undefined }, chip: search.currency?.toUpperCase() }
  const period = periodText(search.openedFrom, search.openedTo)
  const opened = {
    label: 'Opened',
    off: { openedFrom: undefined, openedTo: undefined },
    chip: period && `Opened ${period}`,
  }
  const filters = [organization, currency, opened]
  const shown = shownStatuses(meta, search.status)
  return (
    <Page
      title="Disputes"
      count={titleCount(meta)}
      trail={[
        <LinkTo key="finance" to="/finance">
          Finance
        </LinkTo>,
      ]}
    >
      {(shown.length > 0 || filters.some(({ chip }) => chip)) && (
        <ListToolbar statuses={shown} meta={meta} filters={filters} />
      )}
      <ListTable
        name="Disputes"
        one="dispute"
        query={list}
        columns={disputeColumns(href)}
        rowKey={({ id }) => id}
        sortedBy="evidenceDueAt"
        empty={{ title: NO_DISPUTES, text: 'A payment that a customer’s bank takes back appears here.' }}
      />
    </Page>
  )
}

const statuses = keysOf(disputeOutcomes).map((value) => ({ value, label: disputeOutcomes[value] }))

/** Disputes are few: an outcome that none has is no choice, and a single one is the whole list. */
function shownStatuses(meta: ListMeta | undefined, chosen: string | undefined) {
  const shown = statuses.filter(({ value }) => value === chosen || meta?.counts[value] !== 0)
  return shown.length > 1 || chosen ? shown : []
}

const dueText = (at: string) => (-daysSince(at) > 0 ? `${-daysSince(at)} d left` : 'today')

const paymentName = ({ order, invoice }: DisputeRow) =>
  order ? `Order ${order.orderNo}` : invoice?.number || 'A payment'

/** To the order, or else to the receipt. */
function PaymentLink({ row, returnUrl }: { row: DisputeRow; returnUrl: string }) {
  const { order, invoice, orgId } = row
  const name = { 'aria-label': `See details of ${paymentName(row)}`, isWordSpoken: true, children: 'See details' }
  if (order) return <RowLink {...name} to="/order/order-details" search={{ id: order._id, returnUrl }} />
  if (!invoice || !orgId) return null
  const search = { id: invoice.id, orgId: orgId._id, returnUrl }
  return <RowLink {...name} to="/organization/orders/payment-receipt" search={search} />
}

const disputeColumns = (returnUrl: string): Column<DisputeRow>[] => [
  {
    header: 'Payment',
    width: 128,
    narrow: 'title',
    cell: (row) => <b>{paymentName(row)}</b>,
  },
  {
    header: 'Organization',
    narrow: 'sub',
    cell: ({ orgId, customerEmail }) =>
      orgId ? (
        <OrganizationLink id={orgId._id}>{organizationName(orgId.orgName)}</OrganizationLink>
      ) : (
        customerEmail || NOT_LINKED
      ),
  },
  {
    header: 'Reason',
    width: '18%',
    wideOnly: true,
    cell: ({ reason }) => describeDisputeReason(reason),
  },
  { header: 'Opened', sort: 'at', width: 116, wideOnly: true, cell: ({ at }) => <When at={at} /> },
  {
    header: 'Evidence due',
    sort: 'evidenceDueAt',
    width: 168,
    cell: ({ evidenceDueAt }) =>
      evidenceDueAt ? (
        <>
          <When at={evidenceDueAt} /> <span className="late">{dueText(evidenceDueAt)}</span>
        </>
      ) : (
        '–'
      ),
  },
  {
    header: 'Status',
    width: 148,
    narrow: 'badge',
    cell: (row) => <DisputeBadge {...row} isUndated />,
    narrowCell: DisputeBadge,
  },
  {
    header: 'Amount',
    sort: 'amount',
    width: 100,
    align: 'right',
    narrow: 'end',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  chevronColumn((row) => <PaymentLink row={row} returnUrl={returnUrl} />),
]

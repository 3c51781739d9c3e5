import { PageQuery } from '@hikmah/contract/common'
import {
  AMOUNT_PAID,
  type Invoice,
  InvoicesQuery,
  invoiceStatuses,
  invoiceStatusText,
  invoices,
  NO_PAYMENTS,
  VIEW_INVOICE,
  VIEW_RECEIPT,
} from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { BILLING_CYCLE } from '@hikmah/contract/payments'
import { useLocation, useSearch } from '@tanstack/react-router'
import { OrganizationDisputesLink } from '../disputes/OpenDisputesLink.tsx'
import { read } from '../kit/api/data.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf, searchOf } from '../kit/list/list-search.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx'
import { billingCycle, invoiceNumber } from './invoice-text.ts'

const statuses = invoiceStatuses.map((value) => ({ value, label: invoiceStatusText(value) }))

/** The second tab of /orgorders/{id}: what the organization was billed, and what of it is paid. */
export function PaymentsHistoryPanel({ orgId }: { orgId: string }) {
  const { href } = useLocation()
  const search = searchOf(InvoicesQuery)(useSearch({ strict: false }))
  const list = useList(read(invoices.listOrganizationInvoices, { params: { orgId }, query: pageOf(search) }))
  return (
    <>
      <StaleMark />
      <OrganizationDisputesLink orgId={orgId} />
      <ListToolbar searchLabel="Search invoice or receipt number" statuses={statuses} meta={list.data?.meta} />
      <ListTable
        name="Payments history"
        one="invoice"
        query={list}
        columns={invoiceColumns(href)}
        rowKey={({ id }) => id}
        sortedBy="-created"
        empty={{ title: NO_PAYMENTS, text: 'Invoices and receipts appear here once the organization is billed.' }}
      />
    </>
  )
}

/** Narrower than on a page of their own. */
const besideRail: Record<string, number> = { 'INVOICE Date': 112, [AMOUNT_PAID]: 100, Status: 132 }

/** What was billed for one subscription, and what of it is paid. */
export function SubscriptionPaymentsPanel({ orgId, subscription }: { orgId: string; subscription: string }) {
  const { href } = useLocation()
  const { page, limit } = pageOf(searchOf(PageQuery)(useSearch({ strict: false })))
  const query = { page, limit, subscription }
  const list = useList(read(invoices.listOrganizationInvoices, { params: { orgId }, query }))
  return (
    <section aria-label="Payments">
      <SectionHead title="Payments" />
      <ListTable
        name="Payments"
        one="invoice"
        query={list}
        columns={invoiceColumns(href)
          .filter(({ header }) => header !== BILLING_CYCLE)
          .map(({ sort: _, width, ...column }) => ({ ...column, width: besideRail[column.header] ?? width }))}
        rowKey={({ id }) => id}
        empty={{ title: NO_PAYMENTS, text: 'Its invoices and receipts appear here once it is billed.' }}
      />
    </section>
  )
}

const invoiceColumns = (returnUrl: string): Column<Invoice>[] => [
  { header: 'INVOICE NO.', sort: 'number', narrow: 'title', cell: (invoice) => <b>{invoiceNumber(invoice)}</b> },
  {
    header: 'INVOICE Date',
    sort: 'created',
    width: '18%',
    narrow: 'sub',
    cell: ({ created }) => <When at={created * 1000} />,
  },
  { header: BILLING_CYCLE, width: '14%', cell: billingCycle },
  {
    header: AMOUNT_PAID,
    width: '14%',
    align: 'right',
    narrow: 'end',
    cell: ({ status, amount_paid, amount_remaining, currency }) =>
      status === 'open' ? `${formatMoney(amount_remaining, currency)} due` : formatMoney(amount_paid, currency),
  },
  { header: 'Status', width: 200, narrow: 'badge', cell: InvoiceStatusBadge },
  {
    header: 'ACTION',
    width: 148,
    align: 'right',
    narrow: 'actions',
    cell: (invoice) => {
      const action = invoice.status === 'paid' ? VIEW_RECEIPT : VIEW_INVOICE
      return (
        <RowActions>
          <RowLink
            to="/organization/orders/payment-receipt"
            search={{ id: invoice.id, orgId: invoice.orgId, returnUrl }}
            aria-label={`${action}, ${invoiceNumber(invoice)}`}
          >
            {action}
          </RowLink>
        </RowActions>
      )
    },
  },
]

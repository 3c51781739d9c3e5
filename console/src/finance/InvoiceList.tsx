import {
  ANY_AGE,
  finance,
  type InvoiceRow,
  type InvoicesQuery,
  invoiceAgeLabels,
  invoiceAges,
  invoiceStates,
  invoiceStateText,
  NOT_LINKED,
  takenBackLabels,
} from '@hikmah/contract/finance'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { keysOf } from '@hikmah/contract/words'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import type { z } from 'zod'
import { InvoiceStateBadge } from '../invoices/InvoiceStatusBadge.tsx'
import { download, saveAs } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { periodText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, chevronColumn, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, type Filter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RowLink } from '../kit/row/RowActions.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { FinanceLink } from './FinanceLink.tsx'

const route = getRouteApi('/console/finance-invoices')

const payer = ({ orgId, customerName, customerEmail }: InvoiceRow) =>
  orgId ? organizationName(orgId.orgName) : customerName || customerEmail || NOT_LINKED

const isOpen = ({ status }: InvoiceRow) => status === 'due' || status === 'overdue'

const openText = (row: InvoiceRow) => (isOpen(row) ? formatMoney(row.amountRemaining, row.currency) : '–')

const numberOf = ({ number, id }: InvoiceRow) => number || id

const invoiceColumns: Column<InvoiceRow>[] = [
  {
    header: 'Invoice no.',
    width: 144,
    narrow: 'title',
    cell: (row) => <b>{numberOf(row)}</b>,
  },
  {
    header: 'Organization',
    narrow: 'sub',
    cell: (row) =>
      row.orgId ? (
        <OrganizationLink id={row.orgId._id}>{organizationName(row.orgId.orgName)}</OrganizationLink>
      ) : (
        payer(row)
      ),
    // Beside an Arabic name the minus of the amount would change its side.
    narrowCell: (row) => (
      <>
        <bdi>{formatMoney(row.total, row.currency)}</bdi> · <bdi translate="no">{payer(row)}</bdi>
      </>
    ),
  },
  {
    header: 'Date',
    sort: 'createdAt',
    width: 108,
    narrow: 'end',
    cell: ({ createdAt }) => <When at={createdAt} />,
    narrowCell: (row) =>
      isOpen(row) && row.dueAt ? (
        <>
          due <When at={row.dueAt} />
        </>
      ) : (
        <When at={row.createdAt} />
      ),
  },
  {
    header: 'Due date',
    width: 108,
    wideOnly: true,
    cell: ({ dueAt }) => <When at={dueAt} />,
  },
  {
    header: 'Status',
    width: 120,
    narrow: 'badge',
    same: ({ status }) => status,
    saidBy: 'status',
    cell: InvoiceStateBadge,
  },
  {
    header: 'Total',
    sort: 'total',
    width: 100,
    align: 'right',
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  {
    header: 'Paid',
    width: 100,
    align: 'right',
    wideOnly: true,
    cell: ({ amountPaid, currency }) => formatMoney(amountPaid, currency),
  },
  {
    header: 'Open',
    width: 100,
    align: 'right',
    wideOnly: true,
    same: openText,
    cell: openText,
  },
]

const invoiceLink = (returnUrl: string) =>
  chevronColumn<InvoiceRow>(
    (row) =>
      row.orgId && (
        <RowLink
          to="/organization/orders/payment-receipt"
          search={{ id: row.id, orgId: row.orgId._id, returnUrl }}
          aria-label={`See details of ${numberOf(row)}`}
          isWordSpoken
        >
          See details
        </RowLink>
      ),
  )

/** What the chosen filter sums. */
const takenBackColumn = (takenBack: 'refunded' | 'lost'): Column<InvoiceRow> => ({
  header: takenBackLabels[takenBack],
  width: 108,
  align: 'right',
  cell: ({ refunded, returnedOutside, lost, currency }) =>
    formatMoney(-(takenBack === 'lost' ? lost : refunded + returnedOutside), currency),
})

const statuses = invoiceStates.map((value) => ({ value, label: invoiceStateText(value) }))

export const readInvoices = (search: z.infer<typeof InvoicesQuery>) =>
  read(finance.listInvoices, { query: pageOf(search) })

/** /finance-invoices: every invoice of every organization. */
export function InvoiceList() {
  return useMay('finance.read') ? <AllInvoices /> : <ClosedPage title="Invoices" what="Finance" />
}

function AllInvoices() {
  const search = route.useSearch()
  const { href } = useLocation()
  const list = useList(readInvoices(search))
  const meta = list.data?.meta
  const { page: _page, limit: _limit, sort: _sort, ...filter } = search
  const save = useAction(async () => {
    saveAs(await download(finance.exportInvoices, { query: filter }), 'invoices.csv')
  })
  return (
    <Page
      title="Invoices"
      count={titleCount(meta)}
      trail={[<FinanceLink key="finance" />]}
      action={
        <GuardedButton
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          loading={save.isRunning}
          onClick={() => void save.run(undefined)}
        >
          Export CSV
        </GuardedButton>
      }
    >
      {save.error && <Banner tone="danger" text={save.error.message.trim()} onDismiss={save.clear} />}
      <ListToolbar
        searchLabel="Search number, organization, email"
        statuses={statuses}
        meta={meta}
        filters={invoiceFilters(search, list.data?.data)}
      />
      <ListTable
        name="Invoices"
        one="invoice"
        query={list}
        columns={[
          ...invoiceColumns,
          ...(search.takenBack ? [takenBackColumn(search.takenBack)] : []),
          invoiceLink(href),
        ]}
        rowKey={({ id }) => id}
        sortedBy="-createdAt"
        empty={{ title: 'No invoices', text: 'Invoices from the payment provider appear here.' }}
      />
    </Page>
  )
}

const takenBacks = keysOf(takenBackLabels).map((value) => ({ value, label: takenBackLabels[value] }))
const ages = [
  { value: ANY_AGE, label: 'All open' } as const,
  ...invoiceAges.map((value) => ({ value, label: invoiceAgeLabels[value] })),
]

export function invoiceFilters(
  { age, currency, orgId, paidFrom, paidTo, takenBack }: z.output<typeof InvoicesQuery>,
  rows: InvoiceRow[] = [],
): Filter[] {
  const paid = periodText(paidFrom, paidTo)
  const name = rows.find((row) => row.orgId?._id === orgId)?.orgId?.orgName
  return [
    choiceFilter('age', 'Overdue', age, ages),
    choiceFilter('takenBack', 'Taken back', takenBack, takenBacks),
    { label: 'Currency', off: { currency: undefined }, chip: currency?.toUpperCase() },
    { label: 'Paid', off: { paidFrom: undefined, paidTo: undefined }, chip: paid && `Paid ${paid}` },
    {
      label: 'Organization',
      off: { orgId: undefined },
      chip: orgId && (orgId === 'none' ? NOT_LINKED : (name ?? 'One organization')),
    },
  ]
}

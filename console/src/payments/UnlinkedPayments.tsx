import type { Data } from '@hikmah/contract/endpoint'
import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { GuestCheckout } from '@hikmah/contract/orders/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { payments } from '@hikmah/contract/payments'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { read, useMay } from '../kit/api/data.ts'
import { countText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import { RowAction, RowActions } from '../kit/row/RowActions.tsx'
import { PaymentBadge } from '../orders/OrderStatusBadge.tsx'
import classes from './payments.module.css'

export type Customer = Data<typeof payments.listUnlinkedCustomers>[number]

// Loaded on demand: the organization picker is heavy, and few customers and checkouts need a link.
const LinkCustomer = lazy(() => import('./LinkDialog.tsx').then((it) => ({ default: it.LinkCustomer })))
const LinkCheckout = lazy(() => import('./LinkDialog.tsx').then((it) => ({ default: it.LinkCheckout })))

const route = getRouteApi('/console/payments')

interface Linkable {
  name: string
  email: string
  id: string
  /** The organization with the same email, if there is exactly one. */
  suggestion: { orgName: string } | null
}

export const customerName = ({ name, id }: Pick<Linkable, 'name' | 'id'>) => name || id
export const payerName = ({ name, email, id }: Omit<Linkable, 'suggestion'>) => name || email || id

/** The row that is being linked, and the columns that suggest an organization and offer the link. */
function useLinking<Row extends Linkable>(
  Link: ComponentType<{ row: Row; onClose: () => void }>,
  rowName: (row: Row) => string,
  suggestionWidth: `${number}%`,
) {
  const mayManage = useMay('payments.manage')
  const [linked, setLinked] = useState<Row>()
  const columns: Column<Row>[] = [
    {
      header: 'Suggested',
      width: suggestionWidth,
      wideOnly: true,
      same: ({ suggestion }) => suggestion?.orgName,
      cell: ({ suggestion }) => (suggestion ? organizationName(suggestion.orgName) : '–'),
    },
    {
      header: 'Action',
      width: 96,
      align: 'right',
      narrow: 'actions',
      cell: (row) =>
        mayManage && (
          <RowActions>
            <RowAction aria-label={`Link ${rowName(row)}`} onClick={() => setLinked(row)}>
              Link
            </RowAction>
          </RowActions>
        ),
    },
  ]
  const dialog = linked && (
    <Suspense>
      <Link row={linked} onClose={() => setLinked(undefined)} />
    </Suspense>
  )
  return { columns, dialog }
}

export function UnlinkedCustomers() {
  const search = route.useSearch()
  const list = useList(read(payments.listUnlinkedCustomers, { query: pageOf(search) }))
  const linking = useLinking<Customer>(LinkCustomer, customerName, '22%')
  const isEmpty = list.data?.meta.total === 0
  const title = 'Customers without an organization'

  return (
    <section>
      <SectionHead title={title} />
      {isEmpty && !list.error ? (
        <p className="nothing">Every customer of the payment provider belongs to an organization.</p>
      ) : (
        <div className={classes.customers}>
          <ListTable
            name={title}
            one="customer"
            query={list}
            columns={[
              {
                header: 'Customer',
                narrow: 'title',
                cell: (customer) => (
                  <>
                    <b>{customerName(customer)}</b>
                    {customer.isDeleted && <small className={classes.deleted}>Deleted at the payment provider</small>}
                  </>
                ),
              },
              { header: 'Email', width: '26%', narrow: 'sub', cell: ({ email }) => email || '–' },
              { header: 'Since', width: 124, narrow: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
              { header: 'Invoices', width: 96, align: 'right', cell: ({ invoices }) => countText(invoices) },
              ...linking.columns,
            ]}
            rowKey={({ id }) => id}
            empty={{ title: 'No customers', text: 'Every customer belongs to an organization.' }}
          />
        </div>
      )}
      {linking.dialog}
    </section>
  )
}

/** There are only a few; the newest are shown. */
const MAX_GUEST_CHECKOUTS = 100

/** The money may be on its way for days, or not come; where nothing was to be paid, there is nothing to say. */
const PaidOn = ({ payment, paidAt }: GuestCheckout) =>
  paidAt ? <When at={paidAt} /> : payment !== 'none' && <PaymentBadge payment={payment} />

export function GuestCheckouts() {
  const list = useList(read(orders.listGuestCheckouts, { query: { limit: MAX_GUEST_CHECKOUTS } }))
  const linking = useLinking<GuestCheckout>(LinkCheckout, payerName, '20%')
  if (!list.error && !list.data?.data.length) return null
  const title = 'Guest checkouts without an organization'

  return (
    <section>
      <SectionHead title={title} />
      <div className={classes.customers}>
        <ListTable
          name={title}
          one="checkout"
          query={{ ...list, data: list.data && { data: list.data.data } }}
          columns={[
            { header: 'Payer', narrow: 'title', cell: (checkout) => <b>{payerName(checkout)}</b> },
            { header: 'Email', width: '26%', narrow: 'sub', cell: ({ email }) => email || '–' },
            {
              header: 'Paid on',
              width: 124,
              narrow: 'badge',
              cell: (checkout) => (checkout.paidAt ? PaidOn(checkout) : <>– {PaidOn(checkout)}</>),
              narrowCell: PaidOn,
            },
            {
              header: 'Amount',
              width: 112,
              align: 'right',
              narrow: 'end',
              cell: ({ amount, currency }) => formatMoney(amount, currency),
            },
            ...linking.columns,
          ]}
          rowKey={({ id }) => id}
          empty={{ title: 'No checkouts', text: 'Every checkout belongs to an organization.' }}
        />
      </div>
      {linking.dialog}
    </section>
  )
}

import type { Data } from '@hikmah/contract/endpoint'
import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { GuestCheckout } from '@hikmah/contract/orders/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { payments } from '@hikmah/contract/payments'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { countText } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import { RowAction, RowActions } from '../kit/row/RowActions.tsx'
import { PaymentBadge } from '../orders/PaymentBadge.tsx'
import classes from './payments.module.css'

export type Customer = Data<typeof payments.listUnlinkedCustomers>[number]

// Loaded on demand: the organization picker is heavy, and few customers need a link.
const LinkCustomer = lazy(() => import('./LinkDialog.tsx').then((it) => ({ default: it.LinkCustomer })))

const route = getRouteApi('/console/payments')

const Name = ({ name, isDeleted }: Pick<Customer, 'name' | 'isDeleted'>) => (
  <>
    <b>{name}</b>
    {isDeleted && <small className={classes.deleted}>Deleted at the payment provider</small>}
  </>
)

/** Customers who were billed and belong to no organization yet. */
export function UnlinkedCustomers() {
  const search = route.useSearch()
  const mayManage = useMay('payments.manage')
  const list = useList(read(payments.listUnlinkedCustomers, { query: pageOf(search) }))
  const [linked, setLinked] = useState<Customer>()
  const isEmpty = list.data?.meta.total === 0

  const columns: Column<Customer>[] = [
    {
      header: 'Customer',
      narrow: 'title',
      cell: ({ name, id, isDeleted }) => <Name name={name || id} isDeleted={isDeleted} />,
    },
    { header: 'E-mail', width: '26%', narrow: 'sub', cell: ({ email }) => email || '–' },
    { header: 'Since', width: 124, narrow: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
    { header: 'Invoices', width: 96, align: 'right', cell: ({ invoices }) => countText(invoices) },
    {
      header: 'Suggested',
      width: '22%',
      wideOnly: true,
      cell: ({ suggestion }) => (suggestion ? organizationName(suggestion.orgName) : '–'),
    },
    {
      header: 'Action',
      width: 96,
      align: 'right',
      narrow: 'actions',
      cell: (customer) =>
        mayManage && (
          <RowActions>
            <RowAction aria-label={`Link ${customer.name || customer.id}`} onClick={() => setLinked(customer)}>
              Link
            </RowAction>
          </RowActions>
        ),
    },
  ]

  return (
    <section>
      <SectionHead title="Customers without an organization" />
      {isEmpty && !list.error ? (
        <p className={classes.nobody}>Every customer of the payment provider belongs to an organization.</p>
      ) : (
        <div className={classes.customers}>
          <ListTable
            name="Customers without an organization"
            one="customer"
            query={list}
            columns={columns}
            rowKey={({ id }) => id}
            empty={{ title: 'No customers', text: 'Every customer belongs to an organization.' }}
          />
        </div>
      )}
      {linked && (
        <Suspense>
          <LinkCustomer customer={linked} onClose={() => setLinked(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

// Loaded on demand: the organization picker is heavy, and few checkouts need a link.
const LinkCheckout = lazy(() => import('./LinkDialog.tsx').then((it) => ({ default: it.LinkCheckout })))

/** There are only a few; the newest are shown. */
const MAX_GUEST_CHECKOUTS = 100

export const payerName = ({ name, email, id }: GuestCheckout) => name || email || id

/** The money may be on its way for days, or not come; where nothing was to be paid, that is all there is to say. */
const PaidOn = ({ payment, paidAt }: GuestCheckout) =>
  paidAt ? <When at={paidAt} /> : payment !== 'none' && <PaymentBadge payment={payment} />

/** Checkouts of guests that belong to no known organization; nothing if there are none. */
export function GuestCheckouts() {
  const mayManage = useMay('payments.manage')
  const list = useList(read(orders.listGuestCheckouts, { query: { limit: MAX_GUEST_CHECKOUTS } }))
  const [linked, setLinked] = useState<GuestCheckout>()
  if (!list.error && !list.data?.data.length) return null

  const columns: Column<GuestCheckout>[] = [
    { header: 'Payer', narrow: 'title', cell: (checkout) => <b>{payerName(checkout)}</b> },
    { header: 'E-mail', width: '26%', narrow: 'sub', cell: ({ email }) => email || '–' },
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
    {
      header: 'Suggested',
      width: '20%',
      wideOnly: true,
      cell: ({ suggestion }) => (suggestion ? organizationName(suggestion.orgName) : '–'),
    },
    {
      header: 'Action',
      width: 96,
      align: 'right',
      narrow: 'actions',
      cell: (checkout) =>
        mayManage && (
          <RowActions>
            <RowAction aria-label={`Link ${payerName(checkout)}`} onClick={() => setLinked(checkout)}>
              Link
            </RowAction>
          </RowActions>
        ),
    },
  ]

  return (
    <section>
      <SectionHead title="Guest checkouts without an organization" />
      <div className={classes.customers}>
        <ListTable
          name="Guest checkouts without an organization"
          one="checkout"
          query={{ ...list, data: list.data && { data: list.data.data } }}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{ title: 'No checkouts', text: 'Every checkout belongs to an organization.' }}
        />
      </div>
      {linked && (
        <Suspense>
          <LinkCheckout checkout={linked} onClose={() => setLinked(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

import { DOWNLOAD_INVOICE, DOWNLOAD_RECEIPT, invoices, MAY_NOT_DOWNLOAD, type Receipt } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, call, failureText } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { HrefLink, LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Columns, Page, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { billingCycle, documentTitle, paymentMethodText } from './invoice-text.ts'
import classes from './PaymentReceipt.module.css'
import amounts from './ReceiptSheet.module.css'
import { ReceiptSheet } from './ReceiptSheet.tsx'

const route = getRouteApi('/console/organization/orders/payment-receipt')
const paymentsHistoryPath = (orgId: string) => `/orgorders/${orgId}?tab=payments`

/** /organization/orders/payment-receipt?id=…: a receipt, or an invoice that is not paid. */
export function PaymentReceipt() {
  const { id = '', orgId, returnUrl } = route.useSearch()
  const receipt = useQuery(read(invoices.readInvoice, { params: { id: id || 'none' } }))
  const back = returnUrl ?? (orgId && paymentsHistoryPath(orgId))
  return (
    <LoadedPage
      name="Receipt"
      shape="detail"
      query={receipt}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={
        back ? <HrefLink href={back}>Back</HrefLink> : <OrganizationsLink>Go to the organizations</OrganizationsLink>
      }
    >
      {(data) => <Shown key={data.id} receipt={data} back={back ?? paymentsHistoryPath(data.orgId)} />}
    </LoadedPage>
  )
}

function Shown({ receipt, back }: { receipt: Receipt; back: string }) {
  const { id, orgId, orgName, status, order, siblings } = receipt
  const { kind, name } = documentTitle(receipt)
  const download = useDownload(id)
  const mayDownload = useMay('billing.manage')
  return (
    <Page
      title={`${kind} ${name}`}
      sub={
        <>
          {organizationName(orgName)}
          {order && `. ${siblings.length > 0 ? 'One of several' : 'The only one'} for order ${order.orderNo}.`}
        </>
      }
      action={
        <>
          <HrefLink href={back} variant="subtle" leftSection={<Icon name="back" />}>
            Back
          </HrefLink>
          <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => window.print()}>
            Print
          </Button>
          <SubmitButton
            type="button"
            isQuiet
            leftSection={<Icon name="download" />}
            loading={download.isRunning}
            reason={!mayDownload && MAY_NOT_DOWNLOAD}
            onClick={download.start}
          >
            {status === 'paid' ? DOWNLOAD_RECEIPT : DOWNLOAD_INVOICE}
          </SubmitButton>
        </>
      }
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={orgId}>
          {organizationName(orgName)}
        </OrganizationLink>,
      ]}
    >
      {download.failure && (
        <p className={classes.failure} role="alert">
          {download.failure} You can still print this page.
        </p>
      )}
      <StaleMark asOf={receipt.asOf} />
      <Columns rail={<ReceiptRail receipt={receipt} />}>
        <ReceiptSheet receipt={receipt} />
      </Columns>
    </Page>
  )
}

/** Opens the PDF of an invoice by a fresh link; a failure is shown in place. */
export function useDownload(id: string) {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function open() {
    setRunning(true)
    setFailure(undefined)
    try {
      const { data } = await call(invoices.readInvoiceLinks, { params: { id } })
      window.open(data.invoice_pdf, '_blank', 'noopener,noreferrer')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(failureText(error))
    } finally {
      setRunning(false)
    }
  }

  return { isRunning, failure, start: () => void open() }
}

/** Facts that the document does not show: how it was paid, and the other invoices of the order. */
export function ReceiptRail({ receipt }: { receipt: Receipt }) {
  const { status, currency, amount_paid, amount_remaining, refunded, payment, receipt_number, order, siblings, orgId } =
    receipt
  const isOpen = status === 'open'
  const facts: [string, ReactNode][] = [
    isOpen
      ? ['Amount due', formatMoney(amount_remaining, currency)]
      : ['Amount paid', formatMoney(amount_paid, currency)],
    ...(isOpen ? [] : ([['Refunded', formatMoney(refunded, currency)]] as [string, ReactNode][])),
    ...(isOpen && receipt.due_date
      ? ([['Due on', <When key="due" at={receipt.due_date * 1000} />]] as [string, ReactNode][])
      : []),
    ['Payment Method', payment ? paymentMethodText(payment) + (payment.others ? ` +${payment.others}` : '') : '–'],
    [
      'Receipt number',
      <span key="number" className={classes.id}>
        {receipt_number ?? '–'}
      </span>,
    ],
    [
      'Order',
      order ? (
        <LinkTo key="order" to="/order/order-details" search={{ id: order._id }}>
          {order.orderNo}
        </LinkTo>
      ) : (
        '–'
      ),
    ],
    ['Billing Cycle', billingCycle(receipt)],
  ]
  return (
    <aside aria-label="Payment" className={classes.rail}>
      <SectionHead title="Payment" />
      <dl className={`${amounts.amounts} ${classes.ledger}`}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {siblings.length > 0 && (
        <SectionHead title={siblings.length > 1 ? 'Other invoices for this order' : 'Other invoice for this order'} />
      )}
      {siblings.map((one) => (
        <Link
          key={one.id}
          className={classes.sibling}
          to="/organization/orders/payment-receipt"
          search={(now) => ({ ...now, id: one.id, orgId })}
        >
          <span>
            <b>{documentTitle(one).name}</b>
            <small>
              <When at={one.created * 1000} />
              {one.refunded > 0 && `, ${formatMoney(one.refunded, one.currency)} refunded`}
            </small>
          </span>
          <span>
            {formatMoney(one.total, one.currency)}
            <Icon name="right" size={12} />
          </span>
        </Link>
      ))}
    </aside>
  )
}

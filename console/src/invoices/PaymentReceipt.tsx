import {
  AMOUNT_DUE,
  AMOUNT_PAID,
  DOWNLOAD_INVOICE,
  DOWNLOAD_RECEIPT,
  invoices,
  isPaidOutside,
  MAY_NOT_DOWNLOAD,
  PAID_OUTSIDE,
  paymentMethodText,
  RECEIPT_NUMBER,
  type Receipt,
} from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { CREDITED_TO_BALANCE, HELD_BY_BANK, LOST_IN_DISPUTE } from '@hikmah/contract/money-words'
import { PAID_OUTSIDE_NOTE } from '@hikmah/contract/open-invoices'
import { organizationName } from '@hikmah/contract/organizations/words'
import { BILLING_CYCLE, PAYMENT_METHOD } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DisputePanel } from '../disputes/DisputePanel.tsx'
import { call, failureText } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { Term } from '../kit/display/Facts.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { openInNewTab, useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { countText, formatDate } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { Drawing } from '../kit/icons/public-icons.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Columns, HrefButton, LinkTo, Page, SectionHead } from '../kit/page/Page.tsx'
import { OpenInvoicePanel, OwedTerms } from '../open-invoices/OpenInvoicePanel.tsx'
import { OrganizationsLink, organizationsWayBack, organizationTrail } from '../organizations/OrganizationLink.tsx'
import { useRefund } from '../refunds/RefundPanel.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { billingCycle, documentTitle } from './invoice-text.ts'
import '../kit/parts/plain.css'
import classes from './PaymentReceipt.module.css'
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
      wayBack={back ? <HrefButton href={back}>Back</HrefButton> : organizationsWayBack}
    >
      {(data) => <Shown key={data.id} receipt={data} back={back ?? paymentsHistoryPath(data.orgId)} />}
    </LoadedPage>
  )
}

function Shown({ receipt, back }: { receipt: Receipt; back: string }) {
  const { id, orgId, orgName, status, order, siblings } = receipt
  const { kind, name } = documentTitle(receipt)
  // Every link of the provider is fresh, as it soon expires.
  const download = useAction(async () => {
    const { data } = await call(invoices.readInvoiceLinks, { params: { id } })
    openInNewTab(data.invoice_pdf)
  })
  const refund = useRefund({
    kind: 'invoice',
    id,
    name: `${kind.toLowerCase()} ${name}`,
    text: `${organizationName(orgName)}.`,
  })
  const mayDownload = useMay('billing.manage')
  return (
    <Page
      title={`${kind} ${name}`}
      badge={
        status === 'open' &&
        receipt.due_date && (
          <StatusBadge tone="warning">{`Due ${formatDate(receipt.due_date * 1000, 'MMM D')}`}</StatusBadge>
        )
      }
      sub={
        <>
          {organizationName(orgName)}
          {order && `. ${kind} for order ${order.orderNo}${siblings.length > 0 ? ', one of several' : ''}.`}
        </>
      }
      action={
        <>
          <HrefButton href={back} variant="subtle" leftSection={<Icon name="back" />}>
            Back
          </HrefButton>
          {receipt.amount_paid > 0 && refund.button}
          <Button
            variant="default"
            leftSection={<Drawing path="M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <GuardedButton
            leftSection={<Icon name="download" />}
            loading={download.isRunning}
            reason={!mayDownload && MAY_NOT_DOWNLOAD}
            onClick={() => void download.run(undefined)}
          >
            {status === 'paid' ? DOWNLOAD_RECEIPT : DOWNLOAD_INVOICE}
          </GuardedButton>
        </>
      }
      trail={organizationTrail(orgId, orgName)}
    >
      {download.error && (
        <p className={classes.failure} role="alert">
          {failureText(download.error)} You can still print this page.
        </p>
      )}
      <StaleMark asOf={receipt.asOf} />
      {receipt.movements.map(
        (movement) =>
          movement.kind === 'dispute' && (
            <DisputePanel key={movement.id} dispute={movement} currency={receipt.currency} />
          ),
      )}
      <Columns rail={<ReceiptRail receipt={receipt} />}>
        <ReceiptSheet receipt={receipt} retry={refund.retry} />
      </Columns>
      {refund.dialog}
    </Page>
  )
}

/** Facts that the document does not show: how it was paid, and the other invoices of the order. */
export function ReceiptRail({ receipt }: { receipt: Receipt }) {
  const {
    currency,
    amount_paid,
    amount_remaining,
    refunded,
    refund_pending,
    payment,
    receipt_number,
    order,
    siblings,
    orgId,
  } = receipt
  const isOpen = receipt.status === 'open'
  const cycle = billingCycle(receipt)
  const method = isPaidOutside(receipt)
    ? PAID_OUTSIDE
    : payment && paymentMethodText(payment) + (payment.others ? ` +${payment.others}` : '')
  return (
    <aside aria-label="Payment">
      <SectionHead title="Payment" />
      <dl className="amounts">
        {isOpen && <Term name={AMOUNT_DUE} value={formatMoney(amount_remaining, currency)} />}
        {isOpen && receipt.due_date && <Term name="Due on" value={<When at={receipt.due_date * 1000} />} />}
        {isOpen && <OwedTerms receipt={receipt} />}
        {!isOpen && <Term name={AMOUNT_PAID} value={formatMoney(amount_paid, currency)} />}
        {!isOpen && <Term name="Refunded" value={formatMoney(refunded, currency)} />}
        {refund_pending > 0 && <Term name="Refund pending" value={formatMoney(refund_pending, currency)} />}
        {receipt.disputed > 0 && <Term name={HELD_BY_BANK} value={formatMoney(receipt.disputed, currency)} />}
        {receipt.credited > 0 && <Term name={CREDITED_TO_BALANCE} value={formatMoney(receipt.credited, currency)} />}
        {receipt.lost > 0 && <Term name={LOST_IN_DISPUTE} value={formatMoney(receipt.lost, currency)} />}
        {method && <Term name={PAYMENT_METHOD} value={method} />}
        {receipt.paid_outside_note && (
          <Term name={PAID_OUTSIDE_NOTE} value={paidOutsideText(receipt.paid_outside_note)} />
        )}
        {receipt_number && <Term name={RECEIPT_NUMBER} value={<span className={classes.id}>{receipt_number}</span>} />}
        {order && (
          <Term
            name="Order"
            value={
              <LinkTo to="/order/order-details" search={{ id: order._id }}>
                {order.orderNo}
              </LinkTo>
            }
          />
        )}
        {cycle !== '–' && <Term name={BILLING_CYCLE} value={cycle} />}
      </dl>
      {(isOpen || receipt.status === 'uncollectible') && <OpenInvoicePanel receipt={receipt} />}
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
      {receipt.siblings_total > siblings.length && (
        <HrefButton href={paymentsHistoryPath(orgId)} variant="subtle">
          {`All ${countText(receipt.siblings_total + 1)} invoices of this order`}
        </HrefButton>
      )}
    </aside>
  )
}

const paidOutsideText = ({ note, byName }: NonNullable<Receipt['paid_outside_note']>) =>
  `${note}, recorded by ${byName}`

import {
  AMOUNT_DUE,
  AMOUNT_PAID,
  DOWNLOAD_INVOICE,
  DOWNLOAD_RECEIPT,
  discountLines,
  INVOICE_NUMBER,
  invoices,
  isWhollyRefunded,
  MAY_NOT_DOWNLOAD,
  paymentMethodText,
  RECEIPT_NUMBER,
  type Receipt,
} from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { organizationName } from '@hikmah/contract/organizations/words'
import { BILLING_CYCLE, CREDIT_FOR_NEXT, FROM_CREDIT, PAYMENT_METHOD } from '@hikmah/contract/payments'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { call, failureText } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { Term } from '../kit/display/Facts.tsx'
import { SandboxMark } from '../kit/display/StatusBadge.tsx'
import { useAction } from '../kit/form/action.ts'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { Mark } from '../kit/icons/public-icons.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { ColumnHeads, Columns, HrefButton, LinkTo, Page, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationsLink, organizationsWayBack, organizationTrail } from '../organizations/OrganizationLink.tsx'
import { usePretense } from '../sitemap/navigation-counts.ts'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx'
import {
  addressLines,
  billingCycle,
  documentTitle,
  invoiceNumber,
  lineName,
  linePeriod,
  unitPrice,
} from './invoice-text.ts'
import '../kit/parts/plain.css'
import classes from './PaymentReceipt.module.css'
import sheet from './ReceiptSheet.module.css'

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
    window.open(data.invoice_pdf, '_blank', 'noopener,noreferrer')
  })
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
          <HrefButton href={back} variant="subtle" leftSection={<Icon name="back" />}>
            Back
          </HrefButton>
          <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => window.print()}>
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
      <Columns rail={<ReceiptRail receipt={receipt} />}>
        <ReceiptSheet receipt={receipt} />
      </Columns>
    </Page>
  )
}

/** Facts that the document does not show: how it was paid, and the other invoices of the order. */
export function ReceiptRail({ receipt }: { receipt: Receipt }) {
  const { currency, amount_paid, amount_remaining, refunded, payment, receipt_number, order, siblings, orgId } = receipt
  const isOpen = receipt.status === 'open'
  return (
    <aside aria-label="Payment">
      <SectionHead title="Payment" />
      <dl className="amounts">
        {isOpen && <Term name={AMOUNT_DUE} value={formatMoney(amount_remaining, currency)} />}
        {isOpen && receipt.due_date && <Term name="Due on" value={<When at={receipt.due_date * 1000} />} />}
        {!isOpen && <Term name={AMOUNT_PAID} value={formatMoney(amount_paid, currency)} />}
        {!isOpen && <Term name="Refunded" value={formatMoney(refunded, currency)} />}
        <Term
          name={PAYMENT_METHOD}
          value={payment && paymentMethodText(payment) + (payment.others ? ` +${payment.others}` : '')}
        />
        <Term name={RECEIPT_NUMBER} value={<span className={classes.id}>{receipt_number ?? '–'}</span>} />
        <Term
          name="Order"
          value={
            order && (
              <LinkTo to="/order/order-details" search={{ id: order._id }}>
                {order.orderNo}
              </LinkTo>
            )
          }
        />
        <Term name={BILLING_CYCLE} value={billingCycle(receipt)} />
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

/** The document itself: what is printed. Its amounts are those of the provider; only what a refund leaves is worked out. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { kind, name } = documentTitle(receipt)
  // A total below zero is settled at once, and nobody pays it.
  const isCredit = receipt.total < 0
  const isRefunded = isWhollyRefunded({ paid: receipt.amount_paid, refunded: receipt.refunded })
  return (
    <article className={sheet.sheet} aria-label={`${kind} ${name}`}>
      <Letterhead from={receipt.billedFrom[0] ?? ''} kind={kind} name={name} />
      <dl className={sheet.facts}>
        <Term name={INVOICE_NUMBER} value={invoiceNumber(receipt)} />
        <Term name="Date" value={<When at={receipt.created * 1000} />} />
        <Term name="Payment date" value={receipt.paid_at && !isCredit && <When at={receipt.paid_at * 1000} />} />
        <Term name="Status" value={<InvoiceStatusBadge {...receipt} />} />
      </dl>
      <Parties receipt={receipt} />
      <ReceiptItems receipt={receipt} />
      <Totals receipt={receipt} />
      {receipt.status === 'paid' && !isCredit && (
        <p className={sheet.thanks}>
          {!isRefunded && <b>Thank you for your payment.</b>} Questions about this receipt? Quote {name}.
        </p>
      )}
    </article>
  )
}

/** On paper only: the page has its own head. */
function Letterhead({ from, kind, name }: Record<'from' | 'kind' | 'name', string>) {
  const pretense = usePretense()
  return (
    <div className={sheet.letterhead}>
      <span className={sheet.brand}>
        <Mark />
        {from}
        {pretense && <SandboxMark kind={pretense} text={`${pretense}, not a real payment`} />}
      </span>
      <span className={sheet.kind}>
        {kind}
        <small>{name}</small>
      </span>
    </div>
  )
}

function Parties({ receipt }: { receipt: Receipt }) {
  const { billedFrom, customer_name, customer_email, customer_address, orgName } = receipt
  const [from = '', ...fromLines] = billedFrom
  const toLines = [...addressLines(customer_address), ...(customer_email ? [customer_email] : [])]
  return (
    <div className={sheet.parties}>
      <Party title="Billed from" name={from} lines={fromLines} />
      <Party title="Billed to" name={customer_name ?? orgName} lines={toLines} />
    </div>
  )
}

const Party = ({ title, name, lines }: { title: string; name: string; lines: string[] }) => (
  <section>
    <h2 className="caps">{title}</h2>
    <p>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  </section>
)

function Totals({ receipt }: { receipt: Receipt }) {
  const { subtotal, tax, shipping, total, currency, status, amount_due, amount_paid, refunded } = receipt
  const money = (amount: number) => formatMoney(amount, currency)
  const fromCredit = status === 'paid' ? Math.max(0, total - amount_paid) : 0
  return (
    <dl className={`amounts ${sheet.totals}`} aria-label="Totals">
      <Term name="Subtotal" value={money(subtotal)} />
      {discountLines(receipt).map(({ label, code, amount }, i) => {
        const name = (
          <>
            {label}
            {code && <span className="code">{code}</span>}
          </>
        )
        return <Term key={`${label} ${code}`} name={name} value={money(amount)} isPart={i > 0} />
      })}
      <Term name="Tax" value={money(tax)} />
      <Term name="Shipping" value={money(shipping)} />
      <Term name="Grand Total" value={money(total)} isTotal />
      {status === 'open' && amount_due !== total && <Term name={AMOUNT_DUE} value={money(amount_due)} />}
      {total < 0 && <Term name={CREDIT_FOR_NEXT} value={money(-total)} />}
      {fromCredit > 0 && <Term name={FROM_CREDIT} value={money(-fromCredit)} />}
      {(fromCredit > 0 || refunded > 0) && <Term name={AMOUNT_PAID} value={money(amount_paid)} />}
      {refunded > 0 && <Term name="Refunded" value={money(-refunded)} />}
      {refunded > 0 && <Term name="Net paid" value={money(amount_paid - refunded)} />}
    </dl>
  )
}

function ReceiptItems({ receipt: { lines, currency } }: { receipt: Receipt }) {
  return (
    <table className={`ruled ${sheet.items}`} aria-label="Items">
      <ColumnHeads names={['ITEMS', 'QTY', 'Unit Price', 'Total']} />
      <tbody>
        {lines.data.map((line) => {
          const each = unitPrice(line, currency)
          return (
            <tr key={line.id}>
              <td style={{ gridArea: 'name' }}>
                <b>{lineName(line)}</b>
                <small>{linePeriod(line)}</small>
              </td>
              <td style={{ gridArea: 'quantity' }}>{line.quantity ?? '–'}</td>
              <td style={{ gridArea: 'each' }} data-each={each !== null || undefined}>
                {each ?? '–'}
              </td>
              <td style={{ gridArea: 'total' }}>
                <b>{formatMoney(line.amount, currency)}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

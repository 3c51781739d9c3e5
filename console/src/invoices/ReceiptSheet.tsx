import {
  AMOUNT_DUE,
  AMOUNT_PAID,
  BALANCE,
  discountLines,
  INVOICE_NUMBER,
  isPaidOutside,
  isWhollyRefunded,
  ORDER_NUMBER,
  PAID_OUTSIDE,
  REFUND_UNDER_WAY,
  type Receipt,
  type Seller,
  taxLines,
} from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import type { MoneyMovement } from '@hikmah/contract/money-account'
import { CREDITED_TO_BALANCE, HELD_BY_BANK, LOST_IN_DISPUTE, RETURNED_OUTSIDE } from '@hikmah/contract/money-words'
import { hasRefundFailed, isRefundUnderWay } from '@hikmah/contract/orders/words'
import { CREDIT_FOR_NEXT, FROM_CREDIT } from '@hikmah/contract/payments'
import { DisputeBadge } from '../disputes/DisputeBadge.tsx'
import { Term } from '../kit/display/Facts.tsx'
import { SandboxMark, StatusBadge } from '../kit/display/StatusBadge.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { Mark } from '../kit/icons/public-icons.tsx'
import { ColumnHeads } from '../kit/page/Page.tsx'
import type { useRefund } from '../refunds/RefundPanel.tsx'
import { usePretense } from '../sitemap/navigation-counts.ts'
import { CreditNoteLink } from './CreditNoteLink.tsx'
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx'
import {
  addressLines,
  describeMovement,
  documentTitle,
  invoiceNumber,
  lineName,
  linePeriod,
  paymentLines,
  unitPrice,
} from './invoice-text.ts'
import sheet from './ReceiptSheet.module.css'

/** The document itself: what is printed. Its amounts are those of the provider and of the payment's account. */
export function ReceiptSheet({ receipt, retry }: MovementsProps) {
  const { kind, name } = documentTitle(receipt)
  const { seller, order } = receipt
  // A total below zero is settled at once, and nobody pays it.
  const isCredit = receipt.total < 0
  const isRefunded = isWhollyRefunded({ paid: receipt.amount_paid, refunded: receipt.refunded })
  return (
    <article className={sheet.sheet} aria-label={`${kind} ${name}`}>
      <Letterhead seller={seller} kind={kind} name={name} />
      <dl className={sheet.facts}>
        <Term name={INVOICE_NUMBER} value={invoiceNumber(receipt)} />
        <Term name={ORDER_NUMBER} value={order?.orderNo} />
        <Term name="Date" value={<When at={receipt.created * 1000} />} />
        <Term name="Payment date" value={receipt.paid_at && !isCredit && <When at={receipt.paid_at * 1000} />} />
        <Term name="Status" value={<InvoiceStatusBadge {...receipt} />} />
      </dl>
      <Parties receipt={receipt} />
      <ReceiptItems receipt={receipt} />
      <Totals receipt={receipt} />
      <Movements receipt={receipt} retry={retry} />
      {isPaidOutside(receipt) && (
        <Note>
          {PAID_OUTSIDE}. This receipt is issued by {seller.name} and has no Stripe receipt.
        </Note>
      )}
      {receipt.taxes.some(({ isExempt }) => isExempt) && <Note>Sales tax: exempt organization.</Note>}
      {receipt.status === 'paid' && !isCredit && (
        <p className={sheet.thanks}>
          {!isRefunded && <b>Thank you for your payment.</b>} Questions
          {seller.email ? <>? Write to {breakable(seller.email)} and quote</> : ' about this receipt? Quote'} {name}.
        </p>
      )}
    </article>
  )
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className={sheet.note}>
    <Icon name="document" size={12} />
    <span>{children}</span>
  </p>
)

/** On paper only: the page has its own head. */
function Letterhead({ seller, kind, name }: { seller: Seller; kind: string; name: string }) {
  const pretense = usePretense()
  const [address, contact] = sellerLines(seller)
  return (
    <div className={sheet.letterhead}>
      <span className={sheet.brand}>
        <Mark />
        <span>
          <b>
            {seller.name}
            {pretense && <SandboxMark kind={pretense} text={`${pretense}, not a real payment`} />}
          </b>
          <span>{address}</span>
          <span>{breakable(contact)}</span>
        </span>
      </span>
      <span className={sheet.kind}>
        {kind}
        <small>{name}</small>
      </span>
    </div>
  )
}

const sellerLines = ({ address, email, phone, taxId }: Seller): [string, string] => [
  address.join(', '),
  [email, phone, taxId && `Tax ID ${taxId}`].filter(Boolean).join(' · '),
]

function Parties({ receipt }: { receipt: Receipt }) {
  const { seller, customer_name, customer_email, customer_address, orgName } = receipt
  const toLines = [...addressLines(customer_address), ...(customer_email ? [customer_email] : [])]
  const [method, ...rest] = paymentLines(receipt)
  return (
    <div className={sheet.parties}>
      <Party title="Billed from" name={seller.name} lines={sellerLines(seller).filter(Boolean)} />
      <Party title="Billed to" name={customer_name ?? orgName} lines={toLines} />
      <Party title="Payment" name={method} lines={rest} />
    </div>
  )
}

const Party = ({ title, name, lines }: { title: string; name: string; lines: string[] }) => (
  <section>
    <h2 className="caps">{title}</h2>
    <p>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{breakable(line)}</span>
      ))}
    </p>
  </section>
)

function Totals({ receipt }: { receipt: Receipt }) {
  const { subtotal, shipping, total, currency, status, amount_due, amount_paid, amount_remaining } = receipt
  const { refunded, lost, returned_outside, paid_outside, refund_pending, disputed, credited } = receipt
  const money = (amount: number) => formatMoney(amount, currency)
  const isPaid = status === 'paid'
  const fromCredit = isPaid ? Math.max(0, total - amount_paid) : 0
  const left = refunded + lost + returned_outside
  const moved: [string, number][] = [
    [PAID_OUTSIDE, paid_outside],
    ['Refunded', -refunded],
    [LOST_IN_DISPUTE, -lost],
    [RETURNED_OUTSIDE, -returned_outside],
  ]
  const besides: [string, number][] = [
    [REFUND_UNDER_WAY, refund_pending],
    [HELD_BY_BANK, disputed],
    [CREDITED_TO_BALANCE, credited],
  ]
  const terms = (rows: [string, number][]) =>
    rows
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => <Term key={name} name={name} value={money(amount)} isPart={name === PAID_OUTSIDE} />)
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
      {taxLines(receipt).map(({ label, amount }) => (
        <Term key={label} name={label} value={money(amount)} />
      ))}
      <Term name="Shipping" value={money(shipping)} />
      <Term name="Grand Total" value={money(total)} isTotal />
      {status === 'open' && amount_due !== total && <Term name={AMOUNT_DUE} value={money(amount_due)} />}
      {total < 0 && <Term name={CREDIT_FOR_NEXT} value={money(-total)} />}
      {fromCredit > 0 && <Term name={FROM_CREDIT} value={money(-fromCredit)} />}
      {(isPaid || amount_paid > 0) && <Term name={AMOUNT_PAID} value={money(amount_paid)} />}
      {terms(moved)}
      {left > 0 && <Term name="Net paid" value={money(amount_paid - left)} isSum />}
      {terms(besides)}
      {isPaid && <Term name={BALANCE} value={money(amount_remaining)} />}
    </dl>
  )
}

interface MovementsProps {
  receipt: Receipt
  retry: ReturnType<typeof useRefund>['retry']
}

/** Each with its date and, for a credit note, its number and its PDF. A refund that failed can be made again. */
function Movements({ receipt: { id, movements, currency }, retry }: MovementsProps) {
  if (movements.length === 0) return null
  return (
    <section className={sheet.movements} aria-label="After the payment">
      <h2 className="caps">After the payment</h2>
      <ul>
        {movements.map((movement) => {
          const { name, detail } = describeMovement(movement)
          return (
            <li key={movement.id}>
              <span>
                <b>{name}</b>
                <small>
                  <When at={movement.at} />
                  {detail && `, ${detail}`}
                </small>
              </span>
              <MovementState movement={movement} />
              {isToRepeat(movement, movements) && retry({ paymentId: id, amount: movement.amount })}
              {movement.kind === 'credit-note' && <CreditNoteLink id={movement.id} number={movement.number} />}
              <span>{formatMoney(movement.amount, currency)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function MovementState({ movement }: { movement: MoneyMovement }) {
  if (movement.kind === 'dispute') return <DisputeBadge {...movement} />
  if (movement.kind !== 'refund') return null
  if (isRefundUnderWay(movement.status)) return <StatusBadge tone="warning">On its way</StatusBadge>
  return hasRefundFailed(movement.status) && <StatusBadge tone="failed">Failed</StatusBadge>
}

/** Unless a later refund of as much made up for it. */
function isToRepeat(movement: MoneyMovement, movements: MoneyMovement[]): boolean {
  const hasFailed = (one: MoneyMovement) => one.kind === 'refund' && hasRefundFailed(one.status)
  const later = movements.slice(movements.indexOf(movement) + 1)
  return (
    hasFailed(movement) &&
    !later.some((one) => one.kind === 'refund' && one.amount === movement.amount && !hasFailed(one))
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
              <th scope="row" style={{ gridArea: 'name' }}>
                <b>{lineName(line)}</b>
                <small>{linePeriod(line)}</small>
              </th>
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

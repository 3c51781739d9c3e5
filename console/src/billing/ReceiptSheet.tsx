import { discountLines, isWhollyRefunded, type Receipt } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { CREDIT_FOR_NEXT, FROM_CREDIT } from '@hikmah/contract/payments'
import type { ReactNode } from 'react'
import { SandboxMark } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'
import { Mark } from '../kit/icons/public-icons.tsx'
import { usePretense } from '../sitemap/navigation-counts.ts'
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx'
import { addressLines, documentTitle, invoiceNumber, lineName, linePeriod, unitPrice } from './invoice-text.ts'
import classes from './ReceiptSheet.module.css'

/** The document itself: what is printed. Its amounts are those of the provider; only what a refund leaves is worked out. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { kind, name } = documentTitle(receipt)
  // A total below zero is settled at once, and nobody pays it.
  const isCredit = receipt.total < 0
  const isRefunded = isWhollyRefunded({ paid: receipt.amount_paid, refunded: receipt.refunded })
  return (
    <article className={classes.sheet} aria-label={`${kind} ${name}`}>
      <Letterhead from={receipt.billedFrom[0] ?? ''} kind={kind} name={name} />
      <dl className={classes.facts}>
        <Fact term="Invoice number">{invoiceNumber(receipt)}</Fact>
        <Fact term="Date">
          <When at={receipt.created * 1000} />
        </Fact>
        <Fact term="Payment date">{receipt.paid_at && !isCredit ? <When at={receipt.paid_at * 1000} /> : '–'}</Fact>
        <Fact term="Status">
          <InvoiceStatusBadge {...receipt} />
        </Fact>
      </dl>
      <Parties receipt={receipt} />
      <ReceiptItems receipt={receipt} />
      <Totals receipt={receipt} />
      {receipt.status === 'paid' && !isCredit && (
        <p className={classes.thanks}>
          {!isRefunded && <b>Thank you for your payment.</b>} Questions about this receipt? Quote {name}.
        </p>
      )}
    </article>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

/** On paper only: the page has its own head. */
function Letterhead({ from, kind, name }: { from: string; kind: string; name: string }) {
  const pretense = usePretense()
  return (
    <div className={classes.letterhead}>
      <span className={classes.brand}>
        <Mark />
        {from}
        {pretense && <SandboxMark kind={pretense} text={`${pretense}, not a real payment`} />}
      </span>
      <span className={classes.kind}>
        {kind}
        <small>{name}</small>
      </span>
    </div>
  )
}

function Parties({
  receipt: { billedFrom, customer_name, customer_email, customer_address, orgName },
}: {
  receipt: Receipt
}) {
  const [from = '', ...fromLines] = billedFrom
  const toLines = [...addressLines(customer_address), ...(customer_email ? [customer_email] : [])]
  return (
    <div className={classes.parties}>
      <Party title="Billed from" name={from} lines={fromLines} />
      <Party title="Billed to" name={customer_name ?? orgName} lines={toLines} />
    </div>
  )
}

const Party = ({ title, name, lines }: { title: string; name: string; lines: string[] }) => (
  <section>
    <h2>{title}</h2>
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
    <dl className={`${classes.amounts} ${classes.totals}`} aria-label="Totals">
      <Amount term="Subtotal" value={money(subtotal)} />
      {discountLines(receipt).map(({ label, code, amount }, i) => (
        <Amount key={`${label} ${code}`} term={label} code={code} value={money(amount)} isPart={i > 0} />
      ))}
      <Amount term="Tax" value={money(tax)} />
      <Amount term="Shipping" value={money(shipping)} />
      <div data-total>
        <dt>Grand Total</dt>
        <dd>{money(total)}</dd>
      </div>
      {status === 'open' && amount_due !== total && <Amount term="Amount due" value={money(amount_due)} />}
      {total < 0 && <Amount term={CREDIT_FOR_NEXT} value={money(-total)} />}
      {fromCredit > 0 && <Amount term={FROM_CREDIT} value={money(-fromCredit)} />}
      {(fromCredit > 0 || refunded > 0) && <Amount term="Amount paid" value={money(amount_paid)} />}
      {refunded > 0 && (
        <>
          <Amount term="Refunded" value={money(-refunded)} />
          <Amount term="Net paid" value={money(amount_paid - refunded)} />
        </>
      )}
    </dl>
  )
}

const Amount = ({ term, code, value, isPart }: { term: string; code?: string; value: string; isPart?: boolean }) => (
  <div data-part={isPart || undefined}>
    <dt>
      {term}
      {code && <span className={classes.code}>{code}</span>}
    </dt>
    <dd>{value}</dd>
  </div>
)

/** The billed lines. */
function ReceiptItems({ receipt: { lines, currency } }: { receipt: Receipt }) {
  return (
    <table className={classes.items} aria-label="Items">
      <thead>
        <tr>
          <th scope="col">ITEMS</th>
          <th scope="col">QTY</th>
          <th scope="col">Unit Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {lines.data.map((line) => {
          const each = unitPrice(line, currency)
          return (
            <tr key={line.id}>
              <td>
                <b>{lineName(line)}</b>
                <small>{linePeriod(line)}</small>
              </td>
              <td>{line.quantity ?? '–'}</td>
              <td data-each={each !== null || undefined}>{each ?? '–'}</td>
              <td>
                <b>{formatMoney(line.amount, currency)}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

import { formatMoney } from '@hikmah/contract/money'
import type { Order } from '@hikmah/contract/orders/schemas'
import type { ChangePreview } from '@hikmah/contract/organization-plans/schemas'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { LoadingLines } from '../../kit/page/LoadingLines.tsx'
import { SectionHead } from '../../kit/page/Page.tsx'
import classes from './manage-order.module.css'
import { PromoEntry } from './PromoEntry.tsx'
import type { Preview } from './use-order-preview.ts'

interface Props {
  order: Order
  preview: Preview
  isChanged: boolean
}

/** The order's total or, once something is changed, what the payment provider charges for the change. */
export function OrderSummary({ order, preview, isChanged }: Props) {
  const { ledger } = order
  const amounts = isChanged ? preview.data : ledger
  const asOrdered = order.payment === 'none' ? 'As it was ordered. No payment is recorded.' : 'As it was billed.'
  const ofChange =
    preview.problem ||
    `What the payment provider ${preview.data?.isInvoiceSent ? 'invoices' : 'charges'} now for the change.`
  return (
    <section aria-label="Order summary">
      <SectionHead title="Order summary" />
      <p className={classes.hint}>{isChanged ? ofChange : asOrdered}</p>
      <div role="status">
        {isChanged && !preview.problem && <ChangeLines preview={preview} />}
        {amounts && <Parts order={order} amounts={amounts} />}
      </div>
      <dl className={classes.amounts}>
        <Amount term="Promo applied">
          <Promos order={order} />
        </Amount>
      </dl>
      <PromoEntry order={order} />
      {amounts && (
        <dl className={`${classes.amounts} ${classes.total}`}>
          <Total order={order} change={isChanged ? preview.data : undefined} />
        </dl>
      )}
    </section>
  )
}

function ChangeLines({ preview: { data, error, retry } }: { preview: Preview }) {
  if (error) {
    return (
      <p className={classes.unknown} role="alert">
        {error.message.trim()}
        <Button variant="default" size="xs" onClick={() => void retry()}>
          Retry
        </Button>
      </p>
    )
  }
  if (!data) return <LoadingLines name="the price" lines={4} />
  return (
    <ul className={classes.changes}>
      {data.lines.map(({ description, amount }) => (
        <li key={`${description} ${amount}`}>
          <span>{description}</span>
          <span>{formatMoney(amount, data.currency)}</span>
        </li>
      ))}
    </ul>
  )
}

interface PartsProps {
  order: Order
  amounts: { subtotal: number; discount: number; tax: number }
}

const Parts = ({ order: { shippingAddress, currency }, amounts }: PartsProps) => (
  <dl className={classes.amounts}>
    <Amount term="Subtotal">{formatMoney(amounts.subtotal, currency)}</Amount>
    <Amount term={`Tax for ${shippingAddress.postal_code || 'the postal code'}`}>
      {formatMoney(amounts.tax, currency)}
    </Amount>
    <Amount term="Discounts">{formatMoney(amounts.discount && -amounts.discount, currency)}</Amount>
  </dl>
)

/** The codes that took something off, and the one that is in force: what a renewal will be less by. */
function Promos({ order: { ledger, promo } }: { order: Order }) {
  const codes = new Set([...ledger.discounts.map(({ code }) => code), promo?.code].filter(Boolean))
  if (codes.size === 0) return 'None'
  return [...codes].map((code) => (
    <div key={code} className={classes.applied}>
      {code !== promo?.code && <small>Not on coming invoices</small>}
      <span className={classes.code}>{code}</span>
    </div>
  ))
}

function Total({ order: { ledger, currency }, change }: { order: Order; change: ChangePreview | undefined }) {
  const { total, amountDue, isInvoiceSent } = change ?? { ...ledger, amountDue: ledger.total, isInvoiceSent: false }
  const isCredit = change !== undefined && total < 0
  return (
    <>
      <Amount term={isCredit ? 'Credit for the next invoices' : 'Total'} isTotal>
        {formatMoney(isCredit ? -total : total, currency)}
      </Amount>
      {amountDue < total && (
        <>
          <Amount term="From credit">{formatMoney(amountDue - total, currency)}</Amount>
          <Amount term={isInvoiceSent ? 'Invoiced now' : 'Charged now'} isTotal>
            {formatMoney(amountDue, currency)}
          </Amount>
        </>
      )}
    </>
  )
}

const Amount = ({ term, isTotal, children }: { term: string; isTotal?: boolean; children: ReactNode }) => (
  <div data-total={isTotal}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

import { formatMoney } from '@hikmah/contract/money'
import type { Order } from '@hikmah/contract/orders/schemas'
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
  const { ledger, currency, promo } = order
  return (
    <section aria-label="Order summary">
      <SectionHead title="Order summary" />
      <p className={classes.hint}>
        {isChanged ? 'What the payment provider charges now for the change.' : 'As it was billed.'}
      </p>
      {isChanged ? (
        <ChangeCost preview={preview} order={order} />
      ) : (
        <Amounts order={order} amounts={ledger} currency={currency} total={['Total', ledger.total]} />
      )}
      <dl className={classes.amounts}>
        <Amount term="Promo applied">{promo ? <span className={classes.code}>{promo.code}</span> : 'None'}</Amount>
      </dl>
      <PromoEntry order={order} />
    </section>
  )
}

function ChangeCost({ preview: { data, error, retry }, order }: { preview: Preview; order: Order }) {
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
  const { lines, currency, total, amountDue } = data
  return (
    <div role="status">
      <ul className={classes.changes}>
        {lines.map(({ description, amount }) => (
          <li key={`${description} ${amount}`}>
            <span>{description}</span>
            <span>{formatMoney(amount, currency)}</span>
          </li>
        ))}
      </ul>
      <Amounts
        order={order}
        amounts={data}
        currency={currency}
        total={total < 0 ? ['Credit for the next invoice', -total] : ['Total', amountDue]}
      />
    </div>
  )
}

interface AmountsProps {
  order: Order
  amounts: { subtotal: number; discount: number; tax: number }
  currency: string
  total: [term: string, amount: number]
}

const Amounts = ({ order: { shippingAddress }, amounts, currency, total: [term, total] }: AmountsProps) => (
  <dl className={classes.amounts}>
    <Amount term="Subtotal">{formatMoney(amounts.subtotal, currency)}</Amount>
    <Amount term={`Tax for ${shippingAddress.postal_code || 'the postal code'}`}>
      {formatMoney(amounts.tax, currency)}
    </Amount>
    <Amount term="Discounts">{formatMoney(amounts.discount && -amounts.discount, currency)}</Amount>
    <Amount term={term} isTotal>
      {formatMoney(total, currency)}
    </Amount>
  </dl>
)

const Amount = ({ term, isTotal, children }: { term: string; isTotal?: boolean; children: ReactNode }) => (
  <div data-total={isTotal}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

import { customer } from '@hikmah/contract/customer'
import { formatMoney } from '@hikmah/contract/money'
import { PAID_IN_CANCEL } from '@hikmah/contract/orders/words'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { read } from '../kit/api/data.ts'
import { formatDate, joinByAnd, plural } from '../kit/format/texts.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { LinkTo } from '../kit/page/Page.tsx'

export const readBillingWaiting = read(customer.readBillingWaiting, {})

/** What is past due now, and whose payment method was lost or has expired; nothing where there is none. */
export function BillingWaitingLink() {
  const { data } = useQuery(readBillingWaiting)
  if (!data) return null
  const { pastDue, since, owed, paymentMethods, paidInCancel } = data.data
  return (
    <>
      {pastDue > 0 && (
        <p className="waiting">
          <Glyph name="cross" />
          <LinkTo to="/admin-organization" search={{ billing: 'past-due' }}>
            {`${plural(pastDue, 'organization')} past due`}
          </LinkTo>
          <span>
            {joinByAnd(owed.map(({ currency, amount }) => formatMoney(amount, currency)))} open
            {since && `, since ${formatDate(since, 'll')}`}.
          </span>
        </p>
      )}
      {paymentMethods > 0 && (
        <p className="waiting">
          <Glyph name="flag" />
          <LinkTo to="/admin-organization" search={{ billing: 'payment-method' }}>
            {`${plural(paymentMethods, 'payment method')} lost or expired`}
          </LinkTo>
        </p>
      )}
      {paidInCancel.length > 0 && (
        <p className="waiting">
          <Glyph name="half" />
          {PAID_IN_CANCEL}:
          {paidInCancel.map(({ orderId, orderNo, amount, currency }) => (
            <Fragment key={`${orderId} ${currency}`}>
              <LinkTo to="/order/order-details" search={{ id: orderId }}>
                Order {orderNo}
              </LinkTo>
              <span>{formatMoney(amount, currency)}</span>
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

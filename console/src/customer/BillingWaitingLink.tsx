import { customer } from '@hikmah/contract/customer'
import { formatMoney } from '@hikmah/contract/money'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { formatDate, joinByAnd, plural } from '../kit/format/texts.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import { LinkTo } from '../kit/page/Page.tsx'

/** What is past due now, and whose payment method was lost or has expired; nothing where there is none. */
export function BillingWaitingLink() {
  const { data } = useQuery(read(customer.readBillingWaiting, {}))
  if (!data) return null
  const { pastDue, since, owed, paymentMethods } = data.data
  return (
    <>
      {pastDue > 0 && (
        <p className="waiting">
          <Glyph name="cross" />
          <LinkTo to="/admin-organization" search={{ billing: 'past-due' }}>
            {plural(pastDue, 'organization')} past due
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
            {plural(paymentMethods, 'payment method')} lost or expired
          </LinkTo>
        </p>
      )}
    </>
  )
}

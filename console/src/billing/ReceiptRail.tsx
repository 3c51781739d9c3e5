import type { Receipt } from '@hikmah/contract/invoices'
import { formatMoney } from '@hikmah/contract/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import amounts from './amounts.module.css'
import { cycleOf, methodText, titleOf } from './invoice-text.ts'
import classes from './ReceiptRail.module.css'

/** What is not on the document: how it was paid, and what else the order was billed. */
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
    ['Payment Method', payment ? methodText(payment) + (payment.others ? ` +${payment.others}` : '') : '–'],
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
    ['Billing Cycle', cycleOf(receipt)],
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
            <b>{titleOf(one).name}</b>
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

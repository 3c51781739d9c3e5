import { formatMoney } from '@hikmah/contract/money'
import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'
import { Timeline, type TimelineItem } from '../../kit/display/Timeline.tsx'
import { ageOf } from '../../kit/format/dates.ts'
import { SectionHead } from '../../kit/page/Page.tsx'
import classes from './orders.module.css'

/** Everything that happened to the money of an order, newest first. */
export function OrderMoney({ order }: { order: Order }) {
  const { money, checkedAt } = order
  const age = checkedAt && ageOf(checkedAt)
  return (
    <aside className={classes.rail} aria-label="Money">
      <SectionHead title="Money">
        {age && <span className={classes.checked}>Checked {age === 'now' ? 'now' : `${age} ago`}</span>}
      </SectionHead>
      <div className={classes.timeline}>
        <Timeline byDay items={money.map((entry, i) => itemOf(entry, order, i))} />
        {!money.some(({ amount }) => amount !== null) && <p className={classes.nothing}>No payments yet</p>}
      </div>
    </aside>
  )
}

type Look = Pick<TimelineItem, 'glyph' | 'tone' | 'title'>

function lookOf({ kind, amount, text, status }: MoneyEntry, { ledger }: Order): Look {
  switch (kind) {
    case 'placed':
      return { glyph: 'up', title: 'Order placed' }
    case 'promo':
      return { glyph: 'percent', title: `Promo ${text}` }
    case 'due':
      return { glyph: 'half', tone: 'warning', title: 'Payment due' }
    case 'paid':
      return { glyph: 'check', tone: 'success', title: text ? `${text}, paid` : 'Paid' }
    case 'failed':
      return { glyph: 'cross', tone: 'danger', title: 'Payment failed' }
    case 'changed':
      return { glyph: 'returned', title: 'Order changed, credit' }
    case 'cancelled':
      return { glyph: 'slash', title: 'Order cancelled' }
    case 'refund': {
      const words = -(amount ?? 0) < ledger.paid ? 'Partial refund' : 'Refund'
      if (status === 'failed' || status === 'canceled')
        return { glyph: 'cross', tone: 'danger', title: `${words} failed` }
      if (status !== 'succeeded') return { glyph: 'half', tone: 'warning', title: `${words} on its way` }
      return { glyph: 'returned', title: words }
    }
  }
}

function itemOf(entry: MoneyEntry, order: Order, i: number): TimelineItem {
  const { at, kind, amount, by, card, text, receipt_number, receipt_url } = entry
  const parts = [
    by,
    card,
    receipt_url && (kind === 'paid' || kind === 'due' || kind === 'failed') && (
      <a key="receipt" href={receipt_url} target="_blank" rel="noreferrer">
        {receipt_number || 'Invoice'}
      </a>
    ),
  ].filter(Boolean)
  return {
    key: `${at} ${kind} ${i}`,
    at,
    ...lookOf(entry, order),
    end: amount !== null && formatMoney(amount, order.currency),
    by: parts.length > 0 && parts.flatMap((part, place) => (place > 0 ? [', ', part] : [part])),
    text: (kind === 'refund' || kind === 'cancelled') && text,
  }
}

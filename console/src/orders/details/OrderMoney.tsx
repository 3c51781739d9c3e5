import { formatMoney } from '@hikmah/contract/money'
import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'
import { hasRefundFailed } from '@hikmah/contract/orders/words'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Timeline, type TimelineItem } from '../../kit/display/Timeline.tsx'
import { ageOf } from '../../kit/format/dates.ts'
import { SectionHead } from '../../kit/page/Page.tsx'
import type { Refreshing } from '../order-at-hand.tsx'
import classes from './orders.module.css'

/** Everything that happened to the money of an order, newest first. */
export function OrderMoney({ order, refresh }: { order: Order; refresh: Refreshing }) {
  const { money, checkedAt } = order
  return (
    <aside className={classes.rail} aria-label="Money">
      <SectionHead title="Money">{checkedAt && <Checked at={checkedAt} refresh={refresh} />}</SectionHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by the arrow keys */}
      <section className={classes.timeline} aria-label="Payments and refunds" tabIndex={0}>
        <Timeline byDay items={money.map((entry, i) => timelineItem(entry, order, i))} />
        {!money.some(({ amount }) => amount !== null) && <p className={classes.nothing}>No payments yet</p>}
      </section>
    </aside>
  )
}

/** After this time it may be refreshed again. */
const OLD_MS = 15 * 60_000

/** When the provider was last asked about the order. Refresh stays in place and so keeps the focus. */
function Checked({ at, refresh: { isRunning, start } }: { at: string; refresh: Refreshing }) {
  const age = ageOf(at)
  const [wasOld] = useState(() => Date.now() - Date.parse(at) > OLD_MS)
  const isOld = Date.now() - Date.parse(at) > OLD_MS
  return (
    <span className={classes.checked} data-old={isOld || undefined}>
      Checked {age === 'now' ? 'now' : `${age} ago`}
      {(isOld || wasOld) && (
        <Button variant="subtle" color="gray" size="compact-xs" mr={-8} loading={isRunning} onClick={start}>
          Refresh
        </Button>
      )}
    </span>
  )
}

type Look = Pick<TimelineItem, 'glyph' | 'tone' | 'title'>

function entryLook({ kind, amount, text, status }: MoneyEntry, { ledger }: Order): Look {
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
      const title = refundTitle(-(amount ?? 0), ledger)
      if (status && hasRefundFailed(status)) return { glyph: 'cross', tone: 'danger', title: `${title} failed` }
      if (status !== 'succeeded') return { glyph: 'half', tone: 'warning', title: `${title} pending` }
      return { glyph: 'returned', title }
    }
  }
}

function timelineItem(entry: MoneyEntry, order: Order, i: number): TimelineItem {
  const { at, kind, amount, by, card, receipt_number, receipt_url } = entry
  const parts = [
    at === null ? 'made at the payment provider' : by,
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
    ...entryLook(entry, order),
    end: amount !== null && formatMoney(amount, order.currency),
    by: parts.length > 0 && parts.flatMap((part, place) => (place > 0 ? [', ', part] : [part])),
    text: shownReason(entry, order),
  }
}

/** What a refund is called: parts that together give back all that was paid leave nothing partial. */
export function refundTitle(amount: number, { paid, refunded, refundPending }: Order['ledger']): string {
  return amount >= paid || refunded + refundPending >= paid ? 'Refund' : 'Partial refund'
}

/** The reason of an entry. A refund has that of the cancellation, and repeats it only where it is another. */
export function shownReason({ kind, text }: MoneyEntry, { money }: Pick<Order, 'money'>): string | false {
  if (kind === 'cancelled') return text
  return kind === 'refund' && !money.some((other) => other.kind === 'cancelled' && other.text === text) && text
}

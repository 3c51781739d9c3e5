import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'

/** What a refund is called: parts that together give back all that was paid leave nothing partial. */
export function refundWords(amount: number, { paid, refunded, refundPending }: Order['ledger']): string {
  return amount >= paid || refunded + refundPending >= paid ? 'Refund' : 'Partial refund'
}

/** The reason of an entry. A refund has that of the cancellation, and repeats it only where it is another. */
export function reasonOf({ kind, text }: MoneyEntry, { money }: Pick<Order, 'money'>): string | false {
  if (kind === 'cancelled') return text
  return kind === 'refund' && !money.some((other) => other.kind === 'cancelled' && other.text === text) && text
}

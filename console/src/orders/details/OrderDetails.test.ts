import type { MoneyEntry, Order } from '@hikmah/contract/orders/schemas'
import { expect, test } from 'vitest'
import { refundTitle, shownReason } from './OrderDetails.tsx'

const ledger = (refunded: number, refundPending = 0) => ({ paid: 900, refunded, refundPending }) as Order['ledger']

test('a refund is partial as long as something that was paid stays', () => {
  expect(refundTitle(300, ledger(300))).toBe('Partial refund')
  expect(refundTitle(300, ledger(300, 300))).toBe('Partial refund')
  expect(refundTitle(300, ledger(900))).toBe('Refund')
  expect(refundTitle(300, ledger(600, 300))).toBe('Refund')
  // One that failed is neither back nor on its way.
  expect(refundTitle(900, ledger(0))).toBe('Refund')
})

test('the reason of a cancellation is said once, and that of another refund beside it', () => {
  const entry = (kind: MoneyEntry['kind'], text: string) => ({ kind, text }) as MoneyEntry
  const cancelled = entry('cancelled', 'Moved')
  const money = [entry('refund', 'Moved'), entry('refund', 'Broken'), cancelled, entry('paid', 'Order changed')]
  expect(money.map((one) => shownReason(one, { money }))).toEqual([false, 'Broken', 'Moved', false])
  expect(shownReason(entry('refund', 'Moved'), { money: [] })).toBe('Moved')
})

import type { Invoice, Receipt } from '@hikmah/contract/invoices'
import { expect, test } from 'vitest'
import { billingCycle, describeMovement, paymentLines, unitPrice } from './invoice-text.ts'

const line = (amount: number, interval: string | null) =>
  ({ amount, plan: interval && { interval, interval_count: 1 } }) as Invoice['lines']['data'][number]

test.each([
  [
    'that of the line that is charged, not of what is given back',
    [line(-900, 'month'), line(99_900, 'year')],
    'Annually',
  ],
  ['both where both are charged', [line(900, 'month'), line(99_900, 'year')], 'Monthly, Annually'],
  ['that of what is given back where nothing is charged', [line(-900, 'month')], 'Monthly'],
  ['none of what is billed once', [line(900, null)], '–'],
])('the billing cycle of an invoice is %s', (_, data, cycle) => {
  expect(billingCycle({ lines: { data } })).toBe(cycle)
})

test('the unit price of an invoice keeps its fraction of a cent, as that of an order does', () => {
  const one = (unit_amount_decimal: string) => ({ unit_amount_decimal }) as Invoice['lines']['data'][number]
  expect(unitPrice(one('12.5'), 'usd')).toBe('$0.125')
  expect(unitPrice(one('1250'), 'usd')).toBe('$12.50')
})

test('a credit note that documents a refund is not read as more money', () => {
  const note = {
    kind: 'credit-note',
    id: 'cn_1',
    chargeId: null,
    amount: 1125,
    at: '2026-11-26T12:00:00Z',
    reason: 'order_change',
    number: 'HKM-1-CN-01',
    isVoid: false,
    waived: 0,
    toBalance: 0,
    outside: 0,
  } as const
  expect(describeMovement(note).detail).toBe('Of the refund, not more money, Order change')
  expect(describeMovement({ ...note, toBalance: 1125 }).detail).toBe('Credited to the balance, Order change')
})

test.each([
  ['open', 'Not paid yet'],
  ['void', 'Void, nothing to pay'],
  ['uncollectible', 'Not paid'],
])('an invoice that nobody paid and that is %s says %s', (status, text) => {
  const receipt = { status, amount_paid: 0, paid_outside: 0, lines: { data: [] } } as unknown as Receipt
  expect(paymentLines(receipt)[0]).toBe(text)
})

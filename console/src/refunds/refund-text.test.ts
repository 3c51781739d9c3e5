import type { RefundablePayment } from '@hikmah/contract/refunds'
import { expect, test } from 'vitest'
import {
  alreadyBack,
  amountText,
  currencySign,
  describeBack,
  describePayment,
  paymentName,
  readAmount,
} from './refund-text.ts'

test.each([
  ['324', 'usd', 32_400],
  ['324.5', 'usd', 32_450],
  ['$1,324.05', 'usd', 132_405],
  ['1,234,567.89', 'usd', 123_456_789],
  ['12,50', 'usd', null],
  ['1,2345', 'usd', null],
  ['1,23,456', 'usd', null],
  [',5', 'usd', null],
  ['500', 'jpy', 500],
  ['1.250', 'kwd', 1250],
  ['0', 'usd', 0],
  ['', 'usd', null],
  ['1.234', 'usd', null],
  ['1.5', 'jpy', null],
  ['-4', 'usd', null],
  ['four', 'usd', null],
])('%j in %s is %j minor units', (text, currency, amount) => {
  expect(readAmount(text, currency)).toBe(amount)
})

const payment: RefundablePayment = {
  paymentId: 'in_1',
  at: '2026-11-12T12:00:00Z',
  number: '2417-8830',
  method: 'VISA 4242',
  isOutside: false,
  isRenewal: false,
  paid: 88_800,
  refunded: 1000,
  refundPending: 500,
  credited: 250,
  disputed: 4410,
  lost: 0,
  refundable: 82_640,
  creditable: 82_640,
  net: 87_800,
  currency: 'usd',
}

test('a payment is named by its amount, day and method', () => {
  expect(paymentName(payment)).toBe('$888.00, Nov 12, 2026, VISA 4242')
  expect(describePayment(payment)).toBe('VISA 4242, 2417-8830, $44.10 disputed')
  const { method: _, ...unseen } = payment
  expect(describePayment({ ...unseen, isOutside: true, isRenewal: true, disputed: 0 })).toBe(
    'Paid outside Stripe, 2417-8830, renewal',
  )
  expect(alreadyBack(payment)).toBe(1750)
})

test('an amount stands in its field as it is typed', () => {
  expect([amountText(32_400, 'usd'), amountText(500, 'jpy'), currencySign('usd')]).toEqual(['324.00', '500', '$'])
})

test('where the money goes back is named by the method that paid', () => {
  const outside = { ...payment, method: undefined, isOutside: true }
  expect(describeBack([payment]).label).toBe('Back to VISA 4242')
  expect(describeBack([payment, { ...payment, method: 'AMEX 8431' }]).label).toBe(
    'Back to where each payment came from',
  )
  expect(describeBack([outside])).toEqual({
    label: 'Pay it back by check',
    description: 'What was paid outside Stripe is only booked.',
  })
  expect(describeBack([payment, outside]).description).toMatch(/^5 to 10 days\. Pay it back by check/)
})

import { expect, test } from 'vitest'
import { discountLines, invoiceStatusText, refundNote } from './invoices.ts'
import { frequencyOf, frequencyText, priceText } from './payments.ts'

test.each([
  ['open', 'Due'],
  ['paid', 'Paid'],
  ['void', 'Failed'],
  ['uncollectible', 'Uncollectible'],
])('an invoice that is %s is shown as %s', (status, text) => {
  expect(invoiceStatusText(status)).toBe(text)
})

test.each([
  [0, ''],
  [1399, '$13.99 refunded'],
  [64_800, 'Refunded'],
])('of $648 paid, %s that went back are told as “%s”', (refunded, text) => {
  expect(refundNote({ paid: 64_800, refunded, currency: 'usd' })).toBe(text)
})

const percent = { code: 'RAMADAN', percentOff: 25.5, amount: 2448 }
const amount = { code: 'EID5', percentOff: null, amount: 500 }

test('the totals say what was off: nothing, a percentage, an amount, or several', () => {
  expect(discountLines({ discount: 0, discounts: [] })).toEqual([{ label: 'Discount 10%', code: '', amount: 0 }])
  expect(discountLines({ discount: 2448, discounts: [percent] })).toEqual([
    { label: 'Discount 25.5%', code: 'RAMADAN', amount: -2448 },
  ])
  expect(discountLines({ discount: 500, discounts: [amount] })).toEqual([
    { label: 'Discount (EID5)', code: '', amount: -500 },
  ])
  expect(discountLines({ discount: 2948, discounts: [percent, amount] })).toEqual([
    { label: 'Discounts', code: '', amount: -2948 },
    { label: 'Discount 25.5%', code: 'RAMADAN', amount: -2448 },
    { label: 'Discount (EID5)', code: '', amount: -500 },
  ])
})

test.each([
  ['month', 1, 'monthly', 'Monthly'],
  ['year', 1, 'annually', 'Annually'],
  ['month', 12, 'annually', 'Annually'],
  ['month', 3, 'every 3 months', 'Every 3 months'],
  ['week', 1, 'every week', 'Every week'],
  [null, null, 'once', 'Once'],
])('%s × %s is %s', (interval, intervalCount, frequency, text) => {
  expect(frequencyOf({ interval, intervalCount })).toBe(frequency)
  expect(frequencyText(frequency)).toBe(text)
})

test('a price says how often it is paid, and cents only where there are some', () => {
  expect(priceText({ amount: 1250, currency: 'usd', frequency: 'monthly' })).toBe('$12.50/mo')
  expect(priceText({ amount: 36_000, currency: 'usd', frequency: 'annually' })).toBe('$360/yr')
  expect(priceText({ amount: 9000, currency: 'usd', frequency: 'every 3 months' })).toBe('$90 every 3 months')
  expect(priceText({ amount: 54_900, currency: 'usd', frequency: 'once' })).toBe('$549')
})

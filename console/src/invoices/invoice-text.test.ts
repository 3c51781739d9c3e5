import type { Invoice } from '@hikmah/contract/invoices'
import { expect, test } from 'vitest'
import { billingCycle, unitPrice } from './invoice-text.ts'

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

import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { lineUnitAmount } from './checkout-items.ts'

const line = (currency: string, unit_amount: number | null, amount_subtotal: number, quantity = 2) =>
  ({
    price: { currency, unit_amount_decimal: unit_amount === null ? null : String(unit_amount) },
    quantity,
    amount_subtotal,
  }) as Stripe.LineItem

test.each([
  ['the price says it', line('usd', 2900, 5800), 'usd', 2900],
  ['with its fraction of a cent', line('usd', 12.5, 38, 3), 'usd', 12.5],
  ['a price of tiers does not, so it is reckoned', line('usd', null, 5801), 'usd', 2901],
  ['a price that is paid in its second currency says it in its first', line('usd', 2900, 5200), 'eur', 2600],
])('what one costs: %s', (_, bought, currency, unitAmount) => {
  expect(lineUnitAmount(bought, currency)).toBe(unitAmount)
})

import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { previewParts } from './subscriptions.ts'

test('the lines of a preview less the discount with the tax are its total', () => {
  const invoice = {
    currency: 'usd',
    lines: { data: [-2373, 7157].map((amount) => ({ description: '', amount, pricing: null })) },
    subtotal: 4784,
    // What is included in a price is added to nothing.
    total_taxes: [
      { amount: 379, tax_behavior: 'exclusive' },
      { amount: 100, tax_behavior: 'inclusive' },
    ],
    amount_shipping: 0,
    total: 4163,
    amount_due: 4000,
    collection_method: 'charge_automatically',
  } as Stripe.Invoice
  expect(previewParts(invoice)).toMatchObject({
    subtotal: 4784,
    discount: 1000,
    tax: 379,
    total: 4163,
    amountDue: 4000,
  })
})

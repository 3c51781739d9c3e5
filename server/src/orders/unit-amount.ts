import type Stripe from 'stripe'

/** What one costs in the currency of the checkout: the amount of a price is in the first of its currencies. */
export function unitAmountOf({ price, quantity, amount_subtotal }: Stripe.LineItem, currency: string): number {
  const isSame = price?.currency === currency
  return (isSame ? price.unit_amount : null) ?? Math.round(amount_subtotal / (quantity ?? 1))
}

import type Stripe from 'stripe'

/** What most tests begin with: a plan with a monthly price, and a customer who can pay. */
export async function aPlan(stripe: Stripe, price: Partial<Stripe.PriceCreateParams> = {}) {
  const product = await stripe.products.create({ name: 'Prayer times' })
  return stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
    ...price,
  })
}

export const aCustomer = (stripe: Stripe, card = 'pm_card_visa') =>
  stripe.customers.create({
    name: 'Masjid al-Noor',
    email: 'office@noor.example',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  })

/** The sums of an invoice, each from the others. */
export function sumsOf(invoice: Stripe.Invoice) {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const subtotal = sum(invoice.lines.data.map(({ amount }) => amount))
  const discount = sum(
    invoice.lines.data.flatMap(({ discount_amounts }) => (discount_amounts ?? []).map((d) => d.amount)),
  )
  const due = Math.max(0, subtotal - discount + invoice.starting_balance)
  return {
    subtotal,
    total: subtotal - discount,
    amount_due: due - invoice.pre_payment_credit_notes_amount,
    ending_balance: invoice.status === 'draft' ? null : invoice.starting_balance + subtotal - discount - due,
    discount: sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount)),
  }
}

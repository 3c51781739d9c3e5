import { newId } from '../../ids.ts'
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from '../../records.ts'
import type { Sandbox } from '../../sandbox.ts'
import { money } from './money.ts'
import { amountOf } from './price-amount.ts'

export type Period = { start: number; end: number }

type LineOptions = {
  price: Price
  quantity: number
  amount: number
  description: string
  period: Period
  parent: InvoiceLine['parent']
  subscription?: string
}

export const line = ({
  price,
  quantity,
  amount,
  description,
  period,
  parent,
  subscription,
}: LineOptions): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: price.currency,
  description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  parent,
  period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: price.id, product: price.product },
    type: 'price_details',
    unit_amount_decimal: price.unit_amount_decimal,
  },
  quantity,
  quantity_decimal: String(quantity),
  subscription: subscription ?? null,
  subtotal: amount,
  taxes: [],
})

/** One period of one item. */
export function itemLine(sandbox: Sandbox, subscription: Subscription, item: SubscriptionItem, isTrial = false) {
  const quantity = item.quantity ?? 1
  const name = productName(sandbox, item.price)
  return line({
    price: item.price,
    quantity,
    amount: isTrial ? 0 : amountOf(sandbox, item.price, quantity),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${rate(item.price)})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    parent: itemParent(subscription.id, item.id, null),
    subscription: subscription.id,
  })
}

/** What is bought once. */
export function onceLine(sandbox: Sandbox, price: Price, quantity: number, subscription: string | null = null) {
  const now = sandbox.clock.now()
  return line({
    price,
    quantity,
    amount: amountOf(sandbox, price, quantity),
    description: productName(sandbox, price),
    period: { start: now, end: now },
    parent: {
      invoice_item_details: { invoice_item: newId('ii'), proration: false, proration_details: null, subscription },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    subscription: subscription ?? undefined,
  })
}

export const itemParent = (subscription: string, item: string, invoiceItem: string | null): InvoiceLine['parent'] => ({
  invoice_item_details: null,
  subscription_item_details: {
    invoice_item: invoiceItem,
    proration: invoiceItem !== null,
    proration_details: { credited_items: null },
    subscription,
    subscription_item: item,
  },
  type: 'subscription_item_details',
})

export const productName = ({ store }: Sandbox, price: Price) =>
  store.recall('product', price.product)?.name ?? price.product

/** `$49.00 / month` */
export function rate({ unit_amount, unit_amount_decimal, currency, recurring, billing_scheme }: Price) {
  const single = unit_amount === null ? `${unit_amount_decimal} ${currency} cents` : money(unit_amount, currency)
  const amount = billing_scheme === 'tiered' ? 'tiered prices' : single
  if (!recurring) return amount
  const { interval, interval_count } = recurring
  return `${amount} / ${interval_count === 1 ? interval : `${interval_count} ${interval}s`}`
}

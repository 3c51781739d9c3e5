import { invalid } from '../../errors.ts'
import { integer, list, mergeMetadata, metadata, needed, object, type Taken, text } from '../../params.ts'
import { type InvoiceLine, newId, type Price, type Subscription, type SubscriptionItem } from '../../records.ts'
import { find } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { addIntervals, amountOf, money, periodEnd, withoutTiers } from './money.ts'

const NEW_ITEM = object({ price: needed(text), quantity: integer, metadata })
export const NEW_ITEMS = list(NEW_ITEM)
export type NewItem = Taken<{ price: typeof text; quantity: typeof integer; metadata: typeof metadata }>

/** The price of an item: recurring, active, and in the currency of the others. */
export function itemPrice(sandbox: Sandbox, id: string | null | undefined, currency?: string): Price {
  const price = find(sandbox, 'price', id ?? '', 'items[price]')
  if (!price.recurring) {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[price]',
    )
  }
  if (!price.active)
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, 'items[price]')
  if (currency && price.currency !== currency) {
    throw invalid(`The price specified only supports \`${price.currency}\`.`, 'items[price]')
  }
  return price
}

export const newItem = (
  sandbox: Sandbox,
  subscription: string,
  price: Price,
  { start, end }: Period,
  options: Pick<NewItem, 'quantity' | 'metadata'>,
): SubscriptionItem => ({
  id: newId('si', 14),
  object: 'subscription_item',
  billing_thresholds: null,
  created: sandbox.clock.now(),
  current_period_end: end,
  current_period_start: start,
  current_trial: null,
  discounts: [],
  metadata: mergeMetadata(null, options.metadata),
  ...priced(price),
  quantity: options.quantity ?? 1,
  subscription,
  tax_rates: [],
})

/** An item carries its price twice, once in the older shape. */
export const priced = (price: Price): Pick<SubscriptionItem, 'plan' | 'price'> => ({
  plan: {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: price.tiers_mode,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed',
  },
  price: withoutTiers(price),
})

export const recurringOf = ({ recurring }: Price) => recurring ?? { interval: 'month', interval_count: 1 }

/** The period of the anchor's rhythm in which that time lies. */
export function periodAround(anchor: number, price: Price, time: number): Period {
  const recurring = recurringOf(price)
  const end = periodEnd(anchor, recurring, time)
  let start = anchor
  for (let times = 1; addIntervals(anchor, recurring, times) < end; times += 1) {
    start = addIntervals(anchor, recurring, times)
  }
  return { start, end }
}

/** Of the first period that is over; there too ends what is cancelled at the end of its period, whatever else runs longer. */
export const nextEnd = ({ items }: Subscription) => Math.min(...items.data.map((item) => item.current_period_end))

export type Period = { start: number; end: number }

type LineFields = Pick<InvoiceLine, 'amount' | 'description' | 'period' | 'parent' | 'subscription'>

export const line = (price: Price, quantity: number, fields: LineFields): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  currency: price.currency,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  pretax_credit_amounts: [],
  pricing: pricing(price),
  quantity,
  quantity_decimal: String(quantity),
  subtotal: fields.amount,
  taxes: [],
  ...fields,
})

export const pricing = ({ id, product, unit_amount_decimal }: Price) => ({
  price_details: { price: id, product },
  type: 'price_details' as const,
  unit_amount_decimal,
})

export function itemLine(sandbox: Sandbox, subscription: Subscription, item: SubscriptionItem, isTrial = false) {
  const quantity = item.quantity ?? 1
  const name = productName(sandbox, item.price)
  return line(item.price, quantity, {
    amount: isTrial ? 0 : amountOf(sandbox, item.price, quantity),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${rate(item.price)})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    parent: itemParent(subscription.id, item.id, null),
    subscription: subscription.id,
  })
}

export function onceLine(sandbox: Sandbox, price: Price, quantity: number, subscription: string | null = null) {
  const now = sandbox.clock.now()
  return line(price, quantity, {
    amount: amountOf(sandbox, price, quantity),
    description: productName(sandbox, price),
    period: { start: now, end: now },
    parent: {
      invoice_item_details: { invoice_item: newId('ii'), proration: false, proration_details: null, subscription },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    subscription,
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
export function rate({ unit_amount_decimal: exact, currency, recurring, billing_scheme }: Price) {
  const single = exact === null ? '' : money(exact, currency)
  const amount = billing_scheme === 'tiered' ? 'tiered prices' : single
  if (!recurring) return amount
  const { interval, interval_count } = recurring
  return `${amount} / ${interval_count === 1 ? interval : `${interval_count} ${interval}s`}`
}

import { invalid } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { integer, list, mergeMetadata, metadata, needed, object, type Taken, text } from '../../params.ts'
import type { Price, Subscription, SubscriptionItem } from '../../records.ts'
import { find } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import type { Period } from './lines.ts'
import { addIntervals, periodEnd } from './periods.ts'
import { withoutTiers } from './price-amount.ts'

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
  options: { quantity?: number | null; metadata?: Record<string, string> | null } = {},
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

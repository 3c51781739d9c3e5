import { priced } from '../../billing/amounts/items.ts'
import { invalid } from '../../errors.ts'
import { add, change } from '../../events/emit.ts'
import { newId } from '../../ids.ts'
import {
  flag,
  given,
  integer,
  list,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  range,
  type Taken,
  text,
  within,
} from '../../params.ts'
import type { Price } from '../../records.ts'
import { find, listing, type Route, retrieve, route } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { isExact, wholeOf } from './exact.ts'
import { createProduct } from './products.ts'
import { TIERED, tiersOf } from './tiers.ts'

const url = '/v1/prices'

const taxBehavior = oneOf('exclusive', 'inclusive', 'unspecified')
const type = oneOf('one_time', 'recurring')

const CREATE = {
  active: flag,
  currency: needed(text),
  lookup_key: text,
  metadata,
  nickname: text,
  product: text,
  product_data: object({ name: needed(text), id: text, active: flag, metadata, unit_label: text }),
  recurring: object({
    interval: needed(oneOf('day', 'week', 'month', 'year')),
    interval_count: integer,
    trial_period_days: integer,
    usage_type: oneOf('licensed'),
  }),
  tax_behavior: taxBehavior,
  unit_amount: integer,
  unit_amount_decimal: text,
  ...TIERED,
}

export const prices: Route[] = [
  retrieve('price', url),
  listing(
    'price',
    url,
    { active: flag, created: range, currency: text, lookup_keys: list(text), product: text, type },
    (params) => (price) =>
      (params.active == null || price.active === params.active) &&
      within(params.created, price.created) &&
      (!params.currency || price.currency === params.currency) &&
      (!params.lookup_keys || params.lookup_keys.includes(price.lookup_key ?? '')) &&
      (!params.product || price.product === params.product) &&
      (!params.type || price.type === params.type),
  ),
  route('POST', url, CREATE, create),
  route(
    'POST',
    `${url}/:id`,
    { active: flag, lookup_key: text, metadata, nickname: text, tax_behavior: taxBehavior },
    (sandbox, params, id = '') => {
      const price = find(sandbox, 'price', id)
      const changed = change(
        sandbox,
        price,
        {
          ...given(params, 'lookup_key', 'nickname'),
          ...(params.active != null && { active: params.active }),
          ...(params.tax_behavior && { tax_behavior: params.tax_behavior }),
          metadata: mergeMetadata(price.metadata, params.metadata),
        },
        'price.updated',
      )
      showIn(sandbox, changed)
      return changed
    },
  ),
]

function create(sandbox: Sandbox, params: Taken<typeof CREATE>): Price {
  const product = params.product_data
    ? createProduct(sandbox, params.product_data)
    : find(sandbox, 'product', params.product ?? '', 'product')
  const exact = params.unit_amount_decimal ?? (params.unit_amount == null ? null : String(params.unit_amount))
  const tiered = tiersOf(params)
  if (tiered && exact !== null) {
    throw invalid('`unit_amount` may not be used with `billing_scheme=tiered`.', 'unit_amount')
  }
  if (!tiered && (exact === null || !isExact(exact))) {
    throw invalid('Prices require a `unit_amount` or `unit_amount_decimal` parameter to be set.', 'unit_amount')
  }
  return add<Price>(
    sandbox,
    {
      id: newId('price'),
      object: 'price',
      active: params.active ?? true,
      billing_scheme: tiered ? 'tiered' : 'per_unit',
      created: sandbox.clock.now(),
      currency: params.currency.toLowerCase(),
      custom_unit_amount: null,
      livemode: false,
      lookup_key: params.lookup_key ?? null,
      metadata: mergeMetadata(null, params.metadata),
      nickname: params.nickname ?? null,
      product: product.id,
      recurring: params.recurring
        ? {
            interval: params.recurring.interval,
            interval_count: params.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: params.recurring.trial_period_days ?? null,
            usage_type: 'licensed',
          }
        : null,
      tax_behavior: params.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      ...tiered,
      transform_quantity: null,
      type: params.recurring ? 'recurring' : 'one_time',
      unit_amount: wholeOf(exact),
      unit_amount_decimal: exact,
    },
    'price.created',
  )
}

/** Items carry their price whole. */
function showIn({ store }: Sandbox, price: Price) {
  for (const subscription of store.all('subscription')) {
    const { items } = subscription
    if (!items.data.some((item) => item.price.id === price.id)) continue
    const data = items.data.map((item) => (item.price.id === price.id ? { ...item, ...priced(price) } : item))
    store.save({ ...subscription, items: { ...items, data } })
  }
}

import { priced } from '../billing/amounts/items.ts'
import { invalid } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import {
  either,
  flag,
  given,
  integer,
  list,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  orNull,
  range,
  type Taken,
  text,
} from '../params.ts'
import { newId, type Price, type Product } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const productsUrl = '/v1/products'

const FIELDS = {
  active: flag,
  description: text,
  images: list(text),
  metadata,
  shippable: flag,
  statement_descriptor: text,
  unit_label: text,
  url: text,
}

const CREATE_PRODUCT = { ...FIELDS, id: text, name: needed(text), type: oneOf('good', 'service') }

export const products: Route[] = [
  retrieve('product', productsUrl),
  listing(
    'product',
    productsUrl,
    { active: flag, created: range, ids: list(text) },
    { ids: ({ id }, ids) => ids.includes(id) },
  ),
  route('POST', productsUrl, CREATE_PRODUCT, createProduct),
  route('POST', `${productsUrl}/:id`, { ...FIELDS, name: text, default_price: text }, (sandbox, params, id = '') => {
    const product = find(sandbox, 'product', id)
    if (params.default_price) find(sandbox, 'price', params.default_price, 'default_price')
    return change(
      sandbox,
      product,
      {
        ...given(params, 'description', 'shippable', 'statement_descriptor', 'unit_label', 'url', 'default_price'),
        ...(params.active != null && { active: params.active }),
        ...(params.name && { name: params.name }),
        ...(params.images !== undefined && { images: params.images ?? [] }),
        metadata: mergeMetadata(product.metadata, params.metadata),
        updated: sandbox.clock.now(),
      },
      'product.updated',
    )
  }),
]

function createProduct(sandbox: Sandbox, params: Taken<typeof CREATE_PRODUCT>): Product {
  const now = sandbox.clock.now()
  const id = params.id ?? newId('prod', 14)
  if (sandbox.store.find('product', id)) {
    throw invalid(`Product already exists with the id ${id}.`, 'id', 'resource_already_exists')
  }
  return add<Product>(
    sandbox,
    {
      id,
      object: 'product',
      active: params.active ?? true,
      created: now,
      default_price: null,
      ...orNull(params, 'description', 'shippable', 'statement_descriptor', 'unit_label', 'url'),
      images: params.images ?? [],
      livemode: false,
      marketing_features: [],
      metadata: mergeMetadata(null, params.metadata),
      name: params.name,
      package_dimensions: null,
      tax_code: null,
      tax_details: null,
      type: params.type ?? 'service',
      updated: now,
    },
    'product.created',
  )
}

/** An amount in minor units, with at most twelve places. */
const isExact = (exact: string) => /^\d+(\.\d{1,12})?$/.test(exact)

/** A fraction of a cent has no whole amount. */
const wholeAmount = (exact: string | null) => (exact !== null && /^\d+(\.0+)?$/.test(exact) ? Number(exact) : null)

const TIERED = {
  billing_scheme: oneOf('per_unit', 'tiered'),
  tiers_mode: oneOf('graduated', 'volume'),
  tiers: list(
    object({
      up_to: needed(either(integer, oneOf('inf'))),
      unit_amount: integer,
      unit_amount_decimal: text,
      flat_amount: integer,
      flat_amount_decimal: text,
    }),
  ),
}

/** Of a price whose amount depends on the quantity; nothing of any other. */
function readTiers({ billing_scheme: scheme, tiers_mode: mode, tiers }: Taken<typeof TIERED>) {
  if (scheme !== 'tiered') {
    if (tiers) throw invalid('`tiers` may only be used with `billing_scheme=tiered`.', 'tiers')
    return undefined
  }
  if (!tiers?.length) throw invalid('Prices with `billing_scheme=tiered` require `tiers`.', 'tiers')
  if (!mode) throw invalid('Prices with `billing_scheme=tiered` require `tiers_mode`.', 'tiers_mode')
  const ends = tiers.map(({ up_to }) => (up_to === 'inf' ? Number.POSITIVE_INFINITY : up_to))
  if (ends.at(-1) !== Number.POSITIVE_INFINITY) throw invalid('The last tier must have `up_to=inf`.', 'tiers')
  if (ends.some((end, i) => end <= (ends[i - 1] ?? 0)))
    throw invalid('Each tier must end after the one before.', 'tiers')
  return { tiers_mode: mode, tiers: tiers.map(readTier) }
}

function readTier(
  tier: NonNullable<Taken<typeof TIERED>['tiers']>[number],
  i: number,
): NonNullable<Price['tiers']>[number] {
  const unit = readDecimal(tier.unit_amount, tier.unit_amount_decimal, `tiers[${i}][unit_amount]`)
  const flat = readDecimal(tier.flat_amount, tier.flat_amount_decimal, `tiers[${i}][flat_amount]`)
  if (unit === null && flat === null)
    throw invalid('Each tier requires a `unit_amount` or a `flat_amount`.', `tiers[${i}]`)
  return {
    flat_amount: wholeAmount(flat),
    flat_amount_decimal: flat,
    unit_amount: wholeAmount(unit),
    unit_amount_decimal: unit,
    up_to: tier.up_to === 'inf' ? null : tier.up_to,
  }
}

function readDecimal(whole: number | null | undefined, decimal: string | null | undefined, at: string) {
  const exact = decimal ?? (whole == null ? null : String(whole))
  if (exact !== null && !isExact(exact)) throw invalid(`Invalid decimal: ${exact}`, at)
  return exact
}

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
    { lookup_keys: (price, keys) => keys.includes(price.lookup_key ?? '') },
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
  const tiered = readTiers(params)
  const { recurring } = params
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
      metadata: mergeMetadata(null, params.metadata),
      ...orNull(params, 'lookup_key', 'nickname'),
      product: product.id,
      recurring: recurring
        ? {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: recurring.trial_period_days ?? null,
            usage_type: 'licensed',
          }
        : null,
      tax_behavior: params.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      ...tiered,
      transform_quantity: null,
      type: recurring ? 'recurring' : 'one_time',
      unit_amount: wholeAmount(exact),
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

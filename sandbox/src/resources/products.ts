import { invalid } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import { newId } from '../ids.ts'
import {
  flag,
  given,
  list,
  mergeMetadata,
  metadata,
  needed,
  oneOf,
  range,
  type Taken,
  text,
  within,
} from '../params.ts'
import type { Product } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const url = '/v1/products'

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

const CREATE = { ...FIELDS, id: text, name: needed(text), type: oneOf('good', 'service') }

export const products: Route[] = [
  retrieve('product', url),
  listing(
    'product',
    url,
    { active: flag, created: range, ids: list(text) },
    ({ active, created, ids }) =>
      (product) =>
        (active == null || product.active === active) &&
        within(created, product.created) &&
        (!ids || ids.includes(product.id)),
  ),
  route('POST', url, CREATE, createProduct),
  route('POST', `${url}/:id`, { ...FIELDS, name: text, default_price: text }, (sandbox, params, id = '') => {
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

export function createProduct(sandbox: Sandbox, params: Taken<typeof CREATE>): Product {
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
      description: params.description ?? null,
      images: params.images ?? [],
      livemode: false,
      marketing_features: [],
      metadata: mergeMetadata(null, params.metadata),
      name: params.name,
      package_dimensions: null,
      shippable: params.shippable ?? null,
      statement_descriptor: params.statement_descriptor ?? null,
      tax_code: null,
      tax_details: null,
      type: params.type ?? 'service',
      unit_label: params.unit_label ?? null,
      updated: now,
      url: params.url ?? null,
    },
    'product.created',
  )
}

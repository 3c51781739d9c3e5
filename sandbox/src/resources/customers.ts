import { end } from '../billing/bill.ts'
import { add, change, emit } from '../events/emit.ts'
import { newId, randomText } from '../ids.ts'
import {
  flag,
  given,
  integer,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  range,
  type Taken,
  text,
  within,
} from '../params.ts'
import type { Customer } from '../records.ts'
import { find, listing, type Route, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { attach } from './payment-methods.ts'

const url = '/v1/customers'

const address = object({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text })

const FIELDS = {
  address,
  balance: integer,
  description: text,
  email: text,
  invoice_settings: object({ default_payment_method: text, footer: text }),
  metadata,
  name: text,
  phone: text,
  preferred_locales: list(text),
  tax_exempt: oneOf('none', 'exempt', 'reverse'),
}
type Fields = Taken<typeof FIELDS>

export const customers: Route[] = [
  listing(
    'customer',
    url,
    { created: range, email: text },
    ({ created, email }) =>
      (customer) =>
        within(created, customer.created) && (!email || customer.email === email),
  ),
  route('POST', url, { ...FIELDS, invoice_prefix: text, payment_method: text }, createCustomer),
  route('GET', `${url}/:id`, {}, (sandbox, _, id = '') =>
    isGone(sandbox, id) ? gone(id) : find(sandbox, 'customer', id),
  ),
  route('POST', `${url}/:id`, { ...FIELDS, validate: flag }, (sandbox, params, id = '') => {
    const customer = find(sandbox, 'customer', id)
    return change(sandbox, customer, fields(sandbox, params, customer), 'customer.updated')
  }),
  // Their subscriptions end with them; what was billed stays.
  route('DELETE', `${url}/:id`, {}, (sandbox, _, id = '') => {
    const customer = find(sandbox, 'customer', id)
    for (const one of sandbox.store.all('subscription')) {
      if (one.customer === id && !one.ended_at) end(sandbox, one)
    }
    sandbox.store.remove(customer)
    emit(sandbox, 'customer.deleted', customer)
    return gone(id)
  }),
]

const isGone = ({ store }: Sandbox, id: string) => !store.find('customer', id) && store.recall('customer', id)
const gone = (id: string) => ({ id, object: 'customer', deleted: true })

export function createCustomer(
  sandbox: Sandbox,
  params: Fields & { invoice_prefix?: string | null; payment_method?: string | null },
) {
  const customer: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: sandbox.clock.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: params.invoice_prefix ?? randomText(8, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  // A payment method can only be made the default once it belongs to the customer.
  const { payment_method, ...rest } = params
  sandbox.store.save(customer)
  if (payment_method) attach(sandbox, payment_method, customer.id)
  return add(sandbox, { ...customer, ...fields(sandbox, rest, customer) }, 'customer.created')
}

function fields(sandbox: Sandbox, params: Fields, before: Customer): Partial<Customer> {
  const settings = params.invoice_settings
  const method = settings?.default_payment_method
  return {
    ...given(params, 'description', 'email', 'name', 'phone'),
    ...(params.address !== undefined && { address: params.address && { ...NO_ADDRESS, ...params.address } }),
    ...(params.balance != null && { balance: params.balance }),
    ...(params.preferred_locales !== undefined && { preferred_locales: params.preferred_locales ?? [] }),
    ...(params.tax_exempt !== undefined && { tax_exempt: params.tax_exempt ?? 'none' }),
    ...(settings && {
      invoice_settings: {
        ...before.invoice_settings,
        ...given(settings, 'footer'),
        ...(method !== undefined && {
          default_payment_method: method && ownMethod(sandbox, method, before.id),
        }),
      },
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  }
}

/** The provider's test names (`pm_card_visa`) may be given where a default is set, and are attached on the way. */
function ownMethod(sandbox: Sandbox, id: string, customer: string) {
  return sandbox.store.find('payment_method', id)?.customer === customer ? id : attach(sandbox, id, customer).id
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

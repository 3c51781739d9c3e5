import { end } from '../billing/bill.ts'
import { DECLINED, type Decline, invalid, missing } from '../errors.ts'
import { add, change, emit } from '../events/emit.ts'
import {
  address,
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
} from '../params.ts'
import { type Customer, NO_ADDRESS, newId, type PaymentMethod, randomText, unset } from '../records.ts'
import { find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const methodsUrl = '/v1/payment_methods'

/** The provider's own test cards, by the names under which they may be attached. */
const CARDS: Record<string, { brand: string; last4: string }> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
  pm_card_discover: { brand: 'discover', last4: '9424' },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341' },
  pm_card_visa_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995' },
}

export const paymentMethods: Route[] = [
  retrieve('payment_method', methodsUrl),
  listing(
    'payment_method',
    methodsUrl,
    { customer: text, type: oneOf('card') },
    {},
    ({ customer }) => customer !== null,
  ),
  route('POST', `${methodsUrl}/:id/attach`, { customer: needed(text) }, (sandbox, { customer }, id = '') =>
    attach(sandbox, id, customer),
  ),
  route('POST', `${methodsUrl}/:id/detach`, {}, (sandbox, _, id = '') => detach(sandbox, id)),
  route(
    'POST',
    `${methodsUrl}/:id`,
    { card: object({ exp_month: integer, exp_year: integer }), metadata },
    (sandbox, params, id = '') => {
      const method = find(sandbox, 'payment_method', id)
      const { exp_month, exp_year } = { ...method.card, ...params.card }
      const card = method.card && { ...method.card, exp_month: exp_month ?? 1, exp_year: exp_year ?? 1 }
      const changes = { card, metadata: mergeMetadata(method.metadata, params.metadata) }
      return change(sandbox, method, changes, 'payment_method.updated')
    },
  ),
]

/** What is detached is no default any more, of the customer and of subscriptions. */
function detach(sandbox: Sandbox, id: string): PaymentMethod {
  const method = find(sandbox, 'payment_method', id)
  const customer = sandbox.store.find('customer', method.customer ?? '')
  if (customer?.invoice_settings.default_payment_method === id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    change(sandbox, customer, { invoice_settings }, 'customer.updated')
  }
  for (const subscription of sandbox.store.all('subscription')) {
    if (subscription.default_payment_method === id)
      change(sandbox, subscription, { default_payment_method: null }, 'customer.subscription.updated')
  }
  return change(sandbox, method, { customer: null }, 'payment_method.detached')
}

/** To a customer, or to nobody where a guest pays with it. */
export function attach(sandbox: Sandbox, id: string, customer: string | null): PaymentMethod {
  if (customer) find(sandbox, 'customer', customer, 'customer')
  const known = sandbox.store.find('payment_method', id)
  if (known?.customer && known.customer !== customer) {
    throw invalid('The payment method you provided has already been attached to a customer.', 'payment_method')
  }
  if (known && !customer) return known
  if (known) return change(sandbox, known, { customer }, 'payment_method.attached')
  const name = id.replace(/^tok_/, 'pm_card_')
  const card = CARDS[name]
  if (!card) throw missing('payment_method', id, 'payment_method')
  const method = testCard(sandbox, card, customer)
  return customer ? add(sandbox, method, 'payment_method.attached') : sandbox.store.save(method)
}

/** How the provider says that a test card is declined; undefined of one that pays. */
export function declineOf({ card }: PaymentMethod): Decline | undefined {
  if (card?.last4 === '9995')
    return { decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' }
  return card?.last4 === '0002' || card?.last4 === '0341' ? DECLINED : undefined
}

const testCard = (
  { clock, store }: Sandbox,
  { brand, last4 }: { brand: string; last4: string },
  customer: string | null,
): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: {
    address: null,
    email: store.find('customer', customer ?? '')?.email ?? null,
    name: store.find('customer', customer ?? '')?.name ?? null,
    phone: null,
    tax_id: null,
  },
  card: {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand,
    exp_month: 12,
    exp_year: new Date(clock.now() * 1000).getUTCFullYear() + 3,
    fingerprint: null,
    funding: 'credit',
    generated_from: null,
    last4,
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: clock.now(),
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

const url = '/v1/customers'

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
  listing('customer', url, { created: range, email: text }),
  route('POST', url, { ...FIELDS, invoice_prefix: text, payment_method: text }, createCustomer),
  sublist(`${url}/:id/payment_methods`, { type: oneOf('card') }, ({ store }, _, id) =>
    store
      .all('payment_method')
      .filter(({ customer }) => customer === id)
      .reverse(),
  ),
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
    balance: 0,
    created: sandbox.clock.now(),
    delinquent: false,
    invoice_prefix: params.invoice_prefix ?? randomText(8, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...unset(
      'address currency customer_account default_source description discount email name phone shipping',
      'test_clock',
    ),
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

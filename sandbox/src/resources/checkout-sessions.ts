import { discounted, redeemAll } from '../billing/amounts/discounts.ts'
import { onceLine, productName } from '../billing/amounts/items.ts'
import { amountOf, withoutTiers } from '../billing/amounts/money.ts'
import { invalid } from '../errors.ts'
import { add } from '../events/emit.ts'
import {
  flag,
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
import { type CheckoutSession, link, newId, randomText, type SetupIntent, unset } from '../records.ts'
import { embed, find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

type Made = Pick<CheckoutSession, 'id' | 'created' | 'expires_at' | 'url' | 'setup_intent'> & {
  line_items: NonNullable<CheckoutSession['line_items']>
}

function newSession(params: SessionParams, made: Made): CheckoutSession {
  const items = made.line_items.data
  const isSetup = params.mode === 'setup'
  const sum = (of: 'amount_subtotal' | 'amount_total' | 'amount_discount') =>
    items.reduce((total, item) => total + item[of], 0)
  return {
    object: 'checkout.session',
    ...orNull(params, 'allow_promotion_codes', 'cancel_url', 'client_reference_id', 'customer', 'customer_email'),
    ...orNull(params, 'success_url'),
    amount_subtotal: isSetup ? null : sum('amount_subtotal'),
    amount_total: isSetup ? null : sum('amount_total'),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    currency: items[0]?.currency ?? params.currency ?? null,
    custom_fields: [],
    custom_text: unset('after_submit shipping_address submit terms_of_service_acceptance'),
    customer_creation: params.mode === 'payment' ? (params.customer_creation ?? 'if_required') : null,
    discounts: (params.discounts ?? []).map((discount) => orNull(discount, 'coupon', 'promotion_code')),
    invoice_creation:
      params.mode === 'payment'
        ? { enabled: params.invoice_creation?.enabled ?? false, invoice_data: NO_INVOICE_DATA }
        : null,
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    payment_method_collection: params.mode === 'payment' ? 'if_required' : 'always',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: isSetup ? 'no_payment_required' : 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    total_details: isSetup ? null : { amount_discount: sum('amount_discount'), amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    ...unset(
      'adaptive_pricing after_expiration allowed_payment_method_types billing_address_collection',
      'client_secret collected_information consent consent_collection currency_conversion customer_account',
      'customer_details integration_identifier invoice locale managed_payments origin_context payment_intent',
      'payment_link payment_method_configuration_details permissions recovered_from',
      'saved_payment_method_options shipping_address_collection shipping_cost submit_type',
      'subscription wallet_options',
    ),
    ...made,
  }
}

const NO_INVOICE_DATA = unset('account_tax_ids custom_fields description footer issuer metadata rendering_options')

const url = '/v1/checkout/sessions'
const DAY = 86_400

const CREATE = {
  allow_promotion_codes: flag,
  cancel_url: text,
  client_reference_id: text,
  currency: text,
  customer: text,
  customer_creation: oneOf('always', 'if_required'),
  customer_email: text,
  discounts: list(object({ coupon: text, promotion_code: text })),
  expires_at: integer,
  invoice_creation: object({ enabled: needed(flag) }),
  line_items: list(object({ price: needed(text), quantity: integer })),
  metadata,
  mode: needed(oneOf('payment', 'setup', 'subscription')),
  payment_intent_data: object({ description: text, metadata }),
  subscription_data: object({ description: text, metadata, trial_period_days: integer }),
  success_url: text,
}
type SessionParams = Taken<typeof CREATE>

export const checkoutSessions: Route[] = [
  retrieve('checkout.session', url),
  retrieve('setup_intent', '/v1/setup_intents'),
  listing('checkout.session', url, {
    created: range,
    customer: text,
    payment_intent: text,
    status: oneOf('complete', 'expired', 'open'),
    subscription: text,
  }),
  sublist(
    `${url}/:id/line_items`,
    {},
    (sandbox, _, id) => find(sandbox, 'checkout.session', id).line_items?.data ?? [],
  ),
  route('POST', url, CREATE, create),
]

function create(sandbox: Sandbox, params: SessionParams): CheckoutSession {
  if (params.customer) find(sandbox, 'customer', params.customer, 'customer')
  if (params.discounts?.length && params.allow_promotion_codes) {
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.', 'discounts')
  }
  const id = newId('cs_test', 58)
  if (params.mode === 'setup' && !params.currency)
    throw invalid('`currency` is required in `setup` mode.', 'currency', 'parameter_missing')
  if (params.mode !== 'setup' && !params.line_items)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  const items = lineItems(sandbox, params)
  if (params.mode === 'subscription' && !items.some(({ price }) => price?.recurring)) {
    throw invalid('You must provide at least one recurring price in `subscription` mode.', 'line_items')
  }
  if (params.mode === 'payment' && items.some(({ price }) => price?.recurring)) {
    throw invalid('You specified `payment` mode but passed a recurring price.', 'line_items')
  }
  const now = sandbox.clock.now()
  sandbox.store.save({
    id,
    object: 'session_data',
    subscription: params.subscription_data ?? {},
    intent: params.payment_intent_data ?? {},
  })
  return sandbox.store.save(
    newSession(params, {
      id,
      created: now,
      expires_at: params.expires_at ?? now + DAY,
      line_items: embed(items, `${url}/${id}/line_items`),
      url: link(`/__sandbox/checkout/${id}`),
      setup_intent: params.mode === 'setup' ? add(sandbox, newSetup(params, now), 'setup_intent.created').id : null,
    }),
  )
}

function newSetup({ customer, metadata }: SessionParams, created: number): SetupIntent {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${randomText(25)}`,
    created,
    customer: customer ?? null,
    livemode: false,
    metadata: mergeMetadata(null, metadata),
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
    ...unset(
      'allowed_payment_method_types application automatic_payment_methods cancellation_reason description',
      'excluded_payment_method_types flow_directions last_setup_error latest_attempt managed_payments mandate',
      'next_action on_behalf_of payment_method payment_method_configuration_details payment_method_options',
      'single_use_mandate',
    ),
  }
}

/** The sums with their discounts, which are not redeemed before the session is paid. */
function lineItems(sandbox: Sandbox, { line_items, discounts, customer }: SessionParams) {
  const prices = (line_items ?? []).map(({ price, quantity }) => ({
    price: find(sandbox, 'price', price, 'line_items[price]'),
    quantity: quantity ?? 1,
  }))
  const lines = sandbox.store.rehearse(() =>
    discounted(
      sandbox,
      prices.map(({ price, quantity }) => onceLine(sandbox, price, quantity)),
      redeemAll(sandbox, discounts ?? [], { customer: customer ?? '', subscription: null }),
    ),
  )
  return prices.map(({ price, quantity }, index) => {
    const amount = amountOf(sandbox, price, quantity)
    const discount = (lines[index]?.discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0)
    return {
      id: newId('li'),
      object: 'item' as const,
      adjustable_quantity: null,
      amount_discount: discount,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount - discount,
      currency: price.currency,
      description: productName(sandbox, price),
      metadata: {},
      price: withoutTiers(price),
      quantity,
    }
  })
}

import { invalid, missing } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import { newId } from '../ids.ts'
import { needed, oneOf, text } from '../params.ts'
import type { PaymentMethod } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const url = '/v1/payment_methods'

/** The provider's own test cards, by the names under which they may be attached. */
const CARDS: Record<string, { brand: string; last4: string }> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
  pm_card_discover: { brand: 'discover', last4: '9424' },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341' },
}

export const paymentMethods: Route[] = [
  retrieve('payment_method', url),
  listing(
    'payment_method',
    url,
    { customer: text, type: oneOf('card') },
    ({ customer }) =>
      (method) =>
        method.customer !== null && (!customer || method.customer === customer),
  ),
  route('POST', `${url}/:id/attach`, { customer: needed(text) }, (sandbox, { customer }, id = '') =>
    attach(sandbox, id, customer),
  ),
  route('POST', `${url}/:id/detach`, {}, (sandbox, _, id = '') =>
    change(sandbox, find(sandbox, 'payment_method', id), { customer: null }, 'payment_method.detached'),
  ),
]

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

export const declines = (method: PaymentMethod) =>
  method.card?.last4 === CARDS.pm_card_chargeDeclined?.last4 ||
  method.card?.last4 === CARDS.pm_card_chargeCustomerFail?.last4

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

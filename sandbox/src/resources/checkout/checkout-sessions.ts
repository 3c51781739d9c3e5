import { discounted, redeemAll } from '../../billing/amounts/discounts.ts'
import { onceLine, productName } from '../../billing/amounts/lines.ts'
import { amountOf, withoutTiers } from '../../billing/amounts/price-amount.ts'
import { invalid } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { link } from '../../links.ts'
import { flag, integer, list, metadata, needed, object, oneOf, range, type Taken, text, within } from '../../params.ts'
import { embed } from '../../present.ts'
import type { CheckoutSession } from '../../records.ts'
import { find, listing, type Route, retrieve, route, sublist } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { newSession } from './new-session.ts'

const url = '/v1/checkout/sessions'
const DAY = 86_400

const CREATE = {
  allow_promotion_codes: flag,
  cancel_url: text,
  client_reference_id: text,
  customer: text,
  customer_creation: oneOf('always', 'if_required'),
  customer_email: text,
  discounts: list(object({ coupon: text, promotion_code: text })),
  expires_at: integer,
  invoice_creation: object({ enabled: needed(flag) }),
  line_items: needed(list(object({ price: needed(text), quantity: integer }))),
  metadata,
  mode: needed(oneOf('payment', 'subscription')),
  payment_intent_data: object({ description: text, metadata }),
  subscription_data: object({ description: text, metadata, trial_period_days: integer }),
  success_url: text,
}
export type SessionParams = Taken<typeof CREATE>

export const checkoutSessions: Route[] = [
  retrieve('checkout.session', url),
  listing(
    'checkout.session',
    url,
    {
      created: range,
      customer: text,
      payment_intent: text,
      status: oneOf('complete', 'expired', 'open'),
      subscription: text,
    },
    (params) => (session) =>
      within(params.created, session.created) &&
      (!params.customer || session.customer === params.customer) &&
      (!params.payment_intent || session.payment_intent === params.payment_intent) &&
      (!params.status || session.status === params.status) &&
      (!params.subscription || session.subscription === params.subscription),
  ),
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
    }),
  )
}

/** The sums with their discounts, which are not redeemed before the session is paid. */
function lineItems(sandbox: Sandbox, { line_items, discounts, customer }: SessionParams) {
  const prices = line_items.map(({ price, quantity }) => ({
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

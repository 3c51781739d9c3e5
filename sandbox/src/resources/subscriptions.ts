import { DISCOUNTS } from '../billing/amounts/discounts.ts'
import { itemPrice, NEW_ITEMS } from '../billing/amounts/items.ts'
import { CHANGED_ITEMS, creditRest, pendingLines } from '../billing/amounts/prorate.ts'
import { bill, end, endDiscounts } from '../billing/bill.ts'
import { finalizeAndCollect } from '../billing/payment/pay.ts'
import { followSubscription } from '../billing/phases.ts'
import { NO_DETAILS, type Order, subscribe, update } from '../billing/subscribe.ts'
import { invalid, missing } from '../errors.ts'
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
  range,
  type Taken,
  text,
} from '../params.ts'
import type { Subscription, SubscriptionItem } from '../records.ts'
import { find, listing, type Route, retrieve, route, sublist } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const collection = oneOf('charge_automatically', 'send_invoice')
const payment = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete')
const proration = oneOf('always_invoice', 'create_prorations', 'none')
const details = object({
  comment: text,
  feedback: oneOf(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ),
})

const PARAM_FIELDS = {
  cancel_at: integer,
  cancel_at_period_end: flag,
  collection_method: collection,
  days_until_due: integer,
  default_payment_method: text,
  description: text,
  discounts: DISCOUNTS,
  metadata,
  off_session: flag,
  payment_behavior: payment,
  proration_behavior: proration,
  trial_end: either(integer, oneOf('now')),
}

const CREATE = {
  ...PARAM_FIELDS,
  currency: text,
  customer: needed(text),
  default_tax_rates: list(text),
  items: needed(NEW_ITEMS),
  trial_period_days: integer,
}

const UPDATE = {
  ...PARAM_FIELDS,
  billing_cycle_anchor: object({ type: needed(oneOf('now', 'unchanged')) }),
  cancellation_details: details,
  items: CHANGED_ITEMS,
  proration_date: integer,
}

const url = '/v1/subscriptions'
const DAY = 86_400

const status = oneOf(
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
)

export const subscriptions: Route[] = [
  retrieve('subscription', url),
  listing(
    'subscription',
    url,
    { collection_method: collection, created: range, customer: text, price: text, status },
    { price: ({ items }, id) => items.data.some(({ price }) => price.id === id), status: () => true },
    (subscription, { status }) => hasStatus(subscription, status),
  ),
  route('POST', url, CREATE, (sandbox, params) => subscribe(sandbox, readOrder(sandbox, params))),
  route('POST', `${url}/:id`, UPDATE, (sandbox, params, id = '') => updateSubscription(sandbox, id, params)),
  route(
    'DELETE',
    `${url}/:id`,
    { cancellation_details: details, invoice_now: flag, prorate: flag },
    (sandbox, params, id = '') => {
      const subscription = live(sandbox, id)
      if (params.prorate) creditRest(sandbox, subscription, sandbox.clock.now())
      if (params.invoice_now && pendingLines(sandbox, subscription).length > 0) {
        const now = sandbox.clock.now()
        const period = { start: now, end: now }
        finalizeAndCollect(sandbox, bill(sandbox, subscription, { reason: 'subscription_update', lines: [], period }))
      }
      const details = { ...NO_DETAILS, ...params.cancellation_details, reason: 'cancellation_requested' as const }
      return end(sandbox, find(sandbox, 'subscription', id), { cancellation_details: details })
    },
  ),
  route('DELETE', `${url}/:id/discount`, {}, (sandbox, _, id = '') => {
    const subscription = find(sandbox, 'subscription', id)
    const discount = sandbox.store.find('discount', subscription.discounts.at(-1) ?? '')
    if (!discount) throw missing('discount', id)
    endDiscounts(sandbox, subscription, subscription.discounts)
    return { ...discount, end: undefined, deleted: true }
  }),
]

/** Without a status, those that are over are left out. */
function hasStatus(subscription: Subscription, asked?: string | null) {
  if (asked === 'all') return true
  if (asked === 'ended') return subscription.ended_at !== null
  return asked ? subscription.status === asked : subscription.status !== 'canceled'
}

function readOrder(sandbox: Sandbox, params: Taken<typeof CREATE>): Order {
  const customer = find(sandbox, 'customer', params.customer, 'customer')
  const collection = params.collection_method ?? 'charge_automatically'
  if (collection === 'send_invoice' && params.days_until_due == null) {
    throw invalid('If `collection_method` is set to `send_invoice`, `days_until_due` is needed.', 'days_until_due')
  }
  const first = itemPrice(sandbox, params.items[0]?.price)
  const now = sandbox.clock.now()
  const trialEnd = params.trial_period_days ? now + params.trial_period_days * DAY : params.trial_end
  if (params.default_payment_method) {
    find(sandbox, 'payment_method', params.default_payment_method, 'default_payment_method')
  }
  return {
    customer,
    items: params.items.map((item) => ({ ...item, priced: itemPrice(sandbox, item.price, first.currency) })),
    extras: [],
    discounts: params.discounts ?? [],
    trialEnd: typeof trialEnd === 'number' ? trialEnd : null,
    cancelAt: readEnd(params) ?? null,
    collection,
    daysUntilDue: params.days_until_due ?? null,
    method: params.default_payment_method ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata(null, params.metadata),
    payment: params.payment_behavior ?? 'allow_incomplete',
    taxRates: (params.default_tax_rates ?? []).map((id) => find(sandbox, 'tax_rate', id, 'default_tax_rates')),
  }
}

type End = { cancel_at?: number | null; cancel_at_period_end?: boolean | null }

/** Undefined without a word about an end, null to take it back. */
function readEnd({ cancel_at, cancel_at_period_end }: End): number | 'period end' | null | undefined {
  if (typeof cancel_at === 'number') return cancel_at
  if (cancel_at_period_end) return 'period end'
  return cancel_at === null || cancel_at_period_end === false ? null : undefined
}

function updateSubscription(sandbox: Sandbox, id: string, params: Taken<typeof UPDATE>) {
  const subscription = live(sandbox, id)
  const method = params.default_payment_method
  if (method) find(sandbox, 'payment_method', method, 'default_payment_method')
  const cancelAt = readEnd(params)
  if (subscription.schedule && cancelAt !== undefined) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  }
  const updated = update(sandbox, subscription, {
    items: params.items ?? [],
    prorationBehavior: params.proration_behavior ?? 'create_prorations',
    prorationDate: params.proration_date ?? null,
    resetAnchor: params.billing_cycle_anchor?.type === 'now',
    trialEnd: params.trial_end ?? undefined,
    // A list of nothing leaves the discounts alone, an empty string takes them away.
    discounts: params.discounts?.length === 0 ? undefined : params.discounts,
    cancelAt,
    payment: params.payment_behavior ?? undefined,
    rest: {
      ...given(params, 'description', 'default_payment_method', 'days_until_due'),
      ...(params.collection_method && { collection_method: params.collection_method }),
      ...(params.cancellation_details && {
        cancellation_details: { ...(subscription.cancellation_details ?? NO_DETAILS), ...params.cancellation_details },
      }),
      metadata: mergeMetadata(subscription.metadata, params.metadata),
    },
  })
  followSubscription(sandbox, updated)
  return updated
}

function live(sandbox: Sandbox, id: string) {
  const subscription = find(sandbox, 'subscription', id)
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    throw subscription.status === 'canceled'
      ? missing('subscription', id)
      : invalid('This subscription has ended.', undefined, 'invalid_canceled_subscription_fields')
  }
  return subscription
}

const itemsUrl = '/v1/subscription_items'

const ITEM_FIELDS = {
  metadata,
  payment_behavior: payment,
  price: text,
  proration_behavior: proration,
  proration_date: integer,
  quantity: integer,
}

/** Items live inside their subscription; each of these is a change of it. */
export const subscriptionItems: Route[] = [
  route('GET', `${itemsUrl}/:id`, {}, (sandbox, _, id = '') => owned(sandbox, id).item),
  sublist(itemsUrl, { subscription: needed(text) }, (sandbox, { subscription }) =>
    find(sandbox, 'subscription', subscription, 'subscription').items.data.toReversed(),
  ),
  route('POST', itemsUrl, { ...ITEM_FIELDS, subscription: needed(text), price: needed(text) }, (sandbox, params) => {
    const { subscription, price, quantity, metadata, ...rest } = params
    const before = find(sandbox, 'subscription', subscription, 'subscription').items.data.map(({ id }) => id)
    const changed = updateSubscription(sandbox, subscription, { ...rest, items: [{ price, quantity, metadata }] })
    return changed.items.data.find(({ id }) => !before.includes(id)) ?? changed
  }),
  route('POST', `${itemsUrl}/:id`, ITEM_FIELDS, (sandbox, params, id = '') => {
    const { price, quantity, metadata, ...rest } = params
    const { subscription } = owned(sandbox, id)
    updateSubscription(sandbox, subscription, { ...rest, items: [{ id, price, quantity, metadata }] })
    return owned(sandbox, id).item
  }),
  route(
    'DELETE',
    `${itemsUrl}/:id`,
    { proration_behavior: proration, proration_date: integer },
    (sandbox, params, id = '') => {
      updateSubscription(sandbox, owned(sandbox, id).subscription, { ...params, items: [{ id, deleted: true }] })
      return { id, object: 'subscription_item', deleted: true }
    },
  ),
]

function owned({ store }: Sandbox, id: string): { subscription: string; item: SubscriptionItem } {
  for (const { id: subscription, items } of store.all('subscription')) {
    const item = items.data.find((each) => each.id === id)
    if (item) return { subscription, item }
  }
  throw missing('subscription_item', id)
}

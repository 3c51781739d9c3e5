import { missing } from '../../errors.ts'
import { integer, metadata, needed, text } from '../../params.ts'
import type { SubscriptionItem } from '../../records.ts'
import { find, type Route, route, sublist } from '../../route.ts'
import type { Sandbox } from '../../sandbox.ts'
import { payment, proration } from './subscription-params.ts'
import { updateSubscription } from './subscriptions.ts'

const url = '/v1/subscription_items'

const FIELDS = {
  metadata,
  payment_behavior: payment,
  price: text,
  proration_behavior: proration,
  proration_date: integer,
  quantity: integer,
}

/** Items live inside their subscription; each of these is a change of it. */
export const subscriptionItems: Route[] = [
  route('GET', `${url}/:id`, {}, (sandbox, _, id = '') => owned(sandbox, id).item),
  sublist(url, { subscription: needed(text) }, (sandbox, { subscription }) =>
    find(sandbox, 'subscription', subscription, 'subscription').items.data.toReversed(),
  ),
  route('POST', url, { ...FIELDS, subscription: needed(text), price: needed(text) }, (sandbox, params) => {
    const { subscription, price, quantity, metadata, ...rest } = params
    const before = find(sandbox, 'subscription', subscription, 'subscription').items.data.map(({ id }) => id)
    const changed = updateSubscription(sandbox, subscription, { ...rest, items: [{ price, quantity, metadata }] })
    return changed.items.data.find(({ id }) => !before.includes(id)) ?? changed
  }),
  route('POST', `${url}/:id`, FIELDS, (sandbox, params, id = '') => {
    const { price, quantity, metadata, ...rest } = params
    const { subscription } = owned(sandbox, id)
    updateSubscription(sandbox, subscription, { ...rest, items: [{ id, price, quantity, metadata }] })
    return owned(sandbox, id).item
  }),
  route(
    'DELETE',
    `${url}/:id`,
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

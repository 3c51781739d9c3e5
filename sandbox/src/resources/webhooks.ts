import { change } from '../events/emit.ts'
import { flag, given, list, mergeMetadata, metadata, needed, orNull, range, text } from '../params.ts'
import { newId, type WebhookEndpoint } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'

const endpointsUrl = '/v1/webhook_endpoints'

export const webhookEndpoints: Route[] = [
  retrieve('webhook_endpoint', endpointsUrl),
  listing('webhook_endpoint', endpointsUrl, {}),
  route(
    'POST',
    endpointsUrl,
    {
      api_version: text,
      connect: flag,
      description: text,
      enabled_events: needed(list(text)),
      metadata,
      url: needed(text),
    },
    (sandbox, params) => {
      const id = newId('we')
      const secret = newId('whsec', 32)
      sandbox.store.save({ id, object: 'endpoint_secret', secret, connect: params.connect ?? false })
      const endpoint = sandbox.store.save<WebhookEndpoint>({
        id,
        object: 'webhook_endpoint',
        ...orNull(params, 'api_version', 'description'),
        application: null,
        created: sandbox.clock.now(),
        enabled_events: params.enabled_events,
        livemode: false,
        metadata: mergeMetadata(null, params.metadata),
        status: 'enabled',
        url: params.url,
      })
      // Its secret is told once, to whoever makes it.
      return { ...endpoint, secret }
    },
  ),
  route(
    'POST',
    `${endpointsUrl}/:id`,
    { description: text, disabled: flag, enabled_events: list(text), metadata, url: text },
    (sandbox, params, id = '') => {
      const endpoint = find(sandbox, 'webhook_endpoint', id)
      return change(sandbox, endpoint, {
        ...given(params, 'description'),
        ...(params.disabled != null && { status: params.disabled ? 'disabled' : 'enabled' }),
        ...(params.enabled_events && { enabled_events: params.enabled_events }),
        ...(params.url && { url: params.url }),
        metadata: mergeMetadata(endpoint.metadata, params.metadata),
      })
    },
  ),
  route('DELETE', `${endpointsUrl}/:id`, {}, (sandbox, _, id = '') => {
    sandbox.store.remove(find(sandbox, 'webhook_endpoint', id))
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

const eventsUrl = '/v1/events'

export const events: Route[] = [
  retrieve('event', eventsUrl),
  listing(
    'event',
    eventsUrl,
    { created: range, delivery_success: flag, type: text, types: list(text) },
    {
      delivery_success: ({ pending_webhooks }, isDelivered) => (pending_webhooks === 0) === isDelivered,
      type: (event, type) => matches(event.type, [type]),
      types: (event, types) => matches(event.type, types),
    },
  ),
]

/** `invoice.*` means all of a kind. */
const matches = (type: string, wanted: string[]) =>
  wanted.length === 0 ||
  wanted.some((each) => each === type || (each.endsWith('*') && type.startsWith(each.slice(0, -1))))

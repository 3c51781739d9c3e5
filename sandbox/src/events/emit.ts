import { isDeepStrictEqual } from 'node:util'
import { type Event, type Kept, newId } from '../records.ts'
import { API_VERSION, present } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

type Receiver = { id: string; url: string; secret: string }

/** The id of the receiver that the environment names; it hears everything. */
const CONFIGURED = 'configured'

/** Endpoints for connected accounts hear of nothing else, and the others not of them. */
export function receivers({ store, webhook }: Sandbox, type: string, account: string | undefined): Receiver[] {
  const registered = store.all('webhook_endpoint').flatMap(({ id, url, status, enabled_events }) => {
    const secret = store.find('endpoint_secret', id)
    const hears = enabled_events.includes('*') || enabled_events.includes(type)
    return secret && hears && status === 'enabled' && secret.connect === Boolean(account)
      ? [{ id, url, secret: secret.secret }]
      : []
  })
  return webhook ? [{ id: CONFIGURED, ...webhook }, ...registered] : registered
}

export function receiver({ store, webhook }: Sandbox, id: string): Receiver | undefined {
  if (id === CONFIGURED) return webhook && { id, ...webhook }
  const endpoint = store.find('webhook_endpoint', id)
  const secret = store.find('endpoint_secret', id)
  return endpoint && secret && { id, url: endpoint.url, secret: secret.secret }
}

type Previous = Record<string, unknown>

/** Records that something happened and queues it for everyone who asked to hear of it. */
export function emit(sandbox: Sandbox, type: Event['type'], record: Kept, previous?: Previous) {
  const account = accountOf(record)
  const endpoints = sandbox.isQuiet ? [] : receivers(sandbox, type, account)
  const event = sandbox.store.save<Event>({
    id: newId('evt'),
    object: 'event',
    ...(account && { account }),
    api_version: API_VERSION,
    created: sandbox.clock.now(),
    data: { object: present(record), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: sandbox.request ?? { id: null, idempotency_key: null },
    type,
  })
  for (const endpoint of endpoints) {
    queueDelivery(sandbox, event.id, endpoint.id)
  }
}

export const queueDelivery = ({ store }: Sandbox, event: string, endpoint: string, id = `${event} ${endpoint}`) =>
  store.save({ id, object: 'delivery', event, endpoint, attempts: 0, begun: Date.now(), due: Date.now() })

export function add<T extends Kept>(sandbox: Sandbox, record: T, ...types: Event['type'][]): T {
  sandbox.store.save(record)
  for (const type of types) emit(sandbox, type, record)
  return record
}

/** Replaces a record and says what was different before; nothing happens where nothing differs. */
export function change<T extends Kept>(sandbox: Sandbox, record: T, changes: Partial<T>, ...types: Event['type'][]): T {
  const next = { ...record, ...changes }
  if (Object.keys(differences(record, next)).length === 0) return record
  sandbox.store.save(next)
  for (const type of types) announce(sandbox, record, next, type)
  return next
}

/** Tells of a record that was saved in several steps. */
export function announce<T extends Kept>(sandbox: Sandbox, before: T, after: T, type: Event['type']) {
  const previous = differences(before, after)
  if (Object.keys(previous).length > 0) emit(sandbox, type, after, type.endsWith('.updated') ? previous : undefined)
}

function differences(before: Kept, after: Kept): Previous {
  const old = before as Previous
  return Object.fromEntries(
    Object.entries(after)
      .filter(([key, value]) => !isDeepStrictEqual(old[key], value))
      .map(([key]) => [key, old[key] ?? null]),
  )
}

/** What happens inside a connected account is told with its id. */
function accountOf(record: Kept) {
  if (record.object === 'account') return record.id
  return record.object === 'person' ? record.account : undefined
}

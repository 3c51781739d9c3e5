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

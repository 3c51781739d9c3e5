import type { Clock } from './clock.ts'
import type { Store } from './store.ts'

export type Sandbox = {
  store: Store
  clock: Clock
  /** Where it listens, for the links in what it answers. */
  address: string
  /** Signs what goes to SANDBOX_WEBHOOK_URL. */
  webhook?: { url: string; secret: string }
  /** While a long past is made up, its events are written down and sent to nobody. */
  isQuiet: boolean
  /** The request that is being answered, for the events that it sets off. */
  request: { id: string; idempotency_key: string | null } | null
}

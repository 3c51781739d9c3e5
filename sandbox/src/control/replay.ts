import { receivers } from '../events/receivers.ts'
import type { Sandbox } from '../sandbox.ts'

/** Sends everything again that was ever sent: in the wrong order, or twice, if that is wished. */
export function replay(
  sandbox: Sandbox,
  { duplicate, reverse }: { duplicate?: boolean | null; reverse?: boolean | null },
) {
  const events = sandbox.store.all('event')
  const once = reverse ? events.toReversed() : events
  let queued = 0
  for (const { id, type, account } of duplicate ? once.flatMap((event) => [event, event]) : once) {
    for (const endpoint of receivers(sandbox, type, account)) {
      sandbox.store.save({
        id: `${id} ${endpoint.id} again ${queued}`,
        object: 'delivery',
        event: id,
        endpoint: endpoint.id,
        attempts: 0,
        begun: Date.now(),
        due: Date.now(),
      })
      queued += 1
    }
  }
  return { queued }
}

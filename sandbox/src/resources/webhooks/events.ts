import { flag, list, range, text, within } from '../../params.ts'
import { listing, type Route, retrieve } from '../../route.ts'

const url = '/v1/events'

export const events: Route[] = [
  retrieve('event', url),
  listing(
    'event',
    url,
    { created: range, delivery_success: flag, type: text, types: list(text) },
    ({ created, delivery_success, type, types }) =>
      (event) =>
        within(created, event.created) &&
        (delivery_success == null || (event.pending_webhooks === 0) === delivery_success) &&
        matches(event.type, type ? [type] : (types ?? [])),
  ),
]

/** `invoice.*` means all of a kind. */
const matches = (type: string, wanted: string[]) =>
  wanted.length === 0 ||
  wanted.some((each) => each === type || (each.endsWith('*') && type.startsWith(each.slice(0, -1))))

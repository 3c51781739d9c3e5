import { range, text, within } from '../../params.ts'
import { listing, type Route, retrieve } from '../../route.ts'

const url = '/v1/disputes'

export const disputes: Route[] = [
  retrieve('dispute', url),
  listing(
    'dispute',
    url,
    { charge: text, created: range, payment_intent: text },
    (params) => (dispute) =>
      (!params.charge || dispute.charge === params.charge) &&
      (!params.payment_intent || dispute.payment_intent === params.payment_intent) &&
      within(params.created, dispute.created),
  ),
]
